/// Text made safe for a terminal and for lines.
enum VisibleText {
  /// The text with a question mark for each character that could command a terminal, end the
  /// line, turn the direction of writing, or hide what is written.
  static func of(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isUnsafe(scalar) ? "?" : scalar) }
    return String(result)
  }

  /// Whether a character is a control, a line or paragraph separator, or one that Unicode shows
  /// nothing for: marks of direction, tags, fillers, spaces of no width.
  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x2029: true
    case 0..<0xA0: false
    // What joins emoji and letters, and chooses their form.
    case 0x200C...0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x180B...0x180D, 0x180F: false
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
