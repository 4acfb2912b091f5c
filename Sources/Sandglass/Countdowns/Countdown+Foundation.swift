#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import SandglassCore

extension Countdown {
  /// Makes a countdown to a date.
  ///
  /// - Parameters:
  ///   - end: When to finish; a start after it finishes at once.
  ///   - options: The unit, the rounding, the milestones, and what comes after zero.
  ///   - timekeeper: What keeps the time.
  public convenience init(
    endingAt end: Date,
    options: CountdownOptions = .standard,
    on timekeeper: Timekeeper = .shared
  ) {
    self.init(endingAt: WallMoment(end), options: options, on: timekeeper)
  }
}

extension CountdownInterval {
  /// The range in dates, as `Text(timerInterval:)` and `ProgressView(timerInterval:)` take it.
  public var dates: ClosedRange<Date> {
    Date(start)...max(Date(start), Date(end))
  }

  /// Where the display stands still, as `Text(timerInterval:pauseTime:)` takes it; nil while the
  /// countdown runs or has finished.
  public var pauseDate: Date? {
    pausedAt.map { Date($0) }
  }
}
