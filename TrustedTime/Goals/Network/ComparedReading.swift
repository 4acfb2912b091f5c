import Sandglass
import SandglassCore
import SandglassTrustedTime
import SandglassTrustedTimeCore

/// A trusted clock's reading, compared with this machine's wall clock. The server under test has the same wall clock,
/// so the wall clock is the true time.
struct ComparedReading {
  /// Half the width of the interval.
  let halfWidth: Duration

  /// The middle of the interval minus the true time.
  let error: Duration

  /// Whether the interval certainly contains the true time.
  let isTruthInside: Bool

  /// Reads a clock. Returns nil if it has no interval.
  init?(of clock: TrustedClock) {
    var (reading, truth) = Self.read(clock)
    for _ in 0..<9 {
      let next = Self.read(clock)
      if next.truth.width < truth.width { (reading, truth) = next }
    }
    guard let interval = reading.interval else { return nil }
    halfWidth = interval.width / 2
    error = interval.lowerBound + halfWidth - (truth.lowerBound + truth.width / 2)
    isTruthInside =
      interval.lowerBound <= truth.lowerBound && truth.upperBound <= interval.upperBound
  }

  /// Reads a clock, and the wall clock before and after it.
  private static func read(
    _ clock: TrustedClock
  ) -> (reading: TrustedReading, truth: ClosedRange<WallMoment>) {
    let before = WallMoment.now
    let reading = clock.reading
    let after = WallMoment.now
    return (reading, before...max(before, after))
  }
}

extension ClosedRange<WallMoment> {
  fileprivate var width: Duration { upperBound - lowerBound }
}
