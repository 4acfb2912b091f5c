/// The checksum of a record: CRC-64/XZ, from ECMA-182.
///
/// It detects every change within 64 consecutive bits. It misses one in 2^64 of all other changes.
package struct Checksum: Sendable, Equatable {
  /// The polynomial from ECMA-182, with its lowest power in the highest bit.
  private static let polynomial: UInt64 = 0xC96C_5795_D787_0F42

  /// The remainder of each byte.
  private static let remainders = (0..<256).map { byte in
    (0..<8).reduce(UInt64(byte)) { remainder, _ in
      remainder >> 1 ^ (remainder & 1 == 1 ? polynomial : 0)
    }
  }

  package let value: UInt64

  package init(of bytes: some Sequence<UInt8>) {
    let remainders = Self.remainders
    var remainder = UInt64.max
    for byte in bytes {
      remainder = remainder >> 8 ^ remainders[Int(UInt8(truncatingIfNeeded: remainder) ^ byte)]
    }
    value = ~remainder
  }

  /// The value as sixteen lowercase hexadecimal digits.
  package var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
