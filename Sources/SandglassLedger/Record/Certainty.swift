/// How far the values of a restored countdown or stopwatch can be trusted.
public enum Certainty: Sendable, Hashable, CaseIterable {
  /// The values are exact. The time was measured on a clock that cannot be set, the countdown was paused, or the
  /// countdown counts down to a wall-clock time.
  case exact

  /// The system was rebooted, so the time since the record was written was measured on the wall clock. If the wall
  /// clock was set in the meantime, the values are wrong by the same amount.
  case estimated

  /// The clocks contradict the record. At most the reported time remains, and perhaps less.
  case suspect

  /// The name of the case, as it is stored and printed.
  package var text: String {
    switch self {
    case .exact: "exact"
    case .estimated: "estimated"
    case .suspect: "suspect"
    }
  }
}
