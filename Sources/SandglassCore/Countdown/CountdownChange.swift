/// What has happened to a countdown, ticks left out, with the reading of its instant.
///
/// For what must know each change of a countdown and no tick, such as a Live Activity or a log.
public struct CountdownChange: Sendable, Hashable {
  /// What has happened.
  public let kind: Kind

  /// The countdown as it was then.
  public let reading: Reading

  package init(_ kind: Kind, _ reading: Reading) {
    self.kind = kind
    self.reading = reading
  }
}

extension CountdownChange {
  /// What can happen to a countdown.
  ///
  /// More may come: a switch over them needs a default.
  public enum Kind: Sendable, Hashable {
    /// A start has begun: also when overtime was extended beyond the present moment.
    case started

    /// The countdown was paused.
    case paused

    /// The countdown was resumed.
    case resumed

    /// What remains was extended, or shortened by a negative duration.
    case extended(by: Duration)

    /// The wall clock was set, which moved the deadline of a countdown that follows it.
    case corrected(by: Duration)

    /// What remains has fallen to this milestone.
    case milestone(Duration)

    /// A phase has ended, by itself or skipped, and the next one has begun, if there is one.
    case phaseEnded(PhaseEnd)

    /// The countdown went back to the beginning of a phase.
    case wentBack

    /// The start has finished, here or told by another process: the end's outcome says which.
    case finished(CountdownEnd)

    /// The countdown counts on past zero.
    case overtime

    /// It counts past zero no more.
    case overtimeStopped

    /// The start was cancelled.
    case cancelled(CountdownEnd)
  }
}
