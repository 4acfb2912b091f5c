/// What is kept of a countdown, so that another process can count on.
///
/// A record is a plain value: how it is written is the business of whoever stores it.
public struct CountdownRecord: Sendable, Hashable {
  /// What the countdown was doing when the record was written.
  public enum State: Sendable, Hashable {
    /// Running towards a deadline, given on both clocks.
    case running(deadline: Moment, wallDeadline: WallMoment)

    /// Paused with this much left.
    case paused(remaining: Duration)

    /// Counting on past a deadline, given on both clocks.
    case overtime(deadline: Moment, wallDeadline: WallMoment)

    /// Finished at this instant, and nobody has handled it yet.
    case finished(at: WallMoment)
  }

  /// What the countdown counts down to.
  public enum Target: Sendable, Hashable {
    /// The end of a duration: the steady clock decides.
    case duration(Duration)

    /// An instant of the wall clock: that decides.
    case wall(WallMoment)

    /// The end of phases that follow each other: the steady clock decides.
    case phases(PhasePlan)
  }

  /// What names the countdown in its store.
  public let id: String

  /// What people call it, if they do.
  public let label: String?

  /// What it was doing.
  public let state: State

  /// What it counts down to, at each start.
  public let target: Target

  /// What the present start, or its present phase, counts down in all, adjustments included.
  public let total: Duration

  /// The number of the phase that it was in, counted from zero through all rounds; zero without phases.
  public let phaseIndex: Int

  /// The ends of phases that no closure has handled yet, in order.
  public let untoldPhaseEnds: [UntoldPhaseEnd]

  /// How it counts.
  public let options: CountdownOptions

  /// When the record was written.
  public let written: Instant

  /// How its state was known then: what was once estimated does not become exact by being written.
  public let certainty: Certainty

  /// Which process runs it; nil if none does.
  public let claim: Claim?

  /// Makes a record. A phase that the target does not have counts as the nearest that it has, and its end as none. Of
  /// more unhandled ends than a plan may have phases, the latest are recorded.
  public init(
    id: String, label: String?, state: State, target: Target, total: Duration,
    phaseIndex: Int = 0, untoldPhaseEnds: [UntoldPhaseEnd] = [], options: CountdownOptions,
    written: Instant,
    certainty: Certainty = .exact, claim: Claim? = nil
  ) {
    self.id = id
    self.label = label
    self.state = state
    self.target = target
    self.total = total
    let phases = 0..<(target.plan?.count ?? 0)
    self.phaseIndex = max(0, min(phaseIndex, phases.count - 1))
    self.untoldPhaseEnds = Array(
      untoldPhaseEnds.filter { phases.contains($0.index) }.suffix(PhasePlan.limit))
    self.options = options
    self.written = written
    self.certainty = certainty
    self.claim = claim
  }
}

extension CountdownRecord {
  /// One instant on both clocks, and the boot to which the steady one belongs.
  public struct Instant: Sendable, Hashable {
    /// The reading of the steady clock.
    public let steady: Moment

    /// The reading of the wall clock.
    public let wall: WallMoment

    /// The boot in which the steady clock was read; nil where that cannot be known.
    public let boot: BootIdentity?

    /// Makes an instant from readings that were taken together.
    public init(steady: Moment, wall: WallMoment, boot: BootIdentity?) {
      self.steady = steady
      self.wall = wall
      self.boot = boot
    }
  }
}

extension CountdownRecord {
  /// The end of a phase that no closure has handled.
  public struct UntoldPhaseEnd: Sendable, Hashable {
    /// The index of the phase, counted from zero through all rounds.
    public let index: Int

    /// When it ended.
    public let ended: WallMoment

    /// Whether it was skipped before its time was over.
    public let isSkipped: Bool

    /// Makes one.
    public init(index: Int, ended: WallMoment, isSkipped: Bool) {
      self.index = index
      self.ended = ended
      self.isSkipped = isSkipped
    }
  }
}

extension CountdownRecord.Target {
  /// The phases of the target, if it has any.
  package var plan: PhasePlan? {
    if case .phases(let plan) = self { plan } else { nil }
  }
}

extension CountdownRecord.State {
  /// When it ends on the wall clock; nil unless it was running, or counting past that.
  package var wallDeadline: WallMoment? {
    switch self {
    case .running(_, let wallDeadline), .overtime(_, let wallDeadline): wallDeadline
    case .paused, .finished: nil
    }
  }

  /// Whether it has finished and nobody has handled that.
  package var isFinished: Bool {
    if case .finished = self { true } else { false }
  }
}
