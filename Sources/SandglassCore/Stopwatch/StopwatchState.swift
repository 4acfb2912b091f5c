/// What a stopwatch is doing.
public enum StopwatchState: Sendable, Hashable {
  /// Not started, or reset: there is nothing to show but zero.
  case idle

  /// Counting up.
  case running

  /// Standing still, with what it has counted.
  case stopped
}
