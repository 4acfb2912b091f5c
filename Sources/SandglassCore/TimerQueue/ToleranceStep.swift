/// One of the tolerances that a queue tells apart.
///
/// A tolerance is rounded down to the next step, so that there are few wheels and no timer is
/// ever later than it was told it may be.
@usableFromInline
struct ToleranceStep: Sendable, Hashable {
  /// How late a timer of this step may be.
  @usableFromInline let nanoseconds: UInt64

  /// The greatest step that does not exceed `tolerance`; zero below the least.
  @inlinable @inline(__always)
  init(within tolerance: Duration) {
    // Most timers are exact: that is told without a call.
    nanoseconds = tolerance.attoseconds <= 0 ? 0 : Self.nanoseconds(within: tolerance)
  }

  /// The greatest step that does not exceed that many nanoseconds; zero below the least.
  @inlinable @inline(__always)
  init(withinNanoseconds tolerance: UInt64) {
    nanoseconds = tolerance == 0 ? 0 : Self.nanoseconds(within: tolerance)
  }

  @usableFromInline
  static func nanoseconds(within tolerance: Duration) -> UInt64 {
    // To divide 128 bits is slow. Beyond the greatest step all are alike, and 10^9 is 2^9 times 5^9.
    let attoseconds = min(tolerance.attoseconds, 60_000_000_000_000_000_000)
    return nanoseconds(within: UInt64(attoseconds >> 9) / 1_953_125)
  }

  /// One of the steps is 17 ms, a frame of a 60 Hz screen.
  @usableFromInline
  static func nanoseconds(within tolerance: UInt64) -> UInt64 {
    let millisecond: UInt64 = 1_000_000
    let milliseconds: UInt64 =
      switch tolerance / millisecond {
      case 0: 0
      case 1: 1
      case ..<5: 2
      case ..<10: 5
      case ..<17: 10
      case ..<50: 17
      case ..<100: 50
      case ..<200: 100
      case ..<500: 200
      case ..<1000: 500
      case ..<2000: 1000
      case ..<5000: 2000
      case ..<10_000: 5000
      case ..<30_000: 10_000
      case ..<60_000: 30_000
      default: 60_000
      }
    return milliseconds * millisecond
  }
}
