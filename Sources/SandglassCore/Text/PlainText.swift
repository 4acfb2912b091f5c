extension String {
  /// The bytes of this text as the parsers read it: with ASCII digits, points, commas and colons, and with simple spaces.
  ///
  /// White space of any kind reads as a space, and so do invisible marks, such as those for the direction of the text.
  /// So none of them joins what it separates. Digits of two scripts in one text are left as they are, because a number
  /// that mixes them is not what it seems: a Bengali four looks like an eight.
  var plainText: [UInt8] {
    if utf8.allSatisfy({ $0 < 0x80 }) { return Array(utf8) }
    let zeros = unicodeScalars.compactMap { $0.zero }
    let mixesScripts = zeros.contains { $0 != zeros[0] }
    var bytes: [UInt8] = []
    for scalar in unicodeScalars {
      if let plain = mixesScripts ? scalar.plain : scalar.digit ?? scalar.plain {
        bytes.append(plain)
      } else {
        bytes += String(Character(scalar)).utf8
      }
    }
    return bytes
  }
}

extension Unicode.Scalar {
  /// The zero of the script of a digit: of ASCII, of the scripts in whose digits a locale of CLDR writes numbers, and of the
  /// full-width digits; `nil` if this is no such digit.
  fileprivate var zero: UInt32? {
    switch value {
    case 0x30...0x39: 0x30
    case 0x660...0x669: 0x660
    case 0x6F0...0x6F9: 0x6F0
    case 0x7C0...0x7C9: 0x7C0
    case 0x966...0x96F: 0x966
    case 0x9E6...0x9EF: 0x9E6
    case 0xF20...0xF29: 0xF20
    case 0x1040...0x1049: 0x1040
    case 0x1C50...0x1C59: 0x1C50
    case 0xABF0...0xABF9: 0xABF0
    case 0xFF10...0xFF19: 0xFF10
    case 0x1_1136...0x1_113F: 0x1_1136
    case 0x1_E950...0x1_E959: 0x1_E950
    default: nil
    }
  }

  /// The ASCII digit of the same value; `nil` if this is no digit that the parsers read.
  fileprivate var digit: UInt8? {
    zero.map { UInt8(truncatingIfNeeded: 0x30 + value - $0) }
  }

  /// The ASCII character as which this one reads; `nil` if there is none.
  fileprivate var plain: UInt8? {
    switch value {
    case 0..<0x80: UInt8(truncatingIfNeeded: value)
    // White space, as Unicode's property White_Space has it.
    case 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: 0x20
    // Marks: of the direction, of a place for a line break or of none, and of the order of bytes.
    case 0x61C, 0x200B, 0x200E, 0x200F, 0x2060, 0x2066...0x2069, 0xFEFF: 0x20
    case 0x60C: UInt8(ascii: ",")
    case 0x66B: UInt8(ascii: ".")
    case 0x2212: UInt8(ascii: "-")
    // The full-width forms of ASCII, without the digits.
    case 0xFF01...0xFF0F, 0xFF1A...0xFF5E: UInt8(truncatingIfNeeded: value - 0xFEE0)
    default: nil
    }
  }
}
