public import SandglassCore

/// A packet of NTP, 48 bytes, as a client of SNTP uses it (RFC 4330, section 4; RFC 5905, section 7.3).
public struct NTPPacket: Sendable, Hashable {
  /// How many bytes a packet has; what follows them in an answer is passed over.
  public static let size = 48

  /// The leap indicator: 3 says that the server's clock is not synchronized.
  public var leap: UInt8

  /// The version: 4 in what is asked.
  public var version: UInt8

  /// The mode: 3 for a client, 4 for a server.
  public var mode: UInt8

  /// How far the server is from a reference: 1 for one that has it; 0 says that it cannot serve.
  public var stratum: UInt8

  /// The longest interval between questions, as a power of two of seconds.
  public var poll: Int8

  /// The precision of the server's clock, as a power of two of seconds.
  public var precision: Int8

  /// The round trip from the server to its reference, in seconds / 65536.
  public var rootDelay: UInt32

  /// How far the server's clock may be off besides, in seconds / 65536.
  public var rootDispersion: UInt32

  /// What the server follows; with stratum 0, four characters that say why it cannot serve.
  public var referenceID: UInt32

  /// When the server's clock was set last.
  public var reference: NTPTimestamp

  /// What the client has sent as its transmit timestamp.
  public var origin: NTPTimestamp

  /// When the server had the question.
  public var receive: NTPTimestamp

  /// When the answer was sent.
  public var transmit: NTPTimestamp
}

// MARK: - Bytes

extension NTPPacket {
  /// Makes a question.
  ///
  /// - Parameter cookie: A random number in the place of the instant of sending, which the answer has to repeat: so
  ///   nobody can answer who has not seen the question, and the device's clock is told to nobody.
  public init(askingWith cookie: UInt64) {
    self.init(
      leap: 0, version: 4, mode: 3, stratum: 0, poll: 0, precision: 0, rootDelay: 0,
      rootDispersion: 0, referenceID: 0, reference: NTPTimestamp(bits: 0),
      origin: NTPTimestamp(bits: 0), receive: NTPTimestamp(bits: 0),
      transmit: NTPTimestamp(bits: cookie))
  }

  /// Reads a packet.
  ///
  /// - Parameter bytes: What has arrived; only the first 48 bytes are read.
  /// - Throws: ``TimeRefusal/wrongLength(_:)`` if there are fewer than 48.
  public init(_ bytes: [UInt8]) throws(TimeRefusal) {
    guard bytes.count >= Self.size else { throw .wrongLength(bytes.count) }
    func number(at place: Int, count: Int) -> UInt64 {
      bytes[place..<place + count].reduce(0) { $0 << 8 | UInt64($1) }
    }
    self.init(
      leap: bytes[0] >> 6, version: bytes[0] >> 3 & 7, mode: bytes[0] & 7, stratum: bytes[1],
      poll: Int8(bitPattern: bytes[2]), precision: Int8(bitPattern: bytes[3]),
      rootDelay: UInt32(number(at: 4, count: 4)), rootDispersion: UInt32(number(at: 8, count: 4)),
      referenceID: UInt32(number(at: 12, count: 4)),
      reference: NTPTimestamp(bits: number(at: 16, count: 8)),
      origin: NTPTimestamp(bits: number(at: 24, count: 8)),
      receive: NTPTimestamp(bits: number(at: 32, count: 8)),
      transmit: NTPTimestamp(bits: number(at: 40, count: 8)))
  }

  /// The packet as it is sent.
  public var bytes: [UInt8] {
    var bytes = [
      leap << 6 | (version & 7) << 3 | mode & 7, stratum, UInt8(bitPattern: poll),
      UInt8(bitPattern: precision),
    ]
    for number in [rootDelay, rootDispersion, referenceID] {
      for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    for timestamp in [reference, origin, receive, transmit] {
      for shift in [56, 48, 40, 32, 24, 16, 8, 0] {
        bytes.append(UInt8(truncatingIfNeeded: timestamp.bits >> shift))
      }
    }
    return bytes
  }
}

// MARK: - What an answer says

/// What a server's packet says of its clock.
public struct NTPAnswer: Sendable, Hashable {
  /// When the server had the question, by its wall clock.
  public let received: WallMoment

  /// When it sent the answer.
  public let sent: WallMoment

  /// How far its clock may be off: half the root delay, the root dispersion, the precision, and the resolution
  /// of what is written (RFC 5905, section 11.2.1, of which this is the root distance).
  public let uncertainty: Duration
}

extension NTPPacket {
  /// A root distance from which on a server counts as not synchronized: MAXDISP of RFC 5905, 16 s.
  private static let greatestDistance: Int128 = 16_000_000_000

  /// Checks an answer, as RFC 4330, section 5, and RFC 5905, section A.5.1.1, say.
  ///
  /// What is not ours is refused first: whoever cannot know the cookie cannot have a server left alone either, by
  /// a kiss-o'-death packet of his own.
  ///
  /// - Parameter cookie: What was sent with the question.
  /// - Returns: What it says.
  /// - Throws: Why it counts for nothing.
  public func answer(to cookie: UInt64) throws(TimeRefusal) -> NTPAnswer {
    guard origin.bits == cookie else { throw .wrongOrigin }
    guard mode == 4 else { throw .wrongMode(mode) }
    if stratum == 0 { throw kiss }
    guard transmit.bits != 0, receive.bits != 0 else { throw .noTransmitTime }
    let distance = rootDistance
    guard leap != 3, stratum < 16, distance < Self.greatestDistance else { throw .unsynchronized }
    guard let received = receive.moment, let sent = transmit.moment else { throw .wrongEra }
    guard sent >= received else { throw .impossible }
    return NTPAnswer(
      received: received, sent: sent, uncertainty: Duration(nanoseconds: distance))
  }

  /// What a packet of stratum 0 says (RFC 4330, section 8; RFC 5905, section 7.4).
  private var kiss: TimeRefusal {
    switch referenceID {
    case 0x5241_5445: return .rate
    case 0x4445_4E59, 0x5253_5452: return .denied
    default:
      var code = ""
      for shift in [24, 16, 8, 0] {
        let byte = UInt8(truncatingIfNeeded: referenceID >> shift)
        code.unicodeScalars.append((0x21...0x7E).contains(byte) ? Unicode.Scalar(byte) : "?")
      }
      return .kiss(code)
    }
  }

  /// In nanoseconds, rounded up. Each fixed-point number is rounded up, and a nanosecond is added for the timestamps,
  /// which are finer than that.
  private var rootDistance: Int128 {
    func nanoseconds(_ fixed: UInt32, over divisor: Int128) -> Int128 {
      (Int128(fixed) * 1_000_000_000 + divisor - 1) / divisor
    }
    let second: Int128 = 1_000_000_000
    // A second to the power of 5 is beyond the limit already.
    let tick =
      precision >= 0
      ? second << min(Int128(precision), 5) : (second >> min(-Int128(precision), 64)) + 1
    return nanoseconds(rootDelay, over: 2 << 16) + nanoseconds(rootDispersion, over: 1 << 16)
      + tick + 1
  }
}
