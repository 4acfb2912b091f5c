public import SandglassCore

/// The persisted state of a countdown, from which another process can continue counting.
///
/// A record is a plain value, and its store decides how to encode it.
public struct CountdownRecord: Sendable, Hashable {
  /// The state of the countdown when the record was written.
  public enum State: Sendable, Hashable {
    /// No run is in progress, because the latest one was cancelled, or was reset after its end. Events of earlier runs are pending.
    case idle

    /// Running, with its deadline on both clocks.
    case running(deadline: Moment, wallDeadline: WallMoment)

    /// Paused, with the given time remaining. `end` is when a run to a wall-clock time would have ended without the
    /// pause; `nil` for other targets.
    case paused(remaining: Duration, end: WallMoment? = nil)

    /// Counting past zero, with its deadline on both clocks.
    case overtime(deadline: Moment, wallDeadline: WallMoment)

    /// Finished at the given instant.
    case finished(at: WallMoment)
  }

  /// What an operation has done to a run. Processes that did not perform it report it as a ``CountdownChange``.
  public enum Change: Sendable, Hashable {
    case started
    case paused
    case resumed

    /// The remaining time was extended, or shortened by a negative duration.
    case extended(by: Duration)

    /// The deadline was moved by what a better clock says.
    case corrected(by: Duration)

    /// The countdown went back to the start of a phase.
    case wentBack

    /// An operation was undone.
    case undone

    /// A countdown that had finished has returned to its full time.
    case reset
  }

  /// The id of the countdown in its store.
  public let id: String

  /// The label to display, if there is one.
  public package(set) var label: String?

  /// The state of the countdown.
  public package(set) var state: State

  /// The target that the run counts down to.
  public package(set) var target: CountdownTarget

  /// The whole duration of the current run or, with phases, of its current phase, including adjustments.
  public package(set) var total: Duration

  /// The index of the current phase, counted from zero through all rounds; zero without phases.
  public package(set) var phaseIndex: Int

  /// The remaining time below which milestones are still to be told; `nil` if it is the present one. It is less if an
  /// operation was undone that had told milestones.
  public package(set) var untold: Duration?

  /// The options of the countdown.
  public package(set) var options: CountdownOptions

  /// The instant of the latest change. Everything that became due before it has been delivered or is pending. No
  /// operation takes effect before it.
  ///
  /// If the run pauses asleep, the instant says how long the device had slept, and the deadline holds for that.
  public package(set) var written: ClockInstant

  /// The certainty of the state. Writing an estimated state does not make it exact.
  public package(set) var certainty: Certainty

  /// The number of the current or latest run; zero before the first run.
  ///
  /// It is the wall-clock time of the start in nanoseconds, or one more than the number of the run before it, whichever
  /// is greater. So no two runs of a countdown have the same number, even if the record was removed in between.
  public package(set) var run: Int

  /// A digest of the operations that have led to the run as it is; zero before the first.
  ///
  /// It changes with each operation on the run. Two processes that have performed the same operations at the same instants
  /// after the same events of the same record have the same one, and any other history has another. So a process sees from
  /// it whether another one has changed the run.
  public package(set) var revision: Int

  /// The latest change of the run by an operation; `nil` if it is not one of those.
  public package(set) var change: Change?

  /// How many events of the run have become due, including those that have been delivered.
  public package(set) var eventCount: Int

  /// The place of the record among others. Lists of records are in ascending order. This is when the countdown was first
  /// started, on the wall clock, unless a board has moved its row.
  public package(set) var started: WallMoment

  /// The events that no receiver has handled yet, in order.
  public package(set) var pending: [PendingEvent]

  /// The process that delivers the pending events; `nil` if there is none.
  public package(set) var lease: Lease?

  /// The maximum number of pending events. If there are more, the oldest are dropped: first milestones and phase ends,
  /// and finishes only if nothing else is pending.
  public static let pendingLimit = 256

  /// Creates a record.
  ///
  /// If the target has no phase with the index `phaseIndex`, the nearest valid index is used. If there are more pending
  /// events than ``pendingLimit``, the oldest are dropped.
  public init(
    id: String, label: String?, state: State, target: CountdownTarget, total: Duration,
    phaseIndex: Int = 0, untold: Duration? = nil, options: CountdownOptions, written: ClockInstant,
    certainty: Certainty = .exact, run: Int = 1, revision: Int = 0, change: Change? = nil,
    eventCount: Int = 0, started: WallMoment = noPlace, pending: [PendingEvent] = [],
    lease: Lease? = nil
  ) {
    self.id = id
    self.label = label
    self.state = state
    self.target = target
    self.total = total
    self.phaseIndex = max(0, min(phaseIndex, (target.plan?.count ?? 0) - 1))
    self.untold = untold
    self.options = options
    self.written = written
    self.certainty = certainty
    self.run = run
    self.revision = revision
    self.change = change
    self.eventCount = eventCount
    self.started = started
    self.pending = []
    self.lease = lease
    for event in pending { add(event) }
  }
}

extension CountdownRecord {
  /// Adds a pending event. Drops an older one if there are too many.
  package mutating func add(_ event: PendingEvent) {
    pending.append(event)
    guard pending.count > Self.pendingLimit else { return }
    pending.remove(at: pending.firstIndex { $0.kind != .finish } ?? 0)
  }

  /// The place of a countdown that has not been started yet.
  public static let noPlace = WallMoment(secondsSince1970: 0)

  /// Notes when the countdown was started, unless it has a place already.
  mutating func notePlace(_ start: WallMoment) {
    if started == Self.noPlace { started = start }
  }

  /// Whether the record need not exist: no run is in progress, no event is pending, and the record does not stay for the
  /// next run.
  package var isEmpty: Bool {
    switch state {
    case .idle, .finished: pending.isEmpty && !(options.keepsRecord && started != Self.noPlace)
    case .running, .paused, .overtime: false
    }
  }
}

extension CountdownRecord.State {
  /// The deadline on the wall clock, of a paused run without its pause; `nil` if there is none.
  package var wallDeadline: WallMoment? {
    switch self {
    case .running(_, let wallDeadline), .overtime(_, let wallDeadline): wallDeadline
    case .paused(_, let end): end
    case .idle, .finished: nil
    }
  }
}
