/// The state of a countdown.
public enum CountdownState: Sendable, Hashable {
  /// Not started, or cancelled.
  case idle

  /// Counting down.
  case running

  /// Paused, with time remaining.
  case paused

  /// Finished, and counting past zero.
  case overtime

  /// Finished.
  case finished

  /// Whether the countdown is running, paused or counting past zero.
  package var lasts: Bool {
    switch self {
    case .running, .paused, .overtime: true
    case .idle, .finished: false
    }
  }
}
