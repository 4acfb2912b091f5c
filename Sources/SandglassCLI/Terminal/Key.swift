/// The actions that a user can request with a key.
enum Key: Equatable {
  case pause
  case more
  case less
  case skip
  case back
  case up
  case down

  /// Selects the row with this number, counted from one.
  case row(Int)

  case all
  case undo
  case help
  case detach
  case lap
  case reset
  case cancel

  /// Parses the keys from a terminal's input. Keys without a function are skipped.
  static func keys(in bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    var bytes = bytes.makeIterator()
    while let byte = bytes.next() {
      if byte == escape {
        if let key = sequence(&bytes) { keys.append(key) }
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
    case "s", "S": self = .skip
    case "b", "B": self = .back
    case "k": self = .up
    case "j": self = .down
    case "1"..."9": self = .row(Int(byte - UInt8(ascii: "0")))
    case "a", "A": self = .all
    case "u", "U": self = .undo
    case "?", "h", "H": self = .help
    case "d", "D": self = .detach
    case "l", "L": self = .lap
    case "r", "R": self = .reset
    case "q", "Q", "\u{3}": self = .cancel
    default: return nil
    }
  }

  /// Reads the rest of an escape sequence: a letter, or a control sequence up to its final byte.
  /// Returns the key of an arrow, and nil for any other sequence.
  private static func sequence(_ bytes: inout some IteratorProtocol<UInt8>) -> Key? {
    guard let introducer = bytes.next() else { return nil }
    if introducer == UInt8(ascii: "O") { return bytes.next().flatMap(arrow) }
    guard introducer == UInt8(ascii: "[") else { return nil }
    while let byte = bytes.next() {
      if (0x40...0x7E).contains(byte) { return arrow(byte) }
    }
    return nil
  }

  private static func arrow(_ byte: UInt8) -> Key? {
    switch Unicode.Scalar(byte) {
    case "A": .up
    case "B": .down
    default: nil
    }
  }
}
