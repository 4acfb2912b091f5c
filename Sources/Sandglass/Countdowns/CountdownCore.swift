import SandglassCore

/// The mutable state of a countdown. The timekeeper's lock guards it.
///
/// The machine decides the state. The core carries out the consequences: it delivers events, and updates the record and
/// the entry in the queue. Callers pass the countdown that the core belongs to.
struct CountdownCore {
  typealias Target = CountdownRecord.Target

  var machine: CountdownMachine
  var listeners = CountdownListeners()

  /// The wall-clock targets of the current run and of the next start, if there are any.
  private var wallTargets: WallTargets?

  /// The number of the countdown's registration with the timekeeper, which notifies the countdown when the wall clock
  /// is set; zero if the countdown is not registered.
  private var followerNumber: UInt64 = 0

  /// The state of the countdown's record, if the countdown is kept in a store.
  var keeping: CountdownKeeping?

  /// The countdown's claims on background time, if it makes any.
  var background: CountdownBackground?

  /// The entry in the timekeeper's queue, and the wake-up for which it was added.
  private var entry: (token: TimekeeperState.Token, wake: Wake)?

  /// The moment of a wake-up, its tolerance, and whether the countdown is retained until then.
  private struct Wake: Equatable {
    let moment: Moment
    let toleranceNanoseconds: UInt64
    let keepsCountdown: Bool
  }
}

extension CountdownCore {
  // The memberwise initialiser is called last, because the compiler copies a core that is mutated after it has been
  // fully initialised.
  init(countingTo target: Target, options: CountdownOptions, on timekeeper: Timekeeper) {
    var machine = CountdownMachine(
      target.duration(from: timekeeper.now, on: timekeeper), options: options)
    machine.plan = target.plan
    self.init(machine: machine, wallTargets: .targets(next: target.wallEnd, present: nil))
  }
}

// MARK: - Events

extension CountdownCore {
  /// Starts counting down to a target. Later starts use the same target. Returns false if the countdown is running or
  /// paused.
  ///
  /// - Parameters:
  ///   - countdown: The countdown.
  ///   - target: The target, or nil to use ``nextTarget``.
  ///   - age: How long ago the run began. The start is refused if this is negative.
  ///   - now: The current moment.
  ///   - state: The timekeeper's state.
  /// - Returns: Whether the countdown has started.
  mutating func start(
    _ countdown: Countdown, towards target: Target? = nil, age: Duration = .zero,
    at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    handle(of: countdown, in: &state) { $0.advance(to: now, tell: $1) }
    guard age >= .zero else { return false }
    switch machine.state {
    case .running, .paused: return false
    case .overtime: listeners.endReaders(in: &state)
    case .idle, .finished: break
    }
    let next = target ?? nextTarget
    prepare(next, age: age, at: now, on: countdown.timekeeper)
    keeping?.noteStart()
    handle(of: countdown, in: &state) {
      _ = $0.start(age: age.clampedNanoseconds, at: now, tell: $1)
    }
    note(start: next, at: now, on: countdown.timekeeper)
    keeping?.markUnsaved(countdown, in: &state)
    return true
  }

  /// Starts again with the given target, after cancelling a run in progress.
  mutating func restart(
    _ countdown: Countdown, towards next: Target, at now: Moment, in state: inout TimekeeperState
  ) {
    _ = cancel(countdown, at: now, in: &state)
    prepare(next, at: now, on: countdown.timekeeper)
    keeping?.noteStart()
    handle(of: countdown, in: &state) { $0.restart(at: now, tell: $1) }
    note(start: next, at: now, on: countdown.timekeeper)
    keeping?.markUnsaved(countdown, in: &state)
  }

  /// Ends a run in progress, or stops overtime. If overtime is stopped, the run's finish is no longer reported. Returns
  /// false if there is neither a run nor overtime.
  mutating func cancel(
    _ countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    handle(of: countdown, in: &state) { $0.advance(to: now, tell: $1) }
    // Older deliveries are dropped first, so that the reading of the stopped countdown is still delivered to cells.
    if machine.state == .overtime { listeners.noteCancelledOvertime(in: &state) }
    guard handle(of: countdown, in: &state, { $0.cancel(at: now, tell: $1) }) else { return false }
    keeping?.ownership.forget()
    return true
  }

