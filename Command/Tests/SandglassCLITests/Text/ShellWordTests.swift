import Testing

@testable import sandglass_cli

@Suite("Words of commands that are shown")
struct ShellWordTests {
  @Test(
    "A word is within quotes if the shell would take it apart",
    arguments: [
      ("tea", "tea"), ("Tea=3m", "Tea=3m"), ("--json", "--json"), ("早餐", "早餐"),
      ("two words", "'two words'"),
      ("it's", #"'it'\''s'"#), ("", "''"), ("$HOME", "'$HOME'"), ("~", "'~'"), ("=cmd", "'=cmd'"),
      ("a\u{1B}b", "'a?b'"),
    ])
  func quoted(_ text: String, _ expected: String) {
    #expect(ShellWord.of(text) == expected)
  }
}
