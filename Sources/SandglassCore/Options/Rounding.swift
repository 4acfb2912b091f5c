/// How the shown number of a countdown is rounded.
public enum Rounding: Sendable, Hashable {
  /// A begun unit counts as a whole one: 4.2 s remaining show 5, and 0 is never shown.
  case up

  /// The nearest whole number: 4.2 s remaining show 4, 4.6 s show 5.
  case nearest

  /// Only whole units count: 4.2 s remaining show 4, and the last second shows 0.
  case down
}
