/// What a countdown has to tell.
public enum CountdownEvent: Sendable, Hashable {
  /// The shown number changed, or the countdown was started, extended or shortened.
  case reading(Reading)

  /// The remaining time has fallen to the given milestone, with the reading of that instant.
  case milestone(Duration, Reading)

  /// A phase has ended, with the reading of that instant.
  case phaseEnd(PhaseEnd, Reading)

  /// Something else has happened: started, paused, resumed, extended, corrected, gone back, or overtime stopped; with the
  /// reading thereafter.
  case change(CountdownChange.Kind, Reading)

  /// A start has ended, with the reading of that instant.
  case end(CountdownEnd, Reading)
}

/// How a start of a countdown ended; each start has exactly one end.
public struct CountdownEnd: Sendable, Hashable {
  /// The ways in which a countdown can end.
  public enum Outcome: Sendable, Hashable {
    /// It reached zero.
    case finished

    /// It was cancelled, or restarted, or let go while it was paused.
    case cancelled

    /// It is kept and reached zero, and it is another process that tells so.
    case toldElsewhere
  }

  /// The way in which it ended.
  public let outcome: Outcome

  /// The instant at which it ended: its deadline if it finished by itself, however late that
  /// was noticed.
  public let moment: Moment

  /// How many ticks before the end were never told, because the process did not run in time.
  public let missed: Int

  /// The same end, told by another process.
  package var toldElsewhere: CountdownEnd {
    CountdownEnd(.toldElsewhere, at: moment, missed: missed)
  }

  package init(_ outcome: Outcome, at moment: Moment, missed: Int = 0) {
    self.outcome = outcome
    self.moment = moment
    self.missed = missed
  }
}
