/// Text that is safe everywhere: the version of a token, the id of a key, and a nonce.
enum TokenWord {
  static let longest = 64

  /// Returns whether the bytes are 1 to 64 ASCII letters, digits, `-` and `_`. Such text is safe in a URL and in a log.
  static func isValid(_ bytes: some Collection<UInt8>) -> Bool {
    (1...longest).contains(bytes.count) && bytes.allSatisfy(isValid)
  }

  private static func isValid(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
