/// The persisted state of a countdown, from which another process can continue counting.
///
/// A record is a plain value, and its store decides how to encode it.
public struct CountdownRecord: Sendable, Hashable {
  /// The state of the countdown when the record was written.
  public enum State: Sendable, Hashable {
    /// Running, with its deadline on both clocks.
    case running(deadline: Moment, wallDeadline: WallMoment)

    /// Paused, with the given time remaining.
    case paused(remaining: Duration)

    /// Counting past zero, with its deadline on both clocks.
    case overtime(deadline: Moment, wallDeadline: WallMoment)

    /// Finished at the given instant, and no closure or reader has handled the finish yet.
    case finished(at: WallMoment)
  }

  /// The target that the countdown counts down to.
  public enum Target: Sendable, Hashable {
    /// The end of a duration, measured on the steady clock.
    case duration(Duration)

    /// A wall-clock time, measured on the wall clock.
    case wall(WallMoment)

    /// The end of a sequence of phases, measured on the steady clock.
    case phases(PhasePlan)
  }

  /// The id of the countdown in its store.
  public let id: String

  /// The label to display, if there is one.
  public let label: String?

  /// The state of the countdown.
  public let state: State

  /// The target that each run counts down to.
  public let target: Target

  /// The whole duration of the current run or, with phases, of its current phase, including adjustments.
  public let total: Duration

  /// The index of the current phase, counted from zero through all rounds; zero without phases.
  public let phaseIndex: Int

  /// The phase ends that no closure has handled yet, in order.
  public let untoldPhaseEnds: [UntoldPhaseEnd]

  /// The options of the countdown.
  public let options: CountdownOptions

  /// The instant at which the record was written.
  public let written: Instant

  /// The certainty of the state when the record was written. Writing an estimated state does not make it exact.
  public let certainty: Certainty

  /// The claim of the process that runs the countdown; `nil` if there is none.
  public let claim: Claim?

  /// Creates a record.
  ///
  /// If the target has no phase with the index `phaseIndex`, the nearest valid index is used. Phase ends are left out
  /// if the target does not have the phase. If there are more unhandled phase ends than ``PhasePlan/limit``, only the
  /// latest are recorded.
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
  /// One instant on both clocks, and the boot in which the steady clock was read.
  public struct Instant: Sendable, Hashable {
    /// The reading of the steady clock.
    public let steady: Moment

    /// The reading of the wall clock.
    public let wall: WallMoment

    /// The boot in which the steady clock was read; `nil` if it is unknown.
    public let boot: BootIdentity?

    /// Creates an instant from two readings that were taken together.
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

    /// The instant at which the phase ended.
    public let ended: WallMoment

    /// Whether the phase was skipped before its deadline.
    public let isSkipped: Bool

    /// Creates an unhandled phase end.
    public init(index: Int, ended: WallMoment, isSkipped: Bool) {
      self.index = index
      self.ended = ended
      self.isSkipped = isSkipped
    }
  }
}

extension CountdownRecord.Target {
  /// The phases of the target; `nil` if it has none.
  package var plan: PhasePlan? {
    if case .phases(let plan) = self { plan } else { nil }
  }

  /// The instant of the target on the wall clock; `nil` if it has none.
  package var wallEnd: WallMoment? {
    if case .wall(let end) = self { end } else { nil }
  }
}

extension CountdownRecord.State {
  /// The deadline on the wall clock; `nil` unless the countdown was running or counting past zero.
  package var wallDeadline: WallMoment? {
    switch self {
    case .running(_, let wallDeadline), .overtime(_, let wallDeadline): wallDeadline
    case .paused, .finished: nil
    }
  }

  /// Whether the countdown has finished, and no closure or reader has handled the finish yet.
  package var isFinished: Bool {
    if case .finished = self { true } else { false }
  }
}
