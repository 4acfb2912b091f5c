/// How the ticks of a processor's clock relate to nanoseconds.
struct Timebase: Equatable, Sendable {
  /// The nanoseconds in ``denominator`` ticks; more than zero.
  let numerator: UInt64

  /// The ticks in ``numerator`` nanoseconds; more than zero.
  let denominator: UInt64

  init(numerator: UInt32, denominator: UInt32) {
    precondition(
      numerator > 0 && denominator > 0,
      "A timebase is a ratio of two numbers above zero, and not \(numerator)/\(denominator).")
    self.numerator = UInt64(numerator)
    self.denominator = UInt64(denominator)
  }

  /// The first tick at which so many nanoseconds have passed since the clock began; `UInt64.max` beyond that.
  func ticks(reaching nanoseconds: UInt64) -> UInt64 {
    let scaled = UInt128(nanoseconds) * UInt128(denominator)
    return UInt64(clamping: (scaled + UInt128(numerator) - 1) / UInt128(numerator))
  }

  /// The most ticks that last no longer than so many nanoseconds.
  func ticks(within nanoseconds: UInt64) -> UInt64 {
    UInt64(clamping: UInt128(nanoseconds) * UInt128(denominator) / UInt128(numerator))
  }
}
