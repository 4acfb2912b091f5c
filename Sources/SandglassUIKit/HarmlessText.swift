/// Removes the characters with which a text, such as one that another user has written, could mislead the reader of an
/// alert. These characters display text in a different order, or are invisible.
enum HarmlessText {
  /// Returns the harmless text to show in place of a text; nil if the text is harmless itself.
  static func replacement(for text: String) -> String? {
    let harmless = of(text)
    return harmless == text ? nil : harmless
  }

  /// Returns the text without control characters, without directional overrides, embeddings and unpaired isolates, and
  /// without invisible characters. Line feeds are preserved, and other line separators are replaced by line feeds.
  ///
  /// Emoji are preserved, and so are the marks and joiners that Arabic, Hebrew, Persian and Indian scripts need.
  static func of(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    guard scalars.contains(where: isSuspicious) else { return text }
    let keepsIsolates = hasPairedIsolates(scalars)
    var result = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      if let end = endOfFlag(in: scalars, from: index) {
        result.append(contentsOf: scalars[index..<end])
        index = end
        continue
      }
      let isHalfABreak = scalars[index] == "\r" && scalars[(index + 1)...].first == "\n"
      if !isHalfABreak, let scalar = harmless(scalars[index], keepsIsolates: keepsIsolates) {
        result.append(scalar)
      }
      index += 1
    }
    return String(result)
  }

  /// Returns the scalar to show in place of the given scalar; nil for none.
  private static func harmless(_ scalar: Unicode.Scalar, keepsIsolates: Bool) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x0A: scalar
    case 0x09: " "
    case 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: "\n"
    case 0x2066...0x2069: keepsIsolates ? scalar : nil
    default: isSuspicious(scalar) ? nil : scalar
    }
  }

  /// Returns whether a scalar is a control character, a line separator, or default-ignorable in Unicode. Marks,
  /// joiners, soft hyphens and variation selectors are not suspicious.
  private static func isSuspicious(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x2029: true
    case 0..<0xA0, 0xAD, 0x61C, 0x200C...0x200F, 0x180B...0x180D, 0x180F, 0xFE00...0xFE0F,
      0xE0100...0xE01EF:
      false
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Returns whether every isolate is closed, and no isolate is closed that is not open (Unicode Standard Annex 9,
  /// section 2.4.2).
  private static func hasPairedIsolates(_ scalars: [Unicode.Scalar]) -> Bool {
    var open = 0
    for scalar in scalars {
      switch scalar.value {
      case 0x2066...0x2068: open += 1
      case 0x2069: open -= 1
      default: break
      }
      if open < 0 { return false }
    }
    return open == 0
  }

  /// Returns the end of a region's flag, such as Scotland's, that begins at the given index; nil if no such flag begins
  /// there. The letters of the flag are tags, which are invisible everywhere else (Unicode Technical Standard 51,
  /// section C.1).
  private static func endOfFlag(in scalars: [Unicode.Scalar], from index: Int) -> Int? {
    guard scalars[index].value == 0x1F3F4 else { return nil }
    let tags = scalars[(index + 1)...].prefix { isTagOfRegion($0) }
    let end = index + 1 + tags.count
    guard (3...6).contains(tags.count), end < scalars.count, scalars[end].value == 0xE007F else {
      return nil
    }
    return end + 1
  }

  private static func isTagOfRegion(_ scalar: Unicode.Scalar) -> Bool {
    (0xE0030...0xE0039).contains(scalar.value) || (0xE0061...0xE007A).contains(scalar.value)
  }
}
