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

  /// Whether there is something to count: running, paused or counting past zero.
  package var lasts: Bool {
    switch self {
    case .running, .paused, .overtime: true
    case .idle, .finished: false
    }
  }
}
