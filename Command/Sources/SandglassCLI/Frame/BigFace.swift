/// A clock face in digits that are several rows high.
struct BigFace {
  /// The number of rows.
  static let height = 5

  /// The lines, all of the same width.
  let lines: [String]

  /// The number of columns.
  let width: Int

  /// Creates the lines for a face. Returns nil if a character has no large form, such as those of
  /// `done`.
  init?(_ face: String, style: Style) {
    var glyphs: [[Substring]] = []
    for character in face {
      guard let glyph = Self.glyphs[character] else { return nil }
      glyphs.append(glyph.split(separator: " "))
    }
    // A cell of a terminal is twice as high as it is wide.
    let dot = style.hasUnicode ? "██" : "##"
    lines = (0..<Self.height).map { row in
      glyphs.map { glyph in
        glyph[row].map { $0 == "#" ? dot : "  " }.joined()
      }.joined(separator: "  ")
    }
    width = lines[0].count
  }

  /// The five rows of each character.
  private static let glyphs: [Character: String] = [
    "0": "### #.# #.# #.# ###", "1": "..# ..# ..# ..# ..#", "2": "### ..# ### #.. ###",
    "3": "### ..# ### ..# ###", "4": "#.# #.# ### ..# ..#", "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###", "7": "### ..# ..# ..# ..#", "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###", ":": ". # . # .", ".": ". . . . #", "+": "... .#. ### .#. ...",
    "d": "..# ..# ### #.# ###", " ": ". . . . .",
  ]
}
