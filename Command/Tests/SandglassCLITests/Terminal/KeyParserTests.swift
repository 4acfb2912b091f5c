import SandglassTestSupport
import Testing

@testable import sandglass_cli

@Suite("The keys in what a terminal sends")
struct KeyParserTests {
  private func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
    var parser = KeyParser()
    return bytes.compactMap { parser.key(for: $0) }
  }

  private static let sequences: [(String, [Key])] = [
    (" ", [.pause]), ("+", [.more]), ("=", [.more]), ("-", [.less]), ("_", [.less]),
    ("q", [.cancel]), ("Q", [.cancel]), ("\u{3}", [.cancel]), ("é", []), ("🜚", []), ("0", []),
    ("+- q", [.more, .less, .pause, .cancel]), ("19", [.row(1), .row(9)]),
    ("aud?", [.all, .undo, .detach, .help]), ("sb", [.skip, .back]), ("lr", [.lap, .reset]),
    ("jk", [.down, .up]), ("\u{1}\r\n", []),
    // Arrows, in both modes of the keypad, and with parameters that say nothing.
    ("\u{1B}[A", [.up]), ("\u{1B}OA", [.up]), ("\u{1B}[B", [.down]), ("\u{1B}OB", [.down]),
    ("\u{1B}[1A", [.up]), ("\u{1B}[1;1B", [.down]), ("\u{1B}\u{1B}[A", [.up]),
    // Arrows with modifiers, other keys, Alt and a letter.
    ("\u{1B}[1;5A", []), ("\u{1B}[1;1:3A", []), ("\u{1B}[1;5C", []), ("\u{1B}[3~", []),
    ("\u{1B}[15~", []), ("\u{1B}OQ", []), ("\u{1B}O1;2P", []), ("\u{1B}[[B", []), ("\u{1B}q", []),
    ("\u{1B}\u{7F}", []), ("\u{1B}[97;5u", []), ("\u{1B}[27;5;113~", []), ("\u{1B}é", []),
    // The mouse, in all its forms, and the focus.
    ("\u{1B}[<0;40;12M", []), ("\u{1B}[<35;40;12m", []), ("\u{1B}[M aq", []),
    ("\u{1B}[M é½", []), ("\u{1B}[32;40;12M", []), ("\u{1B}[I", []), ("\u{1B}[O", []),
    // Answers: attributes, position, modes, colours, titles, the terminal's name, graphics.
    ("\u{1B}[?62;22c", []), ("\u{1B}[>41;370;0c", []), ("\u{1B}[12;40R", []), ("\u{1B}[0n", []),
    ("\u{1B}[?2026;2$y", []), ("\u{1B}[?1u", []), ("\u{1B}]11;rgb:dddd/dddd/dddd\u{1B}\\", []),
    ("\u{1B}]11;rgb:dddd/dddd/dddd\u{7}", []), ("\u{1B}]lqueue\u{1B}\\", []),
    ("\u{1B}]52;c;cXVhZA==\u{7}", []), ("\u{1B}]l\u{DC}ber q\u{1B}\\", []),
    ("\u{1B}P>|xterm(370)\u{1B}\\", []), ("\u{1B}P1$r0 q\u{1B}\\", []),
    ("\u{1B}P1+r544e=787465\u{1B}\\", []), ("\u{1B}_Gi=31;OK\u{1B}\\", []),
    ("\u{1B}^quad\u{1B}\\", []), ("\u{1B}Xquad\u{7}q\u{1B}\\", []),
    // What is pasted, also if it contains sequences.
    ("\u{1B}[200~quad\u{3} +\u{1B}[201~", []), ("\u{1B}[200~\u{1B}[A\u{1B}[20q\u{1B}[201~", []),
    // CAN and SUB end what was begun.
    ("\u{1B}[\u{18}q", [.cancel]), ("\u{1B}]11;\u{1A}q", [.cancel]), ("\u{1B}]1\u{1B}[A", [.up]),
    // Control characters have their function within a sequence.
    ("\u{1B}[\u{3}1;5A", [.cancel]),
  ]

  @Test("Letters, signs and sequences, and a key after each", arguments: sequences)
  func table(_ text: String, _ expected: [Key]) {
    #expect(keys(text.utf8) == expected)
    #expect(keys((text + "+").utf8) == expected + [.more])
  }

  @Test("The eight-bit forms, which are no part of a character")
  func eightBits() {
    #expect(keys([0x9B, 0x41]) == [.up])
    #expect(keys([0x8F, 0x42]) == [.down])
    #expect(keys([0x9B] + Array("?62;22cq".utf8)) == [.cancel])
    #expect(keys([0x9D] + Array("11;rgb:dd".utf8) + [0x9C, 0x71]) == [.cancel])
    #expect(keys([0x90] + Array("quad".utf8) + [0x9C]) == [])
  }

  @Test("A key ESC is no beginning once it has been given up, and nothing waits without one")
  func giveUp() {
    var parser = KeyParser()
    #expect(parser.patience == nil)
    #expect(parser.key(for: 0x1B) == nil)
    #expect(parser.patience == .milliseconds(100))
    parser.giveUp()
    #expect(parser == KeyParser())
    #expect(parser.key(for: UInt8(ascii: "q")) == .cancel)
    for text in ["\u{1B}[", "\u{1B}]11;", "\u{1B}[200~q", "\u{1B}[M "] {
      for byte in text.utf8 { #expect(parser.key(for: byte) == nil) }
      #expect(parser.patience == .seconds(2))
      parser.giveUp()
    }
  }

  @Test("Any split of any stream gives the same keys", .random)
  func splits() {
    // The state of a parser is all that it knows, so a copy goes on where a read has ended.
    var random = SeededGenerator(for: "splits of a terminal's input")
    for _ in 0..<repetitions(100_000) {
      let stream = (0..<Int.random(in: 1...12, using: &random)).flatMap { _ in
        Self.anything(&random)
      }
      var (parser, found, rest) = (KeyParser(), [Key](), stream[...])
      while !rest.isEmpty {
        let read = rest.prefix(Int.random(in: 1...rest.count, using: &random))
        var copy = parser
        found += read.compactMap { copy.key(for: $0) }
        parser = copy
        rest = rest.dropFirst(read.count)
      }
      #expect(found == keys(stream))
      #expect(found == Self.expected(stream), "\(stream)")
    }
  }

  @Test("In random bytes in which no key is encoded, no key is found", .random)
  func noKeys() {
    var random = SeededGenerator(for: "terminal input without keys")
    var (parser, count) = (KeyParser(), 0)
    while count < repetitions(1_000_000) {
      let bytes = Self.nothing(&random)
      count += bytes.count
      for byte in bytes {
        if let key = parser.key(for: byte) { Issue.record("\(key) in \(bytes)") }
      }
    }
    #expect(parser.key(for: UInt8(ascii: "q")) == .cancel)
  }
}