  /// Stops counting past zero. Returns false unless the countdown is counting past zero. An unhandled finish stays
  /// unhandled.
  mutating func stopOvertime(
    of countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    guard handle(of: countdown, in: &state, { $0.stopOvertime(at: now, tell: $1) }) else {
      return false
    }
    if keeping?.ownership.unhandled == nil { keeping?.ownership.forget() }
    return true
  }

  /// Resumes the countdown. Returns false unless it is paused.
  mutating func resume(
    _ countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    guard handle(of: countdown, in: &state, { $0.resume(at: now, tell: $1) }) else { return false }
    if wallDeadline != nil, let deadline = machine.deadline {
      wallDeadline = countdown.timekeeper.clocks.wall(at: deadline)
    }
    return true
  }

  /// Moves the deadline. Returns false unless the countdown is running, paused or counting past zero.
  mutating func extend(
    _ countdown: Countdown, by duration: Duration, at now: Moment,
    in state: inout TimekeeperState
  ) -> Bool {
    handle(of: countdown, in: &state) { $0.advance(to: now, tell: $1) }
    let (former, wasOvertime) = (machine.deadline, machine.state == .overtime)
    let isExtended = handle(of: countdown, in: &state) {
      $0.extend(by: duration, at: now, tell: $1)
    }
    // The extension may have finished the run, and the stored record does not describe that finish yet.
    if isExtended { keeping?.isStartWritten = false }
    if wasOvertime {
      if machine.state == .running { keeping?.noteStartOutOfOvertime() }
      keeping?.markUnsaved(countdown, in: &state)
      if isExtended, let wall = wallDeadline { wallDeadline = wall + duration }
      return isExtended
    }
    if isExtended, let wall = wallDeadline, let former {
      // If no time remains, the countdown finishes now, and overtime is counted from this moment.
      wallDeadline =
        machine.deadline.map { wall + ($0 - former) } ?? countdown.timekeeper.clocks.wall(at: now)
    }
    return isExtended
  }

  /// Moves to another phase. Returns false if the machine refuses.
  mutating func movePhase(
    of countdown: Countdown, in state: inout TimekeeperState,
    _ event: (inout CountdownMachine, (CountdownEvent) -> Void) -> Bool
  ) -> Bool {
    guard handle(of: countdown, in: &state, event) else { return false }
    // Restarting a paused phase may leave both the total and the deadline unchanged, so the record is marked as unsaved
    // here.
    keeping?.isStartWritten = false
    keeping?.markUnsaved(countdown, in: &state)
    return true
  }

  /// Applies everything that is due.
  mutating func advance(
    _ countdown: Countdown, to now: Moment, in state: inout TimekeeperState
  ) {
    apply(to: countdown, at: now, in: &state) { core, state in
      core.handle(of: countdown, in: &state) { $0.advance(to: now, tell: $1) }
    }
  }

  /// Called when the entry is due. Returns whether the queue must continue to retain the countdown, for its next entry.
  mutating func fire(
    _ countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    entry = nil
    advance(countdown, to: now, in: &state)
    if let keeping, let nextClaim = keeping.nextClaim, nextClaim <= now {
      keeping.nextClaim = nil
      seekClaim(of: countdown, in: &state)
      plan(countdown, at: now, in: &state)
    }
    return entry?.wake.keepsCountdown ?? false
  }

  /// Ends the current run, and makes the countdown idle with a duration of zero.
  mutating func clear(_ countdown: Countdown, at now: Moment, in state: inout TimekeeperState) {
    note(.duration(.zero))
    apply(to: countdown, at: now, in: &state) { core, state in
      core.keeping?.noteDiscarded()
      core.keeping?.markUnsaved(countdown, in: &state)
      core.handle(of: countdown, in: &state) { $0.clear(at: now, tell: $1) }
      core.machine.plan = nil
    }
    listeners.endReaders(in: &state)
    plan(countdown, at: now, in: &state)
  }

