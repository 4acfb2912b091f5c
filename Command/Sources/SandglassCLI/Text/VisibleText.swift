/// Makes text safe to print on a terminal and on a single line.
enum VisibleText {
  /// Returns the text with a question mark in place of each character that could control the
  /// terminal, end the line, change the text direction, or hide text.
  static func of(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isUnsafe(scalar) ? "?" : scalar) }
    return String(result)
  }

  /// Returns whether a scalar is a control character, a line or paragraph separator, or
  /// default-ignorable in Unicode, such as directional marks, tags, fillers and zero-width spaces.
  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x2029: true
    case 0..<0xA0: false
    // Joiners and variation selectors, which emoji and letters need.
    case 0x200C...0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x180B...0x180D, 0x180F: false
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
