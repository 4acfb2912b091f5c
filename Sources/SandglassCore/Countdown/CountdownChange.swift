/// A change to a countdown other than a tick, with the reading at that instant.
///
/// Use changes in code that needs every change to a countdown but no ticks, such as a Live Activity or a log.
public struct CountdownChange: Sendable, Hashable {
  /// The kind of the change.
  public let kind: Kind

  /// The reading of the countdown immediately after the change.
  public let reading: Reading

  package init(_ kind: Kind, _ reading: Reading) {
    self.kind = kind
    self.reading = reading
  }
}

extension CountdownChange {
  /// The kinds of changes.
  ///
  /// More kinds may be added, so a `switch` over them needs a `default`.
  public enum Kind: Sendable, Hashable {
    /// A run has begun. A new run also begins if overtime is extended by more than its length.
    case started

    /// The countdown was paused.
    case paused

    /// The countdown was resumed.
    case resumed

    /// The remaining time was extended, or shortened by a negative duration.
    case extended(by: Duration)

    /// The deadline has moved, because the wall clock was set, or because a trusted clock knows better.
    case corrected(by: Duration)

    /// The device has slept for so long, and a run that pauses asleep has not counted that time. Reported when that is
    /// noticed, as ``CountdownOptions/pausesAsleep`` says.
    case pausedAsleep(for: Duration)

    /// A milestone was reached.
    indirect case milestone(ReachedMilestone)

    /// A phase has ended at its deadline or was skipped. The next phase has begun, if there is one.
    indirect case phaseEnded(PhaseEnd)

    /// The countdown went back to the start of a phase.
    case wentBack

    /// The run has finished. The outcome of the end is `deliveredElsewhere` if another process has delivered the finish.
    indirect case finished(CountdownEnd)

    /// The countdown has begun to count past zero.
    case overtime

    /// An operation was undone. The run goes on as it was before.
    case undone

    /// The countdown has stopped counting past zero.
    case overtimeStopped

    /// A countdown that had finished has returned to its full time.
    case reset

    /// The run was cancelled.
    indirect case cancelled(CountdownEnd)
  }
}
