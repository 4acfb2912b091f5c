/// One of the tolerances that a queue tells apart.
///
/// A tolerance is rounded down to the next step, so that there are few wheels and no timer is
/// ever later than it was told it may be.
@usableFromInline
struct ToleranceStep: Sendable, Hashable {
  /// How late a timer of this step may be.
  @usableFromInline let nanoseconds: UInt64

  /// The steps, greatest first, in milliseconds; 17 ms is one frame of a 60 Hz screen.
  private static let milliseconds: [UInt64] = [
    60_000, 30_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50, 17, 10, 5, 2, 1,
  ]

  /// The greatest step that does not exceed `tolerance`; zero below the least.
  @usableFromInline
  init(within tolerance: Duration) {
    guard tolerance.attoseconds > 0 else {
      nanoseconds = 0
      return
    }
    let limit = UInt64(clamping: tolerance.nanosecondsRoundedDown)
    nanoseconds = Self.milliseconds.lazy.map { $0 * 1_000_000 }.first { $0 <= limit } ?? 0
  }
}