  /// Called when the countdown is about to be deallocated.
  mutating func end(
    _ countdown: ObjectIdentifier, on timekeeper: Timekeeper, at now: Moment,
    in state: inout TimekeeperState
  ) {
    leaveQueue(in: &state)
    leaveFollowers(in: &state)
    if let keeping {
      state.forgetKeeper(of: keeping.key, countdown)
      keeping.releaseClaim(on: timekeeper, in: &state)
    } else {
      _ = machine.cancel(at: now) { listeners.tell($0, in: &state) }
    }
    listeners.endReaders(in: &state)
  }

  /// Returns the current reading.
  mutating func reading(at now: Moment, on timekeeper: Timekeeper) -> Reading {
    // Before a start, the duration until a wall-clock target is different at every moment.
    if machine.state == .idle { prepare(nextTarget, at: now, on: timekeeper) }
    return machine.reading(at: now)
  }
}

// MARK: - Consequences of an event

extension CountdownCore {
  /// Applies an event and carries out its consequences.
  @discardableResult
  mutating func apply<Answer>(
    to countdown: Countdown, at now: Moment, in state: inout TimekeeperState,
    _ event: (inout CountdownCore, inout TimekeeperState) -> Answer
  ) -> Answer {
    let (before, endBefore, phaseBefore) = (machine.state, machine.end, machine.phaseIndex)
    // This method is called on each tick, so the values that only a record needs are compared only if the countdown has
    // a record.
    let recorded = keeping == nil ? nil : (machine.wholeDuration, machine.deadline)
    // A clock change is applied here, so that no caller has to wait until the system reports that the clock was set.
    if let timeToZero = correctedTimeToZero(at: now, on: countdown.timekeeper) {
      handle(of: countdown, in: &state) { $0.correct(timeToZero: timeToZero, at: now, tell: $1) }
    }
    let answer = event(&self, &state)
    // If no claim is being requested for the finish of a previous run, another process reports that finish.
    if let keeping, !keeping.isClaiming, let former = keeping.ownership.takeFormer() {
      tellFormer(former, isTold: false, in: &state)
    }
    let hasChanged =
      machine.state != before || machine.end != endBefore || machine.phaseIndex != phaseBefore
    if hasChanged { listeners.observation.noteState() }
    // While this process needs a claim for the finish, readers do not end yet, because they handle the finish once the
    // claim is granted.
    if machine.state == .finished, keeping?.ownership.wantsClaim != true {
      listeners.endReaders(in: &state)
    }
    if let recorded, hasChanged || (machine.wholeDuration, machine.deadline) != recorded {
      // The record of this run is out of date, unless the run has ended at its deadline.
      let hasEnded = machine.state == .finished || machine.state == .overtime
      if !hasEnded { keeping?.isStartWritten = false }
      keeping?.markUnsaved(countdown, in: &state)
    }
    listeners.notifyObservers(of: countdown, in: &state)
    plan(countdown, at: now, in: &state)
    return answer
  }

  /// Passes an event to the machine, and delivers the machine's events.
  @discardableResult
  mutating func handle<Answer>(
    of countdown: Countdown, in state: inout TimekeeperState,
    _ event: (inout CountdownMachine, (CountdownEvent) -> Void) -> Answer
  ) -> Answer {
    event(&machine) { told in
      if let keeping, case .end(let end, _) = told, end.outcome == .finished {
        listeners.tell(end, told, of: countdown, keeping, in: &state)
      } else if case .phaseEnd = told, let keeping, keeping.ownership.state == .unowned {
        // The process that runs the countdown reports the end of the phase. This process reports it only if its claim
        // is granted.
        keeping.untold.append(told)
      } else {
        listeners.tell(told, in: &state)
        if case .milestone = told, listeners.wantMilestones {
          keeping?.noteMilestone(of: countdown, in: &state)
        }
      }
      if case .change(.started, _) = told { listeners.observation.noteState() }
      listeners.observation.noteReading()
    }
  }

