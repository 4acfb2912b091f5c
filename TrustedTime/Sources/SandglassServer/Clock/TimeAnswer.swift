import SandglassCore

/// The answer of the time route, in microseconds. Both instants count from the start of 1970 in UTC.
struct TimeAnswer: Equatable {
  let receive: Int64
  let transmit: Int64
  let uncertainty: Int64

  /// The nonce of the request, if it has one: ASCII letters, digits, `-` and `_`.
  let nonce: String?

  /// - Parameters:
  ///   - received: The instant at which the request was received.
  ///   - sent: The instant at which the answer is sent, on the same clock.
  ///   - nonce: The nonce of the request.
  init(received: ServerInstant, sent: WallMoment, nonce: String? = nil) {
    self.nonce = nonce
    receive = received.wall.microsecondsSince1970
    transmit = sent.microsecondsSince1970
    uncertainty = received.uncertainty.microsecondsRoundedUp
  }

  /// The JSON object, as `HTTPTimeServer` reads it. Both instants are rounded down, so the client adds a microsecond to
  /// the uncertainty.
  var json: [UInt8] {
    var bytes: [UInt8] = []
    // Three members with numbers of at most 20 bytes, and the nonce.
    bytes.reserveCapacity(Self.receiveKey.utf8CodeUnitCount + 110 + (nonce?.utf8.count ?? 0))
    bytes.append(Self.receiveKey)
    bytes.append(receive)
    bytes.append(Self.transmitKey)
    bytes.append(transmit)
    bytes.append(Self.uncertaintyKey)
    bytes.append(uncertainty)
    if let nonce {
      bytes.append(Self.nonceKey)
      bytes.append(contentsOf: nonce.utf8)
      bytes.append(UInt8(ascii: "\""))
    }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  private static let receiveKey: StaticString = #"{"receive":"#
  private static let transmitKey: StaticString = #","transmit":"#
  private static let uncertaintyKey: StaticString = #","uncertainty":"#
  private static let nonceKey: StaticString = #","nonce":""#
}

extension [UInt8] {
  fileprivate mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  /// Appends the decimal digits of a number. Unlike `String`, this does not allocate memory.
  fileprivate mutating func append(_ number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    let first = count
    var rest = number.magnitude
    repeat {
      append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    self[first...].reverse()
  }
}
