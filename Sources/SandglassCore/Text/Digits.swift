extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Whether this byte is an ASCII letter or a part of a character outside ASCII.
  var isLetter: Bool {
    self >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercasedASCII)
  }

  /// Whether this byte is a space, a tab or a line break.
  var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  /// The same letter in lower case, or the byte itself if it is no upper case ASCII letter.
  var lowercasedASCII: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}

extension UInt64 {
  /// The decimal digits, with zeros in front to at least `width` digits.
  func digits(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }

  /// The digits after a decimal point, with the point, for a fraction of this many parts in ten
  /// to the power of `width`: `.5` for 500 and 3. No closing zeros, and nothing for zero.
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
