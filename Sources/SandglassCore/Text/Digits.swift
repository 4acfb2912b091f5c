extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Whether this byte is an ASCII letter or part of a non-ASCII character.
  var isLetter: Bool {
    self >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercasedASCII)
  }

  /// Whether this byte is a space, a tab or a line break.
  var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  /// The same letter in lower case, or the byte itself if it is not an upper-case ASCII letter.
  var lowercasedASCII: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}

extension UInt64 {
  /// Creates the number of decimal digits, and zero if there are none; nil if there is another byte, or if the number is
  /// too large.
  init?(digits: some Sequence<UInt8>) {
    self = 0
    for digit in digits {
      let (tens, isTooLarge) = multipliedReportingOverflow(by: 10)
      let (sum, isMuchTooLarge) = tens.addingReportingOverflow(UInt64(digit &- 0x30))
      guard digit.isDigit, !isTooLarge, !isMuchTooLarge else { return nil }
      self = sum
    }
  }

  /// Returns the decimal digits, padded with leading zeros to at least `width` digits.
  func digits(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }

  /// Returns this number divided by ten to the power of `width`, as a decimal point and digits: `.5` for 500 and a
  /// width of 3. There are no trailing zeros, and the text is empty for zero.
  func fraction(_ width: Int) -> String {
    guard self > 0 else { return "" }
    var parts = self
    var width = width
    while parts % 10 == 0 {
      parts /= 10
      width -= 1
    }
    return "." + parts.digits(width)
  }
}

extension ArraySlice<UInt8> {
  /// The text of these digits.
  var text: String { String(decoding: self, as: UTF8.self) }
}
