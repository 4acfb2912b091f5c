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

  /// Creates the key for a byte that is not part of a sequence. `=` is accepted as well as `+`, because on many keyboards
  /// it is the same key without Shift.
  init?(_ byte: UInt8) {
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
}
