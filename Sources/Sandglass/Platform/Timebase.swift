import SandglassCore

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
    let (ticks, rest) = divided(nanoseconds)
    return ticks.addingClamped(rest > 0 ? 1 : 0)
  }

  /// Returns the largest number of ticks that last no longer than the given number of nanoseconds.
  func ticks(within nanoseconds: UInt64) -> UInt64 {
    divided(nanoseconds).quotient
  }

  /// Returns the ticks of the given number of nanoseconds, and what is left of the last one. They saturate.
  private func divided(_ nanoseconds: UInt64) -> (quotient: UInt64, remainder: UInt64) {
    let scaled = nanoseconds.multipliedFullWidth(by: denominator)
    guard scaled.high < numerator else { return (.max, 0) }
    return numerator.dividingFullWidth(scaled)
  }
}
