/// The ratio of a processor clock's ticks to nanoseconds.
struct Timebase: Equatable, Sendable {
  /// The number of nanoseconds in ``denominator`` ticks. It is more than zero.
  let numerator: UInt64

  /// The number of ticks in ``numerator`` nanoseconds. It is more than zero.
  let denominator: UInt64

  init(numerator: UInt32, denominator: UInt32) {
    precondition(
      numerator > 0 && denominator > 0,
      "A timebase is a ratio of two positive numbers, not \(numerator)/\(denominator).")
    self.numerator = UInt64(numerator)
    self.denominator = UInt64(denominator)
  }

  /// Returns the first tick at which the given number of nanoseconds has passed since the clock started; `UInt64.max`
  /// if there is none.
  func ticks(reaching nanoseconds: UInt64) -> UInt64 {
    let scaled = UInt128(nanoseconds) * UInt128(denominator)
    return UInt64(clamping: (scaled + UInt128(numerator) - 1) / UInt128(numerator))
  }

  /// Returns the largest number of ticks that last no longer than the given number of nanoseconds.
  func ticks(within nanoseconds: UInt64) -> UInt64 {
    UInt64(clamping: UInt128(nanoseconds) * UInt128(denominator) / UInt128(numerator))
  }
}
