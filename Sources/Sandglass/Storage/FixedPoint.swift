/// Whole numbers as decimal fractions: 1500 thousandths are `1.5`.
///
/// JSON has no numbers that every reader reads exactly beyond 2^53, so times are written in such
/// texts.
enum FixedPoint {
  /// A number of parts, of which one makes ten to the power of `places`; no closing zeros.
  static func text(_ parts: Int128, places: Int) -> String {
    let digits = String(parts.magnitude)
    let padding = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count))
    let padded = padding + digits
    var fraction = padded.suffix(places)
    while fraction.last == "0" { fraction.removeLast() }
    let sign = parts < 0 ? "-" : ""
    return sign + padded.dropLast(places) + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// The number of parts in a text; nil if it is no decimal fraction, has more places, or is
  /// beyond what 128 bits hold.
  static func parts(_ text: Substring, places: Int) -> Int128? {
    let isNegative = text.first == "-"
    let fields = text.dropFirst(isNegative ? 1 : 0)
      .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard fields.count <= 2, fields.allSatisfy(isDigits) else { return nil }
    let fraction = fields.count == 2 ? fields[1] : ""
    guard fraction.utf8.count <= places else { return nil }
    let zeros = String(repeating: "0", count: places - fraction.utf8.count)
    guard let magnitude = UInt128(fields[0] + fraction + zeros) else { return nil }
    if isNegative, magnitude == Int128.min.magnitude { return .min }
    return Int128(exactly: magnitude).map { isNegative ? -$0 : $0 }
  }

  private static func isDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
