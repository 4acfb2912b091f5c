extension String {
  /// This text in quotes on one line, for an error message. What is invisible is shown by its name, such as
  /// `\N{NO-BREAK SPACE}`, and an ellipsis replaces the text after 60 Unicode scalars.
  package var quoted: String {
    var result = "\""
    for (count, scalar) in unicodeScalars.enumerated() {
      guard count < 60, result.utf8.count < 300 else { return result + "…\"" }
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
  /// This character, or its name or number if it is invisible or changes the direction of the text.
  fileprivate var visible: String {
    switch value {
    case 0x20..<0x7F: String(Character(self))
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0x09: "\\t"
    default: isInvisible ? escape : String(Character(self))
    }
  }

  #if hasFeature(Embedded)
    // Without Unicode's tables, the numbers of the commonest must do.
    private var isInvisible: Bool {
      switch value {
      case 0..<0x20, 0x7F...0xA0, 0xAD, 0x61C, 0x2000...0x200F, 0x2028...0x202F, 0x205F...0x206F,
        0x3000, 0xFEFF:
        true
      default: false
      }
    }

    private var escape: String { "\\u{" + String(value, radix: 16) + "}" }
  #else
    private var isInvisible: Bool {
      switch properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: true
      // The Braille pattern without dots counts as a symbol.
      default: properties.isDefaultIgnorableCodePoint || value == 0x2800
      }
    }

    private var escape: String {
      properties.name.map { "\\N{" + $0 + "}" } ?? "\\u{" + String(value, radix: 16) + "}"
    }
  #endif
}
