/// The width of text on a terminal.
enum DisplayWidth {
  /// Returns the number of columns that a text occupies.
  static func of(_ text: String) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  /// Returns the number of columns that a character occupies: two for East Asian wide characters
  /// and emoji, zero for marks without a base character, and one for all others.
  static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    if scalars.contains(where: { $0 == emojiSelector || isWide($0) }) { return 2 }
    return scalars.allSatisfy(takesNoColumn) ? 0 : 1
  }

  /// Returns the longest prefix of the text that fits, followed by an ellipsis if anything was cut
  /// off.
  static func fit(_ text: String, in columns: Int, ellipsis: String) -> String {
    guard of(text) > columns else { return text }
    var room = columns - of(ellipsis)
    guard room >= 0 else { return "" }
    var result = ""
    for character in text {
      room -= of(character)
      guard room >= 0 else { break }
      result.append(character)
    }
    return result + ellipsis
  }

  /// The variation selector that requests emoji presentation instead of text presentation.
  private static let emojiSelector: Unicode.Scalar = "\u{FE0F}"

  private static func takesNoColumn(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: true
    default: false
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x1100 else { return false }
    return wideRanges.contains { $0.contains(scalar.value) }
      || scalar.properties.isEmojiPresentation
  }

  /// The characters that Unicode's EastAsianWidth.txt lists as wide or fullwidth, except for emoji.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E,
    0x3041...0x4DBF, 0x4DC0...0x4DFF, 0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
    0x16FE0...0x18DFF, 0x1AFF0...0x1B2FB, 0x1D300...0x1D376, 0x1F200...0x1F265,
    0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