  /// Turns ticks on or off, depending on whether they are wanted, and updates the wake-up in the queue.
  mutating func plan(_ countdown: Countdown, at now: Moment, in state: inout TimekeeperState) {
    listeners.removeInactive(in: &state)
    background?.follow(isRunning: machine.state == .running, in: &state)
    joinFollowers(countdown, in: &state)
    let isWatched = listeners.wantTicks
    if isWatched != machine.isWatched { machine.watch(isWatched, at: now) { _ in } }

    let next = nextWake(honorsTolerance: countdown.timekeeper.honorsTolerance)
    guard next != entry?.wake else { return }
    leaveQueue(in: &state)
    guard let next else { return }
    let token = state.queue.insert(
      .entry(next.keepsCountdown ? countdown : WeakQueueEntry(countdown)),
      at: next.moment,
      toleranceNanoseconds: next.toleranceNanoseconds)
    entry = (token, next)
  }

  private mutating func nextWake(honorsTolerance: Bool) -> Wake? {
    let claim = keeping?.nextClaim.map {
      // There is no tolerance, because a receiver is waiting for the finish.
      Wake(moment: $0, toleranceNanoseconds: 0, keepsCountdown: true)
    }
    guard
      let due = machine.nextDueInNanoseconds(wantsMilestones: listeners.wantMilestones)
    else { return claim }
    if let claim, claim.moment < due.moment { return claim }
    return Wake(
      moment: due.moment,
      toleranceNanoseconds: honorsTolerance ? due.tolerance : 0,
      keepsCountdown: machine.state != .overtime)
  }

  private mutating func leaveQueue(in state: inout TimekeeperState) {
    guard let token = entry?.token else { return }
    entry = nil
    if let work = state.queue.remove(token) { state.effects.discarded.append(work) }
  }
}

// MARK: - Listeners

extension CountdownCore {
  /// Adds a binding, replacing one with the same owner and kind. Returns the current reading.
  mutating func add(
    _ binding: CountdownBinding, to countdown: Countdown, at now: Moment,
    in state: inout TimekeeperState
  ) -> Reading {
    advance(countdown, to: now, in: &state)
    listeners.add(binding, in: &state)
    seekClaim(of: countdown, in: &state)
    tellUntoldEvents(of: countdown, in: &state)
    if let keeping, let finish = keeping.ownership.take(binding.kind) {
      binding.tell(
        .end(finish, machine.reading(at: now)), telling: EndTelling(ofFinish: countdown, keeping),
        in: &state)
    }
    plan(countdown, at: now, in: &state)
    return machine.reading(at: now)
  }

  /// Adds a reader of readings, which receives the current reading immediately.
  mutating func add(
    _ reader: ReadingChannel, to countdown: Countdown, at now: Moment,
    in state: inout TimekeeperState
  ) {
    advance(countdown, to: now, in: &state)
    if machine.state.lasts { reader.put(machine.reading(at: now), in: &state) }
    if machine.state == .finished, keeping?.ownership.wantsClaim != true {
      reader.finish(telling: keeping.map { EndTelling(ofFinish: countdown, $0) }, in: &state)
    } else {
      listeners.add(reader)
      seekClaim(of: countdown, in: &state)
    }
    plan(countdown, at: now, in: &state)
  }

  /// Notes that the countdown is observed, so that its observers are notified of the next change.
  mutating func watch(_ countdown: Countdown, at now: Moment, in state: inout TimekeeperState) {
    guard !listeners.observation.isWatching else { return }
    listeners.observation.isWatching = true
    seekClaim(of: countdown, in: &state)
    plan(countdown, at: now, in: &state)
  }
}

// MARK: - Targets

extension CountdownCore {
  /// The target of the next start. This is the machine's plan or duration, unless the target is a wall-clock time or a
  /// record gave the current run a different target.
  var nextTarget: Target {
    keeping?.nextTarget ?? wallTargets?.next.map(Target.wall) ?? machine.plan.map(Target.phases)
      ?? .duration(machine.duration)
  }

