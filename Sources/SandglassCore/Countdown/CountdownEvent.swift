/// An event of a countdown, to be delivered or reported.
public enum CountdownEvent: Sendable, Hashable {
  /// The displayed number changed, or the countdown was started or adjusted, or overtime began or was stopped.
  case reading(Reading)

  // Milestones and ends of phases are indirect because they are rare and large, and would make every event larger.

  /// A milestone was reached. The reading was taken at that instant.
  indirect case milestone(ReachedMilestone, Reading)

  /// A phase has ended. The reading was taken at that instant.
  indirect case phaseEnd(PhaseEnd, Reading)

  /// The countdown was started, paused, resumed, extended, corrected or moved back a phase, an operation
  /// was undone, or overtime was stopped.
  /// The reading was taken after the change.
  case change(CountdownChange.Kind, Reading)

  /// A run has ended. The reading was taken at that instant.
  case end(CountdownEnd, Reading)
}

/// The end of a run. Each run has exactly one end.
public struct CountdownEnd: Sendable, Hashable {
  /// The ways in which a run can end.
  public enum Outcome: Sendable, Hashable {
    /// The run reached zero.
    case finished

    /// The run was cancelled or restarted, or the countdown was released while it was paused.
    case cancelled

    /// The kept countdown reached zero, and another process has delivered the finish.
    case deliveredElsewhere
  }

  /// The way in which the run ended.
  public let outcome: Outcome

  /// The instant at which the run ended. If the run finished by itself, this is its deadline, however late the process
  /// noticed the finish. A kept countdown may have ended before the device was booted. This is then the origin of the
  /// steady clock, and only ``wallMoment`` and ``lateness`` are right.
  public var moment: Moment { instant.moment }

  /// The number of ticks before the end that were never delivered, because the process was not running at the time.
  public let missed: Int

  /// The wall-clock time of the end. For a kept countdown it is that of the record, which is right even if the run ended
  /// before the device was booted.
  public private(set) var wallMoment = WallMoment(secondsSince1970: 0)

  /// How long after the end the closure was called, or the task resumed; never negative. It is zero in the countdown's
  /// `end`, which is read and not delivered.
  public var lateness: Duration { .nanoseconds(latenessNanoseconds) }

  package let instant: PastMoment

  // A duration would make every event larger.
  private var latenessNanoseconds: UInt64 = 0

  package init(_ outcome: Outcome, at moment: Moment, missed: Int = 0) {
    self.init(outcome, at: PastMoment(moment), missed: missed)
  }

  package init(_ outcome: Outcome, at instant: PastMoment, missed: Int = 0) {
    self.outcome = outcome
    self.instant = instant
    self.missed = missed
  }
}

extension CountdownEnd {
  /// Returns the end as a receiver gets it. The machine that reports it does not know the wall clock, nor when a closure
  /// is called.
  package func received(late lateness: Duration, wallMoment: WallMoment) -> CountdownEnd {
    var end = self
    end.latenessNanoseconds = lateness.clampedNanoseconds
    end.wallMoment = wallMoment
    return end
  }
}
