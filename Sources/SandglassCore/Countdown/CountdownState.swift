/// What a countdown is doing.
public enum CountdownState: Sendable, Hashable {
  /// Not started, or cancelled.
  case idle

  /// Counting down.
  case running

  /// Standing still, with something left.
  case paused

  /// Finished, and counting on past zero.
  case overtime

  /// Finished.
  case finished
}
