/// A countdown as a range of wall-clock times, for displays that the system updates by itself.
///
/// The end is never before the start, whatever happens to the countdown and its clocks.
public struct CountdownInterval: Sendable, Equatable {
  /// When the run began, plus the time for which it was paused. For a finished countdown, this is the end.
  public let start: WallMoment

  /// When the countdown reaches zero.
  public let end: WallMoment

  /// The instant at which the display is paused; `nil` while the countdown is running, and after it has finished.
  public let pausedAt: WallMoment?

  package init(start: WallMoment, end: WallMoment, pausedAt: WallMoment? = nil) {
    self.start = min(start, end)
    self.end = end
    self.pausedAt = pausedAt
  }

  /// Creates the interval of a reading at the current wall-clock time.
  ///
  /// - Parameters:
  ///   - reading: The reading.
  ///   - now: The current time.
  ///   - finish: When the countdown finished; `nil` if it has not.
  package init(_ reading: Reading, at now: WallMoment, finishedAt finish: WallMoment?) {
    let end = now + reading.remaining
    switch reading.state {
    case .idle:
      self.init(start: now, end: end, pausedAt: now)
    case .running:
      self.init(start: now - reading.elapsed, end: end)
    case .paused:
      self.init(start: now - reading.elapsed, end: end, pausedAt: now)
    case .overtime, .finished:
      self.init(start: finish ?? now, end: finish ?? now)
    }
  }
}
