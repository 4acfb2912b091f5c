public import SandglassCore

/// An event of a kept countdown that no receiver has handled yet.
///
/// Whatever becomes due is added to the pending events of the record in the same way, whether the process was running,
/// was suspended or was killed, or had no receiver. An event leaves them when a receiver has handled it.
public struct PendingEvent: Sendable, Hashable {
  /// The kinds of events that are pending until a receiver has handled them.
  public enum Kind: Sendable, Hashable {
    /// A milestone was reached.
    case milestone(Milestone)

    /// A phase has ended, at its deadline or because it was skipped.
    case phaseEnd(isSkipped: Bool)

    /// The run has finished.
    case finish
  }

  /// The phase of an event. A countdown may have other phases by the time the event is told.
  public struct PhaseOfEvent: Sendable, Hashable {
    /// The phase in which the event occurred, or which has ended.
    public let phase: Phase

    /// The number of the round of a phase that has ended, counted from one; `nil` for a milestone.
    public let round: Int?

    /// The phase after one that has ended; `nil` after the last phase, and for a milestone.
    public let next: Phase?

    /// Creates what an event says of the phases.
    public init(_ phase: Phase, round: Int? = nil, next: Phase? = nil) {
      self.phase = phase
      self.round = round
      self.next = next
    }
  }

  /// The kind of the event.
  public let kind: Kind

  /// The number of the run, as in ``CountdownRecord/run``.
  public let run: Int

  /// The number of the event among the events of its run, counted from one. Every process gives the same event the same
  /// number.
  public let number: Int

  /// The index of the phase in which the event occurred, counted from zero through all rounds; zero without phases.
  public let phaseIndex: Int

  /// The whole duration of the run or, with phases, of its phase at that time, including adjustments.
  public let total: Duration

  /// The phase of a milestone, or the one that has ended. If it is `nil`, the countdown's present phases count.
  public let phase: PhaseOfEvent?

  /// The instant of the event. Its moment is the origin of the clock if the event occurred before the boot. Its
  /// wall-clock time is right in that case, too.
  public let instant: ClockInstant

  /// Creates a pending event.
  public init(
    _ kind: Kind, run: Int, number: Int, phaseIndex: Int = 0, total: Duration,
    phase: PhaseOfEvent? = nil, at instant: ClockInstant
  ) {
    self.kind = kind
    self.run = run
    self.number = number
    self.phaseIndex = phaseIndex
    self.total = total
    self.phase = phase
    self.instant = instant
  }

  /// Returns the moment of the event on the present clock. An event of another boot is placed by the wall clock.
  package func moment(at now: ClockInstant) -> PastMoment {
    PastMoment(age: age(at: now), at: now.steady)
  }

  /// Returns how long ago the event occurred; negative if a clock was set back.
  package func age(at now: ClockInstant) -> Duration {
    now.isSameBoot(as: instant) && instant.steady > .origin
      ? now.steady - instant.steady : now.wall - instant.wall
  }

  /// Returns whether this is the given event, perhaps settled by another process with other readings of the clocks.
  package func isSame(as other: PendingEvent) -> Bool {
    run == other.run && number == other.number && kind == other.kind
      && phaseIndex == other.phaseIndex
  }

  /// Returns whether the event says the same as the other one: neither an operation nor a clock has moved it since.
  package func isUnchanged(from other: PendingEvent) -> Bool {
    total == other.total
      && ClockInstant.unnoticedShift.contains(instant.steady - other.instant.steady)
  }
}

extension PendingEventKinds {
  /// Returns whether the kind of an event is among these kinds.
  package func contains(_ event: PendingEvent) -> Bool {
    switch event.kind {
    case .milestone: contains(.milestones)
    case .phaseEnd: contains(.phaseEnds)
    case .finish: contains(.finishes)
    }
  }
}
