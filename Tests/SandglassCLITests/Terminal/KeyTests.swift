import Testing

@testable import sandglass_cli

@Suite("What keys mean")
struct KeyTests {
  @Test(
    "Letters, signs and sequences",
    arguments: [
      (" ", [.pause]), ("+", [.more]), ("=", [.more]), ("-", [.less]), ("_", [.less]),
      ("q", [.cancel]), ("Q", [.cancel]), ("\u{3}", [.cancel]),
      ("+- q", [.more, .less, .pause, .cancel]),
      ("\u{1}\r\n", []), ("\u{1B}[A+", [.up, .more]), ("\u{1B}OA-", [.up, .less]),
      ("\u{1B}[B\u{1B}OB", [.down, .down]), ("jk", [.down, .up]), ("\u{1B}Oq", []),
      ("\u{1B}[1;5C ", [.pause]), ("\u{1B}q", []), ("\u{1B}", []), ("\u{1B}[", []), ("é", []),
      ("19", [.row(1), .row(9)]), ("0", []), ("aud?", [.all, .undo, .detach, .help]),
      ("sb", [.skip, .back]), ("lr", [.lap, .reset]),
    ] as [(String, [Key])])
  func keys(_ text: String, _ expected: [Key]) {
    #expect(Key.keys(in: text.utf8) == expected)
  }
}