// MARK: - Random input

extension KeyParserTests {
  /// A piece that is a key, that is none, or that is random.
  private static func anything(_ random: inout SeededGenerator) -> [UInt8] {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return Array(sequences.randomElement(using: &random)?.0.utf8 ?? " ".utf8)
    case 1: return nothing(&random)
    default:
      return (0..<Int.random(in: 1...6, using: &random)).map { _ in
        let special: [UInt8] = [
          0x1B, 0x1B, 0x5B, 0x4F, 0x5D, 0x07, 0x18, 0x9B, 0x9C, 0x41, 0x4D, 0x7E,
        ]
        return Bool.random(using: &random)
          ? special.randomElement(using: &random) ?? 0 : .random(in: 0...255, using: &random)
      }
    }
  }

  /// A whole piece of input in which no key with a function is encoded.
  private static func nothing(_ random: inout SeededGenerator) -> [UInt8] {
    func text(_ set: [UInt8], _ most: Int, _ random: inout SeededGenerator) -> [UInt8] {
      (0..<Int.random(in: 0...most, using: &random)).map { _ in
        set.randomElement(using: &random) ?? 0
      }
    }
    let printable = Array(UInt8(0x20)...0x7E)
    let letters = Array("qQdDaA +-=us?19bklrhj".utf8)
    let payload = printable + letters + letters
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      let introducer = Array("PX^_]".utf8).randomElement(using: &random) ?? 0x50
      return [0x1B, introducer] + text(payload, 30, &random) + Array("é🜚".utf8) + [0x1B, 0x5C]
    case 1: return [0x1B, 0x5D] + text(payload, 30, &random) + [0x07]
    case 2:
      // With a private mark, no final byte is that of an arrow. The console's keys and the mouse have no parameters.
      let final = UInt8.random(in: 0x40...0x7E, using: &random)
      let mark = Array("?<=>".utf8).randomElement(using: &random) ?? 0x3F
      return [0x1B, 0x5B, mark] + text(Array("0123456789;:".utf8), 12, &random) + [final]
    case 3:
      return [0x1B, 0x5B, 0x4D] + (0..<3).map { _ in .random(in: 0x20...0x7E, using: &random) }
    case 4:
      let pasted = text(payload + [0x1B, 0x03, 0x18, 0x0D], 60, &random)
      return Array("\u{1B}[200~".utf8) + pasted + Array("\u{1B}[201~".utf8)
    case 5: return [0x1B, letters.randomElement(using: &random) ?? 0x71].filter { $0 != 0x20 }
    case 6: return Array("éüß🜚早餐½".randomElement(using: &random).map(String.init)?.utf8 ?? "é".utf8)
    default: return Array([0x1B, 0x5B, 0x49, 0x1B, 0x5B, 0x4F])
    }
  }
}

// MARK: - A model

extension KeyParserTests {
  /// Returns the keys of a whole stream, found by looking ahead instead of by states.
  private static func expected(_ stream: [UInt8]) -> [Key] {
    var (keys, rest) = ([Key](), stream[...])
    while let byte = rest.first {
      rest = rest.dropFirst()
      if let length = continuation(byte) {
        skipContinuation(&rest, length)
      } else if byte == 0x1B {
        keys += afterEscape(&rest)
      } else if (0x80...0x9F).contains(byte) {
        rest = [byte - 0x40] + rest
        keys += afterEscape(&rest)
      } else if let key = Key(byte) {
        keys.append(key)
      }
    }
    return keys
  }

