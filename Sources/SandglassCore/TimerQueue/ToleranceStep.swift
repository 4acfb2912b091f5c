/// The tolerances that a queue tells apart.
///
/// A tolerance is rounded down to the next step, so that there are few wheels and no timer is
/// ever later than it was told it may be.
enum ToleranceStep {
  /// The steps, greatest first, in milliseconds; 17 ms is one frame of a 60 Hz screen.
  private static let milliseconds: [Int64] = [
    60_000, 30_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50, 17, 10, 5, 2, 1,
  ]

  /// The greatest step that does not exceed `tolerance`; zero below the least.
  static func step(within tolerance: Duration) -> Duration {
    for step in milliseconds where .milliseconds(step) <= tolerance {
      return .milliseconds(step)
    }
    return .zero
  }
}
