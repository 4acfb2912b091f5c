/// One of the tolerances that a queue distinguishes.
///
/// A tolerance is rounded down to the nearest step, so that there are few wheels and no timer exceeds its requested
/// tolerance.
@usableFromInline
struct ToleranceStep: Sendable, Equatable {
  /// The maximum delay of a timer with this step, in nanoseconds.
  @usableFromInline let nanoseconds: UInt64

  /// The greatest step that does not exceed `tolerance`; zero below the smallest nonzero step.
  @inlinable @inline(__always)
  init(within tolerance: Duration) {
    // Most timers have no tolerance, so this case needs no call.
    nanoseconds = tolerance.isPositive ? Self.nanoseconds(within: tolerance) : 0
  }

  /// The greatest step that does not exceed the given number of nanoseconds; zero below the smallest nonzero step.
  @inlinable @inline(__always)
  init(withinNanoseconds tolerance: UInt64) {
    nanoseconds = tolerance == 0 ? 0 : Self.nanoseconds(within: tolerance)
  }

  @usableFromInline
  static func nanoseconds(within tolerance: Duration) -> UInt64 {
    nanoseconds(within: tolerance.clampedNanosecondsRoundedDown)
  }

  /// The steps include 17 ms, one frame of a 60 Hz screen.
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
