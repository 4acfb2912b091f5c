extension TimeRefusal {
  /// The refusal as a word without spaces, such as `denied` or `status=404`.
  var word: String {
    switch self {
    case .rate: "rate"
    case .denied: "denied"
    case .kiss(let code): "kiss=" + Self.hexadecimal(code)
    case .unsynchronized: "unsynchronized"
    case .wrongLength(let count): "length=\(count)"
    case .wrongVersion(let version): "version=\(version)"
    case .wrongMode(let mode): "mode=\(mode)"
    case .wrongOrigin: "origin"
    case .noTransmitTime: "transmit"
    case .wrongEra: "era"
    case .impossible: "impossible"
    case .cached: "cached"
    case .malformed: "malformed"
    case .status(let code): "status=\(code)"
    case .timedOut: "timeout"
    case .unreachable(let code): "unreachable=\(code)"
    case .unsent(let code): "unsent=\(code)"
    case .cancelled: "cancelled"
    }
  }

  /// Parses a word that ``word`` returned.
  init?(word: String) {
    let parts = word.utf8.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }
    guard let name = parts.first else { return nil }
    let refusal = parts.count == 1 ? Self.plain(name) : Self.detailed(name, parts[1])
    guard let refusal else { return nil }
    self = refusal
  }

  private static func plain(_ name: String) -> TimeRefusal? {
    let all: [TimeRefusal] = [
      .rate, .denied, .unsynchronized, .wrongOrigin, .noTransmitTime, .wrongEra, .impossible,
      .cached, .malformed, .timedOut, .cancelled,
    ]
    return all.first { $0.word == name }
  }

  private static func detailed(_ name: String, _ detail: String) -> TimeRefusal? {
    switch name {
    case "kiss": text(hexadecimal: detail).map { .kiss($0) }
    case "length": Int(detail).map { .wrongLength($0) }
    case "version": UInt8(detail).map { .wrongVersion($0) }
    case "mode": UInt8(detail).map { .wrongMode($0) }
    case "status": Int(detail).map { .status($0) }
    case "unreachable": Int32(detail).map { .unreachable($0) }
    case "unsent": Int32(detail).map { .unsent($0) }
    default: nil
    }
  }

  /// The number of bytes of a code that are kept. A code of NTP has four.
  private static let longestCode = 64

  private static func hexadecimal(_ code: String) -> String {
    code.utf8.prefix(longestCode).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func text(hexadecimal: String) -> String? {
    let digits = Array(hexadecimal.utf8)
    guard digits.count.isMultiple(of: 2), digits.count <= 2 * longestCode else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[place...place + 1], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16) else { return nil }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
