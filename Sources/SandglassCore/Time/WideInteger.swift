/// A number of 128 bits without a sign, for exact divisions. `UInt128` needs iOS 18.
package struct WideInteger: Sendable {
  private let high: UInt64
  private let low: UInt64

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates the number of attoseconds in a duration, without its sign.
  package init(attosecondsOf duration: Duration) {
    guard duration._high < 0 else {
      self.init(high: UInt64(duration._high), low: duration._low)
      return
    }
    // The negative of a number is its complement plus one.
    let (low, carry) = (~duration._low).addingReportingOverflow(1)
    self.init(high: UInt64(~duration._high) + (carry ? 1 : 0), low: low)
  }

  /// Divides by a number that is not zero.
  package func divided(by divisor: UInt64) -> (quotient: WideInteger, remainder: UInt64) {
    let (high, rest) = high.quotientAndRemainder(dividingBy: divisor)
    let (low, remainder) = divisor.dividingFullWidth((rest, low))
    return (WideInteger(high: high, low: low), remainder)
  }

  /// This number, or the maximum if it has more than 64 bits.
  package var clamped: UInt64 { high == 0 ? low : .max }
}
