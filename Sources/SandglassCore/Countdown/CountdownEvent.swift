/// What a countdown has to tell.
public enum CountdownEvent: Sendable, Hashable {
  /// The shown number changed, or the countdown was started, extended or shortened.
  case reading(Reading)

  /// The remaining time has fallen to the given milestone.
  case milestone(Duration, Reading)

  /// A start has ended, with the reading of that instant.
  case end(CountdownEnd, Reading)
}