  private static func continuation(_ byte: UInt8) -> Int? {
    switch byte {
    case 0xC2...0xDF: 1
    case 0xE0...0xEF: 2
    case 0xF0...0xF4: 3
    default: nil
    }
  }

  private static func skipContinuation(_ rest: inout ArraySlice<UInt8>, _ length: Int) {
    var left = length
    while left > 0, let next = rest.first, (0x80...0xBF).contains(next) {
      rest = rest.dropFirst()
      left -= 1
    }
  }

  /// Removes a sequence from the front, up to what ends it. What begins something else is left.
  private static func afterEscape(_ rest: inout ArraySlice<UInt8>) -> [Key] {
    var keys: [Key] = []
    while let byte = rest.first, byte < 0x20, byte != 0x1B {
      rest = rest.dropFirst()
      if byte == 0x18 || byte == 0x1A { return keys }
      if let key = Key(byte) { keys.append(key) }
    }
    guard let byte = rest.first, byte < 0x80, byte != 0x1B else { return keys }
    rest = rest.dropFirst()
    switch byte {
    case 0x5B: keys += control(&rest)
    case 0x4F, 0x4E: keys += function(&rest)
    case 0x5D: string(&rest, endsWithBell: true)
    case 0x50, 0x58, 0x5E, 0x5F: string(&rest, endsWithBell: false)
    case 0x20...0x2F:
      while let next = rest.first, next < 0x30 {
        if next == 0x1B { return keys }
        rest = rest.dropFirst()
        if next == 0x18 || next == 0x1A { return keys }
        if let key = next < 0x20 ? Key(next) : nil { keys.append(key) }
      }
      if let next = rest.first, next < 0x80 { rest = rest.dropFirst() }
    default: break
    }
    return keys
  }

  private static func control(_ rest: inout ArraySlice<UInt8>) -> [Key] {
    var (keys, bytes) = ([Key](), [UInt8]())
    while let byte = rest.first, byte != 0x1B, byte < 0x80 {
      rest = rest.dropFirst()
      switch byte {
      case 0x18, 0x1A: return keys
      case 0x00...0x1F: if let key = Key(byte) { keys.append(key) }
      case 0x20...0x3F: bytes.append(byte)
      case 0x7F: break
      default:
        let text = String(decoding: bytes, as: UTF8.self)
        if ["", "1", "1;1"].contains(text), byte == 0x41 || byte == 0x42 {
          return keys + [byte == 0x41 ? .up : .down]
        }
        if text.isEmpty, byte == 0x4D { keys += dropCharacters(&rest, 3) }
        if text.isEmpty, byte == 0x5B { keys += dropCharacters(&rest, 1) }
        if text == "200", byte == 0x7E { dropPaste(&rest) }
        return keys
      }
    }
    return keys
  }

  /// Removes characters, and returns the keys among the control characters before each of them.
  private static func dropCharacters(_ rest: inout ArraySlice<UInt8>, _ count: Int) -> [Key] {
    var (keys, left) = ([Key](), count)
    while left > 0, let byte = rest.first, byte != 0x1B {
      rest = rest.dropFirst()
      if byte == 0x18 || byte == 0x1A { break }
      if byte < 0x20 { keys += [Key(byte)].compactMap(\.self) } else { left -= 1 }
      skipContinuation(&rest, continuation(byte) ?? 0)
    }
    return keys
  }

  private static func dropPaste(_ rest: inout ArraySlice<UInt8>) {
    rest = rest.firstRange(of: Array("\u{1B}[201~".utf8)).map { rest[$0.upperBound...] } ?? []
  }

  private static func function(_ rest: inout ArraySlice<UInt8>) -> [Key] {
    var (keys, bytes) = ([Key](), [UInt8]())
    while let byte = rest.first, byte != 0x1B, byte < 0x80 {
      rest = rest.dropFirst()
      switch byte {
      case 0x18, 0x1A: return keys
      case 0x00...0x1F: if let key = Key(byte) { keys.append(key) }
      case 0x30...0x3B: bytes.append(byte)
      default:
        let text = String(decoding: bytes, as: UTF8.self)
        guard ["", "1", "1;1"].contains(text), byte == 0x41 || byte == 0x42 else { return keys }
        return keys + [byte == 0x41 ? .up : .down]
      }
    }
    return keys
  }

  private static func string(_ rest: inout ArraySlice<UInt8>, endsWithBell: Bool) {
    while let byte = rest.first, byte != 0x1B, !(0x80...0x9F).contains(byte) {
      rest = rest.dropFirst()
      if byte == 0x18 || byte == 0x1A || endsWithBell && byte == 0x07 { return }
      skipContinuation(&rest, continuation(byte) ?? 0)
    }
  }
}
