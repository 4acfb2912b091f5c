public import SandglassCore

/// A countdown as a range of the wall clock, for displays that the system draws and moves on by
/// itself.
///
/// The end never lies before the start, whatever the countdown does and however its clocks move.
public struct CountdownInterval: Sendable, Hashable {
  /// When the count began, pauses left out; the end for a countdown that has finished.
  public let start: WallMoment

  /// When the count reaches zero.
  public let end: WallMoment

  /// Where the display stands still; nil while the countdown runs or has finished.
  public let pausedAt: WallMoment?

  init(start: WallMoment, end: WallMoment, pausedAt: WallMoment? = nil) {
    self.start = min(start, end)
    self.end = end
    self.pausedAt = pausedAt
  }

  /// The interval of a reading, seen from the wall clock's present.
  init(_ reading: Reading, at now: WallMoment, finishedFor late: Duration) {
    let end = now + reading.remaining
    switch reading.state {
    case .idle:
      self.init(start: now, end: end, pausedAt: now)
    case .running:
      self.init(start: now + Self.negated(reading.elapsed), end: end)
    case .paused:
      self.init(start: now + Self.negated(reading.elapsed), end: end, pausedAt: now)
    case .overtime, .finished:
      let finish = now + Self.negated(late)
      self.init(start: finish, end: finish)
    }
  }

  private static func negated(_ duration: Duration) -> Duration {
    Duration.zero.subtractingSaturated(duration)
  }
}

extension Countdown {
  /// The range of the wall clock for a display that the system moves on by itself, such as
  /// `Text(timerInterval:pauseTime:countsDown:)` or a Live Activity.
  ///
  /// Take it again whenever the countdown is started, paused, resumed, extended or cancelled, and
  /// when the wall clock has been set. An observer is told of changes of the ``state``, not of
  /// ticks, which such a display does not need, and so not of an extension.
  ///
  /// - Returns: The whole range for a countdown that runs or is paused, the range of a start made
  ///   now, standing still, before one, and the instant of the finish after it.
  public var interval: CountdownInterval {
    _ = state
    let reading = peek()
    let late = end.map { timekeeper.now - $0.moment } ?? .zero
    return CountdownInterval(reading, at: timekeeper.wallNow, finishedFor: late)
  }
}
