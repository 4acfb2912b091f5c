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
