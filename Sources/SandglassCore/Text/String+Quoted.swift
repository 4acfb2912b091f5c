extension String {
  /// This text in quotes on one line, for an error message. Control characters and line breaks are escaped, and an
  /// ellipsis replaces the text after 60 Unicode scalars.
  package var quoted: String {
    var result = "\""
    for (count, scalar) in unicodeScalars.enumerated() {
      guard count < 60 else { return result + "…\"" }
      result.unicodeScalars.append(contentsOf: scalar.visible.unicodeScalars)
    }
    return result + "\""
  }

  /// Returns whether both texts have the same bytes. Unlike `==`, this needs no Unicode tables.
  func hasSameBytes(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}

extension Unicode.Scalar {
  /// This character, or an escape if it is invisible or changes the direction of the text.
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