  /// Sets the target of the machine's next start.
  private mutating func prepare(
    _ next: Target, age: Duration = .zero, at now: Moment, on timekeeper: Timekeeper
  ) {
    machine.duration = next.duration(from: now, on: timekeeper)
    // The run began `age` ago, when the wall-clock time to count down to was that much further away.
    if case .wall = next { machine.duration = machine.duration.addingSaturated(age) }
    machine.plan = next.plan
  }

  /// Stores the target of the next start if it is a wall-clock time. The machine stores other targets.
  mutating func note(_ target: Target) {
    wallTargets = .targets(next: target.wallEnd, present: wallDeadline)
  }

  /// The wall-clock time that the current run counts down to; nil if the run uses only the steady clock. This time has
  /// no effect while the countdown is paused.
  var wallDeadline: WallMoment? {
    get { wallTargets?.present }
    set { wallTargets = .targets(next: wallTargets?.next, present: newValue) }
  }

  /// Stores the target of a run that has just begun, which is also the target of the next start.
  private mutating func note(start next: Target, at now: Moment, on timekeeper: Timekeeper) {
    note(next)
    if case .wall(let end) = next {
      // If the wall-clock target has already passed when the run starts, the run finishes immediately, and overtime is
      // counted from the moment of that finish.
      wallDeadline =
        machine.state == .running ? end : timekeeper.clocks.wall(at: machine.end?.moment ?? now)
    } else {
      wallDeadline = nil
    }
  }

  /// Returns the time to zero according to the wall clock's current setting; nil if it agrees with the time to zero on
  /// the steady clock.
  func correctedTimeToZero(at now: Moment, on timekeeper: Timekeeper) -> Duration? {
    guard let wallDeadline, let counted = machine.timeToZero(at: now) else { return nil }
    let wanted = wallDeadline - timekeeper.clocks.wall(at: now)
    let drift = wanted.subtractingSaturated(counted)
    // The wall clock and the steady clock are read one after the other. Two such pairs of readings can disagree by the
    // time between the two reads, so small differences are ignored. A deadline that seems to have passed is
    // nevertheless checked exactly.
    let isSeen = !(.microseconds(-500) ... .microseconds(500)).contains(drift)
    return isSeen || (machine.state == .running && counted <= .zero) ? wanted : nil
  }

  /// Subscribes to changes of the wall clock while it affects the countdown or its record.
  private mutating func joinFollowers(_ countdown: Countdown, in state: inout TimekeeperState) {
    let follows =
      switch machine.state {
      case .running: wallDeadline != nil || keeping != nil
      case .overtime: wallDeadline != nil
      case .idle, .paused, .finished: false
      }
    guard follows == (followerNumber == 0) else { return }
    if follows { followerNumber = state.add(countdown) } else { leaveFollowers(in: &state) }
  }

  private mutating func leaveFollowers(in state: inout TimekeeperState) {
    guard followerNumber != 0 else { return }
    state.removeFollower(followerNumber)
    followerNumber = 0
  }
}

extension CountdownRecord.Target {
  /// Returns the time from `now` to the target, or to the end of the first phase.
  func duration(from now: Moment, on timekeeper: Timekeeper) -> Duration {
    switch self {
    case .duration(let duration):
      return duration
    case .phases(let plan):
      return plan[0]?.duration ?? .zero
    case .wall(let end):
      let clocks = timekeeper.clocks
      return (end - clocks.wall).addingSaturated(clocks.steady - now)
    }
  }
}

/// The wall-clock targets of a countdown. Few countdowns have any, so they are stored separately.
private final class WallTargets: Sendable {
  /// The target of the next start.
  let next: WallMoment?

  /// The target of the current run.
  let present: WallMoment?

  private init(next: WallMoment?, present: WallMoment?) {
    self.next = next
    self.present = present
  }

  /// Returns nil if there are no targets. A failable initialiser would allocate before it returned nil.
  static func targets(next: WallMoment?, present: WallMoment?) -> WallTargets? {
    next == nil && present == nil ? nil : WallTargets(next: next, present: present)
  }
}
