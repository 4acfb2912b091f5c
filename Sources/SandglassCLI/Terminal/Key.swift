/// The actions that a user can request with a key.
enum Key: Equatable {
  case pause
  case more
  case less
  case cancel

  /// Parses the keys from a terminal's input. Keys without a function, such as arrows, are skipped.
  static func keys(in bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    var bytes = bytes.makeIterator()
    while let byte = bytes.next() {
      if byte == escape {
        skipSequence(&bytes)
      } else if let key = Key(byte) {
        keys.append(key)
      }
    }
    return keys
  }

  private static let escape: UInt8 = 0x1B

  /// Creates the key for a byte. `=` is accepted as well as `+`, because on many keyboards it is
  /// the same key without Shift.
  private init?(_ byte: UInt8) {
    switch Unicode.Scalar(byte) {
    case " ": self = .pause
    case "+", "=": self = .more
    case "-", "_": self = .less
    case "q", "Q", "\u{3}": self = .cancel
    default: return nil
    }
  }

  /// Skips the rest of an escape sequence: a letter, or a control sequence up to its final byte.
  private static func skipSequence(_ bytes: inout some IteratorProtocol<UInt8>) {
    guard let introducer = bytes.next() else { return }
    if introducer == UInt8(ascii: "O") { _ = bytes.next() }
    guard introducer == UInt8(ascii: "[") else { return }
    while let byte = bytes.next(), !(0x40...0x7E).contains(byte) {}
  }
}
