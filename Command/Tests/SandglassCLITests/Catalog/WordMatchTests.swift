import Testing

@testable import sandglass_cli

@Suite("Which kept countdown a word means")
struct WordMatchTests {
  @Test(
    "An id before a label, a label before one in other letters",
    arguments: [
      ("tea", .one("tea")), ("tea-2", .one("tea-2")), ("Tea", .several(["tea", "tea-2"])),
      ("TEA", .several(["tea", "tea-2", "tea-3"])), ("teA", .one("tea-3")), ("Eggs", .one("eggs")),
      ("eggs", .one("eggs")), ("EGGS", .one("eggs")), ("25m", .one("25m")), ("25M", .none),
      ("egg", .none), ("", .none), ("Milk", .one("milk-2")), ("milk", .one("milk")),
      ("früh", .one("x")), ("FRU\u{308}H", .one("x")),
    ] as [(String, WordMatch)])
  func match(_ word: String, _ expected: WordMatch) {
    let labels: [(id: String, label: String?)] = [
      ("tea", "Tea"), ("tea-2", "Tea"), ("tea-3", "teA"), ("eggs", "Eggs"), ("25m", nil),
      ("milk", "milk!"), ("milk-2", "Milk"), ("x", "Früh"),
    ]
    #expect(WordMatch(word, among: labels) == expected)
  }
}
