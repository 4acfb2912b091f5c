import Testing

@testable import sandglass_cli

@Suite("Text on a terminal")
struct TextTests {
  @Test(
    "Wide characters take two columns",
    arguments: [
      ("Tea", 3), ("", 0), ("早餐", 4), ("パン", 4), ("한글", 4), ("Ａ", 2), ("🥚", 2),
      ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("☕️", 2), ("☕", 2), ("❤️", 2), ("❤", 1), ("é", 1), ("e\u{301}", 1),
      ("\u{301}", 0), ("ｱ", 1), ("…", 1), ("1️⃣", 2), ("𠀀", 2),
    ] as [(String, Int)])
  func width(_ text: String, _ columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test(
    "What does not fit is cut between characters",
    arguments: [
      ("Breakfast", 9, "Breakfast"), ("Breakfast", 8, "Breakfa…"), ("早餐时间", 8, "早餐时间"),
      ("早餐时间", 7, "早餐时…"), ("早餐时间", 6, "早餐…"), ("Tea", 1, "…"), ("Tea", 0, ""),
    ] as [(String, Int, String)])
  func fit(_ text: String, _ columns: Int, _ expected: String) {
    #expect(DisplayWidth.fit(text, in: columns, ellipsis: "…") == expected)
  }

  @Test("Nothing in a text commands the terminal, breaks the line or turns it round")
  func visible() {
    #expect(VisibleText.of("Tea 早餐 👨‍👩‍👧") == "Tea 早餐 👨‍👩‍👧")
    #expect(VisibleText.of("\u{1B}]2;x\u{7}\n\t\u{9B}\u{7F}") == "?]2;x?????")
    #expect(VisibleText.of("a\u{202E}b\u{2028}c\r\nd") == "a?b?c??d")
  }

  @Test(
    "Nothing in a text is hidden: marks of direction, tags, fillers, spaces of no width",
    arguments: [
      "\u{202E}", "\u{2066}", "\u{200E}", "\u{61C}", "\u{E0041}", "\u{E007F}", "\u{3164}",
      "\u{115F}", "\u{1160}", "\u{FFA0}", "\u{200B}", "\u{2060}", "\u{2064}", "\u{FEFF}",
      "\u{AD}", "\u{34F}", "\u{180E}", "\u{206F}", "\u{1D173}",
    ])
  func hidden(_ text: String) {
    #expect(VisibleText.of("a" + text + "b").unicodeScalars.elementsEqual("a?b".unicodeScalars))
  }

  @Test(
    "What joins letters and emoji, or chooses their form, stays",
    arguments: ["👨‍👩‍👧", "☕️", "1️⃣", "می\u{200C}خواهم", "क्\u{200D}ष", "葛\u{E0100}", "e\u{301}"])
  func joined(_ text: String) {
    #expect(VisibleText.of(text) == text)
  }

  @Test(
    "Sequences are written to terminals that have a name",
    arguments: [
      (nil, false), ("", false), ("dumb", false), ("unknown", false), ("xterm", true),
      ("linux", true),
    ])
  func terminalNames(_ name: String?, _ isUnderstood: Bool) {
    #expect(Escape.isUnderstood(terminalName: name) == isUnderstood)
  }

  @Test("The style follows NO_COLOR and the encoding of the locale")
  func style() {
    func style(_ variables: [String: String]) -> Style { Style { variables[$0] } }
    #expect(style([:]) == Style(hasColor: true, hasUnicode: false))
    #expect(style(["NO_COLOR": "1"]) == Style(hasColor: false, hasUnicode: false))
    #expect(style(["NO_COLOR": ""]).hasColor)
    #expect(style(["LANG": "en_GB.UTF-8"]).hasUnicode)
    #expect(style(["LANG": "C.utf8", "LC_ALL": ""]).hasUnicode)
    #expect(!style(["LANG": "C.UTF-8", "LC_ALL": "C"]).hasUnicode)
  }
}
