/// The checksum of a record: CRC-64/XZ, of ECMA-182.
///
/// It differs for every two texts of which one is the other with up to 64 neighbouring bits
/// changed; of other changes it misses one in 2^64.
struct Checksum: Hashable {
  /// The polynomial of ECMA-182, its lowest power in the highest bit.
  private static let polynomial: UInt64 = 0xC96C_5795_D787_0F42

  let value: UInt64

  init(of bytes: some Sequence<UInt8>) {
    var remainder = UInt64.max
    for byte in bytes {
      remainder ^= UInt64(byte)
      for _ in 0..<8 {
        let isOdd = remainder & 1 == 1
        remainder >>= 1
        if isOdd { remainder ^= Self.polynomial }
      }
    }
    value = ~remainder
  }

  /// The value in sixteen hexadecimal digits, letters small.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
