/// The state of a stopwatch.
public enum StopwatchState: Sendable, Hashable {
  /// Not started, or reset. The total is zero.
  case idle

  /// Counting up.
  case running

  /// Not counting. The total stays as it was when the stopwatch was stopped.
  case stopped
}
