/// One of the tolerances that a queue tells apart.
///
/// A tolerance is rounded down to the next step, so that there are few wheels and no timer is
/// ever later than it was told it may be.
@usableFromInline
struct ToleranceStep: Sendable, Hashable {
  /// How late a timer of this step may be.
  @usableFromInline let nanoseconds: UInt64

  /// The greatest step that does not exceed `tolerance`; zero below the least.
  ///
  /// One of the steps is 17 ms, a frame of a 60 Hz screen.
  @inlinable @inline(__always)
  init(within tolerance: Duration) {
    // Most timers are exact: that is told without a call.
    nanoseconds = tolerance.attoseconds <= 0 ? 0 : Self.nanoseconds(within: tolerance)
  }

  @usableFromInline
  static func nanoseconds(within tolerance: Duration) -> UInt64 {
    let milliseconds: UInt64 =
      switch tolerance.attoseconds {
      case ..<Self.attoseconds(1): 0
      case ..<Self.attoseconds(2): 1
      case ..<Self.attoseconds(5): 2
      case ..<Self.attoseconds(10): 5
      case ..<Self.attoseconds(17): 10
      case ..<Self.attoseconds(50): 17
      case ..<Self.attoseconds(100): 50
      case ..<Self.attoseconds(200): 100
      case ..<Self.attoseconds(500): 200
      case ..<Self.attoseconds(1000): 500
      case ..<Self.attoseconds(2000): 1000
      case ..<Self.attoseconds(5000): 2000
      case ..<Self.attoseconds(10_000): 5000
      case ..<Self.attoseconds(30_000): 10_000
      case ..<Self.attoseconds(60_000): 30_000
      default: 60_000
      }
    return milliseconds * 1_000_000
  }

  /// That many milliseconds: to compare in attoseconds is much cheaper than to divide by them.
  private static func attoseconds(_ milliseconds: Int128) -> Int128 {
    milliseconds * 1_000_000_000_000_000
  }
}
