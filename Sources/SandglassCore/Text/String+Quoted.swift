extension String {
  /// This text in quotes on one line, for an error: control characters and line breaks are
  /// written as escapes, and what exceeds 60 characters is left out.
  var quoted: String {
    var result = "\""
    for (count, scalar) in unicodeScalars.enumerated() {
      guard count < 60 else { return result + "…\"" }
      result.unicodeScalars.append(contentsOf: scalar.visible.unicodeScalars)
    }
    return result + "\""
  }

  /// Whether both texts have the same bytes. Unlike `==`, this needs no Unicode tables.
  func hasSameBytes(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}

extension Unicode.Scalar {
  /// This character, or an escape for one that has no shape or that turns the line's direction.
  fileprivate var visible: String {
    switch value {
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0x09: "\\t"
    case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF:
      "\\u{" + String(value, radix: 16) + "}"
    default: String(Character(self))
    }
  }
}
