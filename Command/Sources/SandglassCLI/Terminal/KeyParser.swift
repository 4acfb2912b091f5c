/// Finds the keys in what a terminal sends, byte by byte: a pure state machine.
///
/// A terminal sends more than keys: sequences for function keys and the mouse, answers to questions that another program
/// asked, and what is pasted. None of their bytes is a key, however the terminal's input is split into reads. The states
/// are those of ECMA-48, as in Paul Williams' diagram of a parser for DEC's terminals, without those that tell apart what
/// does nothing here:
///
/// ```
///               ESC                [                     final byte
///   ┌────────┐ ────▶ ┌────────┐ ─────────▶ ┌─────────┐ ─────────────▶ ground, or paste
///   │ ground │       │ escape │  O, N      ┌──────────┐ final byte
///   └────────┘       │        │ ─────────▶ │ function │ ─────────────▶ ground
///       ▲  CAN, SUB  │        │ ] P X ^ _  ┌────────┐ ST; BEL after ]
///       └─────────── │        │ ─────────▶ │ string │ ───────────────▶ ground
///    from all states └────────┘            └────────┘
/// ```
///
/// CAN and SUB lead to `ground` from every state but a paste, and ESC leads to `escape`. The eight-bit forms of ESC and
/// another byte are understood as well, unless they are part of a character in UTF-8.
struct KeyParser: Equatable {
  private enum State: Equatable {
    case ground
    case escape

    /// A sequence with intermediate bytes, which is none of a key.
    case intermediate

    /// A control sequence, with its parameters and intermediate bytes so far.
    case control([UInt8])

    /// What follows ESC O or ESC N: a key of the keypad.
    case function([UInt8])

    /// A key F1 to F5 of Linux's console, which sends `ESC [ [` and a letter.
    case consoleFunction

    /// The position of the mouse in the oldest form: this many characters are left.
    case mouse(left: Int)

    /// An answer: a string up to the control character ST. Some end with BEL instead.
    case string(endsWithBell: Bool)

    /// What is pasted, with how much of the sequence that ends it has come.
    case paste(matched: Int)
  }

  private var state = State.ground

  /// How many bytes of a character in UTF-8 are left.
  private var charactersBytes = 0

  /// How long to wait for the next byte before ``giveUp()``; nil if no sequence has begun.
  var patience: Duration? {
    switch state {
    case .ground: nil
    // A key ESC is followed by nothing, and a sequence at once.
    case .escape: .milliseconds(100)
    // A connection may stall in the middle of a sequence. If its rest never comes, the keyboard works again after this.
    default: .seconds(2)
    }
  }

  /// Forgets a sequence whose rest does not come.
  mutating func giveUp() { self = KeyParser() }

  /// Returns the key that a byte completes; nil if it completes none that has a function.
  mutating func key(for byte: UInt8) -> Key? {
    if charactersBytes > 0, (0x80...0xBF).contains(byte) {
      charactersBytes -= 1
      return nil
    }
    charactersBytes = Self.bytesAfter(lead: byte)
    if case .paste(let matched) = state { return paste(byte, matched) }
    switch byte {
    case 0x18, 0x1A:
      state = .ground
      return nil
    case 0x1B:
      state = .escape
      return nil
    default: return keyInSequence(byte)
    }
  }

  private mutating func keyInSequence(_ byte: UInt8) -> Key? {
    switch state {
    case .ground: return keyInGround(byte)
    case .escape: return keyAfterEscape(byte)
    case .intermediate:
      if byte >= 0x80 { return keyInGround(byte) }
      if byte >= 0x30 { state = .ground }
    case .control(let bytes): return keyInControl(byte, after: bytes)
    case .function(let bytes): return keyInFunction(byte, after: bytes)
    case .consoleFunction: if byte >= 0x20 { state = .ground }
    case .mouse(let left):
      if byte >= 0x20 { state = left > 1 ? .mouse(left: left - 1) : .ground }
    case .string(let endsWithBell):
      if (0x80...0x9F).contains(byte) { return keyInGround(byte) }
      if endsWithBell, byte == 0x07 { state = .ground }
      return nil
    case .paste: return nil
    }
    return byte < 0x20 ? Key(byte) : nil
  }

  private mutating func keyInGround(_ byte: UInt8) -> Key? {
    state = .ground
    guard (0x80...0x9F).contains(byte) else { return Key(byte) }
    return keyAfterEscape(byte - 0x40)
  }

  private mutating func keyAfterEscape(_ byte: UInt8) -> Key? {
    switch Unicode.Scalar(byte) {
    case "[": state = .control([])
    case "O", "N": state = .function([])
    case "]": state = .string(endsWithBell: true)
    case "P", "X", "^", "_": state = .string(endsWithBell: false)
    case " "..."/": state = .intermediate
    // A control character has its function within a sequence as well.
    case "\0"..."\u{1F}": return Key(byte)
    case "\u{80}"...: return keyInGround(byte)
    // Alt and a letter, or the end of a string.
    default: state = .ground
    }
    return nil
  }

  private mutating func keyInControl(_ byte: UInt8, after bytes: [UInt8]) -> Key? {
    switch byte {
    case 0x00...0x1F: return Key(byte)
    case 0x20...0x3F: state = .control(Self.appended(byte, to: bytes))
    case 0x40...0x7E:
      state = Self.state(after: byte, bytes)
      return Self.arrow(byte, bytes)
    case 0x7F: break
    default: return keyInGround(byte)
    }
    return nil
  }

  private mutating func keyInFunction(_ byte: UInt8, after bytes: [UInt8]) -> Key? {
    switch byte {
    case 0x00...0x1F: return Key(byte)
    case 0x30...0x3B: state = .function(Self.appended(byte, to: bytes))
    case 0x80...0xFF: return keyInGround(byte)
    default:
      state = .ground
      return Self.arrow(byte, bytes)
    }
    return nil
  }

  private mutating func paste(_ byte: UInt8, _ matched: Int) -> Key? {
    let matched = byte == Self.endOfPaste[matched] ? matched + 1 : byte == 0x1B ? 1 : 0
    state = matched == Self.endOfPaste.count ? .ground : .paste(matched: matched)
    return nil
  }
}

extension KeyParser {
  private static let endOfPaste = Array("\u{1B}[201~".utf8)

  /// Longer parameters are those of no sequence that has a meaning here.
  private static func appended(_ byte: UInt8, to bytes: [UInt8]) -> [UInt8] {
    bytes.count < 8 ? bytes + [byte] : bytes
  }

  private static func state(after final: UInt8, _ bytes: [UInt8]) -> State {
    switch (Unicode.Scalar(final), bytes) {
    case ("~", Array("200".utf8)): .paste(matched: 0)
    case ("M", []): .mouse(left: 3)
    case ("[", []): .consoleFunction
    default: .ground
    }
  }

  /// Returns the key of an arrow without modifiers; nil for any other sequence.
  private static func arrow(_ final: UInt8, _ bytes: [UInt8]) -> Key? {
    guard bytes.isEmpty || bytes == Array("1".utf8) || bytes == Array("1;1".utf8) else {
      return nil
    }
    switch Unicode.Scalar(final) {
    case "A": return .up
    case "B": return .down
    default: return nil
    }
  }

  /// Returns how many bytes follow the first byte of a character in UTF-8.
  private static func bytesAfter(lead byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 1
    case 0xE0...0xEF: 2
    case 0xF0...0xF4: 3
    default: 0
    }
  }
}
