public import SandglassCore

/// An NTP packet of 48 bytes, as an SNTP client uses it (RFC 4330, section 4; RFC 5905, section 7.3).
public struct NTPPacket: Sendable, Hashable {
  /// The size of a packet, in bytes. Further bytes of an answer are ignored.
  public static let size = 48

  /// The leap indicator. The value 3 means that the server's clock is not synchronised.
  public var leap: UInt8

  /// The version, which is 4 in a request.
  public var version: UInt8

  /// The mode: 3 for a client, 4 for a server.
  public var mode: UInt8

  /// The server's distance from a reference clock, which is 1 if the server itself has a reference clock. The value 0
  /// means that the server cannot provide the time.
  public var stratum: UInt8

  /// The maximum interval between requests, in log2 seconds.
  public var poll: Int8

  /// The precision of the server's clock, in log2 seconds.
  public var precision: Int8

  /// The round-trip time from the server to its reference clock, in units of 1/65536 s.
  public var rootDelay: UInt32

  /// The maximum error of the server's clock apart from the root delay, in units of 1/65536 s.
  public var rootDispersion: UInt32

  /// The identifier of the server's reference. With stratum 0, a code of four characters that gives the reason why the
  /// server cannot provide the time.
  public var referenceID: UInt32

  /// The instant at which the server's clock was last set.
  public var reference: NTPTimestamp

  /// The transmit timestamp of the client's request.
  public var origin: NTPTimestamp

  /// The instant at which the server received the request.
  public var receive: NTPTimestamp

  /// The instant at which the answer was sent.
  public var transmit: NTPTimestamp
}

// MARK: - Bytes

extension NTPPacket {
  /// Creates a request.
  ///
  /// - Parameter cookie: A random number that replaces the transmit timestamp. The answer must repeat this number, so
  ///   only a sender that has seen the request can forge an answer. The number also avoids revealing the time on the
  ///   device's clock.
  public init(askingWith cookie: UInt64) {
    self.init(
      leap: 0, version: 4, mode: 3, stratum: 0, poll: 0, precision: 0, rootDelay: 0,
      rootDispersion: 0, referenceID: 0, reference: NTPTimestamp(bits: 0),
      origin: NTPTimestamp(bits: 0), receive: NTPTimestamp(bits: 0),
      transmit: NTPTimestamp(bits: cookie))
  }

  /// Parses a packet.
  ///
  /// - Parameter bytes: The datagram. Only the first 48 bytes are read.
  /// - Throws: ``TimeRefusal/wrongLength(_:)`` if there are fewer than 48 bytes.
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

  /// The encoded packet.
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

// MARK: - Answers

/// The contents of a server's answer.
public struct NTPAnswer: Sendable, Hashable {
  /// The instant at which the server received the request, on its wall clock.
  public let received: WallMoment

  /// The instant at which the server sent the answer, on its wall clock.
  public let sent: WallMoment

  /// The maximum error of the server's clock, rounded up: the root distance of RFC 5905, section 11.2.1. It is the sum
  /// of half the root delay, the root dispersion, the precision and the resolution of the timestamps.
  public let uncertainty: Duration
}

extension NTPPacket {
  /// The smallest root distance at which a server counts as not synchronised: MAXDISP of RFC 5905, 16 s.
  private static let greatestDistance: Int64 = 16_000_000_000

  /// How long ago the server's clock was set at most. After that time, the drift that RFC 5905 allows, 15 parts per
  /// million (its PHI), adds up to the greatest root distance.
  private static let oldestReference = Duration.seconds(16) * 1_000_000 / 15

  /// Checks an answer, as specified in RFC 4330, section 5, and RFC 5905, section A.5.1.1.
  ///
  /// The cookie is checked first. Otherwise a sender that does not know the cookie could use a forged kiss-o'-death
  /// packet to stop the requests to a server.
  ///
  /// - Parameter cookie: The cookie of the request.
  /// - Returns: The contents of the answer.
  /// - Throws: The reason why the answer is refused.
  public func answer(to cookie: UInt64) throws(TimeRefusal) -> NTPAnswer {
    guard origin.bits == cookie else { throw .wrongOrigin }
    guard (3...4).contains(version) else { throw .wrongVersion(version) }
    guard mode == 4 else { throw .wrongMode(mode) }
    if stratum == 0 { throw kiss }
    guard transmit.bits != 0, receive.bits != 0 else { throw .noTransmitTime }
    let distance = rootDistance
    guard leap != 3, stratum < 16, distance < Self.greatestDistance else { throw .unsynchronized }
    guard let received = receive.moment, let sent = transmit.moment else { throw .wrongEra }
    guard sent >= received else { throw .impossible }
    guard isReferenceBelievable(at: sent) else { throw .unsynchronized }
    return NTPAnswer(
      received: received, sent: sent, uncertainty: .nanoseconds(distance))
  }

  /// Whether the server's clock was set before it answered, and not too long before. Zero means that the server does not
  /// say when.
  private func isReferenceBelievable(at sent: WallMoment) -> Bool {
    guard reference.bits != 0 else { return true }
    guard let set = reference.moment else { return false }
    return set <= sent && sent - set < Self.oldestReference
  }

  /// The reason in a packet with stratum 0 (RFC 4330, section 8; RFC 5905, section 7.4).
  private var kiss: TimeRefusal {
    switch referenceID {
    // chrony sends no code while its clock is not synchronised.
    case 0: return .unsynchronized
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

  /// The root distance in nanoseconds, rounded up. Each fixed-point number is rounded up, and one nanosecond is added
  /// because the timestamps are finer than a nanosecond.
  private var rootDistance: Int64 {
    func nanoseconds(_ fixed: UInt32, over divisor: Int64) -> Int64 {
      (Int64(fixed) * 1_000_000_000 + divisor - 1) / divisor
    }
    let second: Int64 = 1_000_000_000
    // A precision of 2^5 s = 32 s is already beyond the limit.
    let tick =
      precision >= 0
      ? second << min(precision, 5) : (second >> -Int(precision)) + 1
    return nanoseconds(rootDelay, over: 2 << 16) + nanoseconds(rootDispersion, over: 1 << 16)
      + tick + 1
  }
}
