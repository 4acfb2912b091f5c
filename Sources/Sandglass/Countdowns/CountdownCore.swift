import SandglassCore

/// The mutable state of a countdown. The timekeeper's lock guards it.
///
/// The machine decides the state. The core carries out the consequences: it delivers events, and updates the record and
/// the entry in the queue. Callers pass the countdown that the core belongs to.
package struct CountdownCore {
  package var machine: CountdownMachine
  package var listeners = CountdownListeners()

  /// What few countdowns have.
  private var box: CountdownExtras.Box?

  /// The number of the countdown's registration with the timekeeper, which notifies the countdown when the wall clock
  /// is set; zero if the countdown is not registered.
  private var followerNumber: UInt64 = 0

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
  init(countingTo target: CountdownTarget, options: CountdownOptions, on timekeeper: Timekeeper) {
    var machine = CountdownMachine(
      target.duration(from: timekeeper.now, on: timekeeper), options: options)
    machine.plan = target.plan
    self.init(machine: machine, box: CountdownExtras(nextEnd: target.wallEnd).boxed)
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
  ///   - age: How long ago the run began; nil if it begins now. The start is refused if this is negative.
  ///   - now: The current moment.
  ///   - state: The timekeeper's state.
  /// - Returns: Whether the countdown has started.
  mutating func start(
    _ countdown: Countdown, towards target: CountdownTarget? = nil, age: Duration? = nil,
    at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    handle(of: countdown, in: &state) { $0.advance(to: now, report: $1) }
    if let age, age < .zero { return false }
    switch machine.state {
    case .running, .paused: return false
    case .overtime: listeners.endReaders(in: &state)
    case .idle, .finished: break
    }
    let next = target ?? nextTarget
    let period = box?.extras.times(nextAt: next)?.period
    prepareMachine(for: next, age: age, at: now, on: countdown.timekeeper)
    let order = keeper?.beginOperation(at: now, on: countdown.timekeeper)
    handle(of: countdown, in: &state) {
      _ = $0.start(
        age: age?.clampedNanoseconds ?? 0, inPeriod: period?.clampedNanoseconds ?? 0, at: now,
        report: $1)
    }
    noteStart(towards: next, at: now, on: countdown.timekeeper, in: &state)
    if let order {
      keepStart(of: countdown, inPeriod: period, at: now, in: &state) { options in
        .start(next, options, age: age ?? .zero, order: order)
      }
    }
    return true
  }

  /// Starts again with the given target, after cancelling a run in progress.
  ///
  /// - Parameters:
  ///   - countdown: The countdown.
  ///   - next: The target.
  ///   - place: The place of the start among those of the same call, which come first in lists of records.
  ///   - now: The current moment.
  ///   - state: The timekeeper's state.
  mutating func restart(
    _ countdown: Countdown, towards next: CountdownTarget, place: Int = 0, at now: Moment,
    in state: inout TimekeeperState
  ) {
    _ = endRun(of: countdown, isFollowedByStart: true, at: now, in: &state)
    let period = box?.extras.times(nextAt: next)?.period
    prepareMachine(for: next, at: now, on: countdown.timekeeper)
    let order = keeper?.beginOperation(place: place, at: now, on: countdown.timekeeper)
    handle(of: countdown, in: &state) {
      $0.restart(inPeriod: period?.clampedNanoseconds ?? 0, at: now, report: $1)
    }
    noteStart(towards: next, at: now, on: countdown.timekeeper, in: &state)
    if let order {
      keepStart(of: countdown, inPeriod: period, at: now, in: &state) { options in
        .restart(next, options, order: order)
      }
    }
  }

  /// Lets the keeper note a start.
  @inline(never)
  private mutating func keepStart(
    of countdown: Countdown, inPeriod period: Duration?, at now: Moment,
    in state: inout TimekeeperState, _ operation: (CountdownOptions) -> CountdownOperation
  ) {
    keep(operation(machine.options), of: countdown, at: now, in: &state)
    if let period { keep(.setPeriod(period), of: countdown, at: now, in: &state) }
  }

  /// Lets the keeper note an operation that the machine has performed.
  mutating func keep(
    _ operation: CountdownOperation, of countdown: Countdown,
    calledAt call: WallMoment? = nil, at now: Moment, in state: inout TimekeeperState
  ) {
    guard let keeper else { return }
    keeper.note(performed: operation, by: countdown, &self, calledAt: call, at: now, in: &state)
  }

  /// Ends a run in progress, or stops overtime. The run's pending events are dropped. Returns false if there is neither
  /// a run nor overtime.
  package mutating func cancel(
    _ countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    guard endRun(of: countdown, isFollowedByStart: false, at: now, in: &state) else { return false }
    // Operations are large. Most countdowns have no keeper, and are spared one.
    if keeper != nil { keep(.cancel, of: countdown, at: now, in: &state) }
    return true
  }

  private mutating func endRun(
    of countdown: Countdown, isFollowedByStart: Bool, at now: Moment,
    in state: inout TimekeeperState
  ) -> Bool {
    handle(of: countdown, in: &state) { $0.advance(to: now, report: $1) }
    let wasOvertime = machine.state == .overtime
    // Older deliveries are dropped first, so that the reading of the stopped countdown is still delivered.
    if wasOvertime { listeners.dropDeliveries() }
    let isEnded = handle(of: countdown, in: &state) {
      $0.cancel(at: now, isFollowedByStart: isFollowedByStart, report: $1)
    }
    if isEnded { keeper?.dropEvents() }
    if wasOvertime {
      if isFollowedByStart {
        listeners.endReaders(in: &state)
      } else {
        listeners.finishReaders(delivery: nil, in: &state)
      }
    }
    return isEnded
  }

  /// Passes an operation to the machine, and to the record if the machine accepts it. Returns whether it does.
  mutating func operate(
    _ operation: CountdownOperation, on countdown: Countdown, at now: Moment,
    in state: inout TimekeeperState,
    _ event: (inout CountdownMachine, (CountdownEvent) -> Void) -> Bool
  ) -> Bool {
    let order = keeper?.beginOperation(at: now, on: countdown.timekeeper)
    guard handle(of: countdown, in: &state, event) else { return false }
    if let order { keep(operation, of: countdown, calledAt: order, at: now, in: &state) }
    return true
  }

  /// Passes an operation that may move the deadline to the machine and to the record, and moves the end on the wall clock
  /// with it. Returns whether the machine accepts it.
  private mutating func move(
    by operation: CountdownOperation, of countdown: Countdown, at now: Moment,
    in state: inout TimekeeperState,
    _ event: (inout CountdownMachine, (CountdownEvent) -> Void) -> Bool
  ) -> Bool {
    // Few countdowns have an end on the wall clock.
    guard let end = wallDeadline else {
      return operate(operation, on: countdown, at: now, in: &state, event)
    }
    handle(of: countdown, in: &state) { $0.advance(to: now, report: $1) }
    let (wasPaused, leftBefore) = (machine.state == .paused, machine.timeLeft(at: now))
    let order = keeper?.beginOperation(at: now, on: countdown.timekeeper)
    guard handle(of: countdown, in: &state, event) else { return false }
    let left = machine.timeLeft(at: now) ?? .zero
    // The end of a paused run is the one that it would have without the pause.
    if wasPaused, machine.state != .paused {
      wallDeadline = countdown.timekeeper.clocks.wall(at: now) + left
    } else {
      wallDeadline = end + left.subtractingSaturated(leftBefore ?? .zero)
    }
    if let order { keep(operation, of: countdown, calledAt: order, at: now, in: &state) }
    return true
  }

  /// Resumes the countdown, as if that had been done `age` ago. Returns false unless it is paused, or if that is in the
  /// future.
  mutating func resume(
    _ countdown: Countdown, age: Duration = .zero, at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    move(by: .resume(age: age), of: countdown, at: now, in: &state) {
      $0.resume(from: now - age, at: now, report: $1)
    }
  }

  /// Starts, pauses or resumes the countdown. Returns false if its run has ended.
  mutating func toggle(
    _ countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    handle(of: countdown, in: &state) { $0.advance(to: now, report: $1) }
    switch machine.state {
    case .idle: return start(countdown, at: now, in: &state)
    case .running: return pause(countdown, at: now, in: &state)
    case .paused: return resume(countdown, at: now, in: &state)
    case .overtime, .finished: return false
    }
  }

  /// Pauses the countdown. Returns false unless it is running.
  mutating func pause(
    _ countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    operate(.pause, on: countdown, at: now, in: &state) { $0.pause(at: now, report: $1) }
  }

  /// Moves the deadline. Returns false unless the countdown is running, paused or counting past zero.
  mutating func extend(
    _ countdown: Countdown, by duration: Duration, at now: Moment,
    in state: inout TimekeeperState
  ) -> Bool {
    move(by: .extend(by: duration), of: countdown, at: now, in: &state) {
      $0.extend(by: duration, at: now, report: $1)
    }
  }

  /// Moves the deadline earlier, but so that at least `rest` remains. Returns false if this changes nothing.
  mutating func shorten(
    _ countdown: Countdown, by duration: Duration, leaving rest: Duration, at now: Moment,
    in state: inout TimekeeperState
  ) -> Bool {
    move(by: .shorten(by: duration, leaving: rest), of: countdown, at: now, in: &state) {
      $0.shorten(by: duration, leaving: rest, at: now, report: $1)
    }
  }

  /// Moves the deadline of a run by what a better clock says. Returns false if this changes nothing.
  mutating func correct(
    _ countdown: Countdown, by change: Duration, at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    move(by: .correct(by: change), of: countdown, at: now, in: &state) {
      $0.correct(by: change, at: now, report: $1)
    }
  }

  /// Undoes an operation. Returns false if something else has changed the run since, or if no time would remain.
  mutating func undo(
    _ change: RunChange, on countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    move(by: .undo(change), of: countdown, at: now, in: &state) {
      $0.undo(change, at: now, report: $1)
    }
  }

  /// Ends the current phase. Returns false unless a run with phases is in progress.
  mutating func skip(
    _ countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    operate(.skip, on: countdown, at: now, in: &state) { $0.skip(at: now, report: $1) }
  }

  /// Goes back to the beginning of the previous phase. Returns false unless a run with phases is in progress.
  mutating func back(
    _ countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    operate(.back, on: countdown, at: now, in: &state) { $0.back(at: now, report: $1) }
  }

  /// Stops counting past zero. Returns false unless the countdown is counting past zero.
  mutating func stopOvertime(
    _ countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    operate(.stopOvertime, on: countdown, at: now, in: &state) {
      $0.stopOvertime(at: now, report: $1)
    }
  }

  /// Returns to the full time of the target, or of ``nextTarget``. Returns false if the countdown is idle.
  mutating func reset(
    _ countdown: Countdown, to target: CountdownTarget? = nil, at now: Moment,
    in state: inout TimekeeperState
  ) -> Bool {
    handle(of: countdown, in: &state) { $0.advance(to: now, report: $1) }
    if let target { noteTarget(target, in: &state) }
    let isReset = resetMachine(of: countdown, to: target ?? nextTarget, at: now, in: &state)
    if isReset, keeper != nil { keep(.reset, of: countdown, at: now, in: &state) }
    // The machine has reported the target, unless it was idle.
    if let target { prepare(countdown, towards: target, isReported: isReset, at: now, in: &state) }
    return isReset
  }

  /// Makes the machine idle, with the full time of a target. A run that is in progress loses its pending events, and the
  /// readers of one that has ended are not kept waiting. Returns false if it is idle already.
  package mutating func resetMachine(
    of countdown: Countdown, to target: CountdownTarget, at now: Moment,
    in state: inout TimekeeperState
  ) -> Bool {
    let before = machine.state
    prepareMachine(for: target, at: now, on: countdown.timekeeper)
    // Older deliveries are dropped first, so that the reading of the full time is still delivered.
    if before == .overtime { listeners.dropDeliveries() }
    let isReset = handle(of: countdown, in: &state) { $0.reset(at: now, report: $1) }
    switch before {
    case .idle: break
    case .running, .paused: keeper?.dropEvents()
    case .overtime, .finished: listeners.finishReaders(delivery: nil, in: &state)
    }
    return isReset
  }

  /// Moves the end of the run to a wall-clock time. Returns false if this changes nothing.
  mutating func moveEnd(
    _ countdown: Countdown, to end: WallMoment, at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    countdown.timekeeper.requireRealTime(for: "moveEnd(to:)")
    handle(of: countdown, in: &state) { $0.advance(to: now, report: $1) }
    let wall = countdown.timekeeper.clocks.wall(at: now)
    let instant = ClockInstant(steady: now, wall: wall, boot: nil)
    guard !machine.alreadyEnds(at: end, pausedUntil: wallDeadline, now: instant) else {
      return false
    }
    let wasOver = machine.end != nil
    let isOnWallClock = wallDeadline != nil
    let finished = machine.finishedRun(
      to: isOnWallClock ? .wall(end) : nextTarget, at: now, order: wall)
    keeper?.order = wall
    let isMoved = handle(of: countdown, in: &state) {
      $0.moveEnd(timeToZero: end - wall, at: now, report: $1)
    }
    guard isMoved else { return false }
    if isOnWallClock {
      noteTarget(.wall(end), in: &state)
      // A run that has finished now counts overtime from this moment.
      wallDeadline = wasOver || machine.end == nil ? end : wall
    }
    keep(
      .moveEnd(to: end, after: finished), of: countdown, calledAt: wall, at: now, in: &state)
    return true
  }

  /// Makes a run one in a period of this length. Returns false if this changes nothing.
  mutating func setPeriod(
    _ period: Duration, of countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    operate(.setPeriod(period), on: countdown, at: now, in: &state) {
      $0.setPeriod(period, at: now, report: $1)
    }
  }

  /// Sets the milestones. Returns false if they are the same.
  @discardableResult
  mutating func setMilestones(
    _ milestones: [Milestone], of countdown: Countdown, at now: Moment,
    in state: inout TimekeeperState
  ) -> Bool {
    var options = machine.options
    options.milestones = milestones
    if options == machine.options { return false }
    return operate(.setMilestones(milestones), on: countdown, at: now, in: &state) {
      $0.setMilestones(milestones, at: now, report: $1)
      return true
    }
  }

  /// Sets the label. Returns false if it is the same.
  mutating func setLabel(
    _ label: String?, of countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    if label == self.label { return false }
    if keeper?.keepsRun == true {
      keep(.setLabel(label), of: countdown, at: now, in: &state)
    } else {
      ownLabel = label
    }
    listeners.observation.noteState()
    return true
  }

  /// Sets what the next start counts down to. Returns false unless the countdown is idle.
  @discardableResult
  mutating func prepare(
    _ countdown: Countdown, towards next: CountdownTarget, isReported: Bool = false,
    at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    guard machine.state == .idle else { return false }
    noteTarget(next, in: &state)
    prepareMachine(for: next, at: now, on: countdown.timekeeper)
    if !isReported { listeners.report(machine.reading(at: now), in: &state) }
    listeners.observation.noteReading()
    if keeper == nil { return true }
    let order = countdown.timekeeper.clocks.wall(at: now)
    keep(.prepare(next, machine.options, order: order), of: countdown, at: now, in: &state)
    return true
  }

  /// Applies everything that is due.
  package mutating func advance(
    _ countdown: Countdown, to now: Moment, in state: inout TimekeeperState
  ) {
    apply(to: countdown, at: now, in: &state) { core, state in
      core.handle(of: countdown, in: &state) { $0.advance(to: now, report: $1) }
    }
  }

  /// Called when the entry is due. Returns whether the queue must continue to retain the countdown, for its next entry.
  mutating func fire(
    _ countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    entry = nil
    advance(countdown, to: now, in: &state)
    return entry?.wake.keepsCountdown ?? false
  }

  /// Ends the current run, and makes the countdown idle with a duration of zero.
  mutating func clear(_ countdown: Countdown, at now: Moment, in state: inout TimekeeperState) {
    noteTarget(.duration(.zero), in: &state)
    apply(to: countdown, at: now, in: &state) { core, state in
      core.handle(of: countdown, in: &state) { $0.clear(at: now, report: $1) }
      core.keeper?.discard(countdown, &core, at: now, in: &state)
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
    if let keeper, keeper.keepsRun {
      keeper.countdownWillEnd(countdown, in: &state)
    } else {
      _ = machine.cancel(at: now) { listeners.report($0, in: &state) }
    }
    listeners.endReaders(in: &state)
  }

  /// Returns the current reading.
  mutating func reading(at now: Moment, on timekeeper: Timekeeper) -> Reading {
    // Before a start, the duration until a wall-clock target is different at every moment.
    if machine.state == .idle { prepareMachine(for: nextTarget, at: now, on: timekeeper) }
    return machine.reading(at: now)
  }
}

// MARK: - Consequences of an event

extension CountdownCore {
  /// Applies an event and carries out its consequences.
  @discardableResult
  package mutating func apply<Answer>(
    to countdown: Countdown, at now: Moment, in state: inout TimekeeperState,
    _ event: (inout CountdownCore, inout TimekeeperState) -> Answer
  ) -> Answer {
    // Only the event is copied into each caller.
    let before = Situation(of: machine)
    prepareForEvent(of: countdown, at: now, in: &state)
    let answer = event(&self, &state)
    carryOutEvent(of: countdown, since: before, at: now, in: &state)
    return answer
  }

  /// What observers of a countdown's state see.
  private struct Situation: Equatable {
    let state: CountdownState
    let ended: EndedRun?
    let phaseIndex: Int

    init(of machine: CountdownMachine) {
      (state, ended, phaseIndex) = (machine.state, machine.ended, machine.phaseIndex)
    }
  }

  /// Brings the countdown to the present clocks.
  @inline(never)
  private mutating func prepareForEvent(
    of countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) {
    if let keeper { keeper.countdownWillChange(countdown, &self, at: now, in: &state) }
    // A clock change is applied here, so that no caller has to wait until the system reports that the clock was set.
    // Few countdowns have a wall-clock target. The others are spared a copy of the core for the call.
    if wallDeadline != nil,
      let timeToZero = correctedTimeToZero(at: now, on: countdown.timekeeper)
    {
      handle(of: countdown, in: &state) { $0.correct(timeToZero: timeToZero, at: now, report: $1) }
      keeper?.noteCorrection(of: countdown, self, at: now)
    }
    if machine.options.pausesAsleep { followSleep(of: countdown, at: now, in: &state) }
  }

  /// Delivers what has come of an event, and plans what comes next.
  @inline(never)
  private mutating func carryOutEvent(
    of countdown: Countdown, since before: Situation, at now: Moment,
    in state: inout TimekeeperState
  ) {
    if Situation(of: machine) != before { listeners.observation.noteState() }
    // The readers of a kept countdown end when its finish is delivered.
    if machine.state == .finished, keeper?.keepsRun != true {
      listeners.finishReaders(delivery: nil, in: &state)
    }
    if let keeper { keeper.countdownHasChanged(countdown, &self, at: now, in: &state) }
    listeners.notifyObservers(of: countdown, in: &state)
    plan(countdown, at: now, in: &state)
  }

  /// Moves the end of a run by the time for which the device has slept since the latest call.
  @inline(never)
  private mutating func followSleep(
    of countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) {
    var asleep = box?.extras.asleep
    let slept = countdown.timekeeper.slept(since: &asleep, at: now, in: &state)
    if asleep != box?.extras.asleep { noteSleep(asleep) }
    // A wall clock goes on while the device sleeps.
    guard slept > .zero, wallDeadline == nil,
      machine.state == .running || machine.state == .overtime
    else { return }
    handle(of: countdown, in: &state) { $0.sleep(for: slept, at: now, report: $1) }
    keeper?.noteSleep(of: countdown, self, at: now, in: &state)
  }

  /// Notes how long the device had slept when the machine was brought to the present.
  package mutating func noteSleep(_ asleep: Duration?) {
    if box != nil || machine.options.pausesAsleep { changeExtras { $0.asleep = asleep } }
  }

  /// Passes an event to the machine, and delivers the machine's events.
  @discardableResult
  package mutating func handle<Answer>(
    of countdown: Countdown, in state: inout TimekeeperState,
    _ event: (inout CountdownMachine, (CountdownEvent) -> Void) -> Answer
  ) -> Answer {
    if let keeper { return keeper.handle(of: countdown, &self, in: &state, event) }
    return event(&machine) { reported in
      listeners.report(reported, in: &state)
      listeners.noteForObservers(reported)
    }
  }

  /// Turns ticks on or off, depending on whether they are wanted, and updates the wake-up in the queue.
  package mutating func plan(
    _ countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) {
    listeners.removeInactive(in: &state)
    background?.follow(isRunning: machine.state == .running, in: &state)
    joinFollowers(countdown, in: &state)
    let isWatched = listeners.wantTicks
    if isWatched != machine.isWatched {
      handle(of: countdown, in: &state) { $0.watch(isWatched, at: now, report: $1) }
    }

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
    let nextTry = keeper?.nextTry.map {
      // There is no tolerance, because a receiver is waiting for the event.
      Wake(moment: $0, toleranceNanoseconds: 0, keepsCountdown: true)
    }
    guard
      let due = machine.nextDueInNanoseconds(wantsMilestones: listeners.wantMilestones)
    else { return nextTry }
    if let nextTry, nextTry.moment < due.moment { return nextTry }
    return Wake(
      moment: due.moment,
      toleranceNanoseconds: honorsTolerance ? due.tolerance : 0,
      keepsCountdown: machine.state != .overtime)
  }

  private mutating func leaveQueue(in state: inout TimekeeperState) {
    guard let token = entry?.token else { return }
    entry = nil
    if let work = state.queue.remove(token) { state.effects.discard(work) }
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
    keeper?.receiversHaveChanged(of: countdown, in: &state)
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
    if machine.state == .finished, !isFinishPending(at: now, on: countdown.timekeeper) {
      reader.finish(delivery: nil, in: &state)
    } else {
      listeners.add(reader)
      keeper?.receiversHaveChanged(of: countdown, in: &state)
    }
    plan(countdown, at: now, in: &state)
  }

  /// Returns whether the finish of the latest run is pending, and is not being delivered yet.
  func isFinishPending(at now: Moment, on timekeeper: Timekeeper) -> Bool {
    keeper?.isFinishPending(at: now, on: timekeeper) ?? false
  }

  /// Notes that the countdown is observed, so that its observers are notified of the next change.
  mutating func watch(_ countdown: Countdown, at now: Moment, in state: inout TimekeeperState) {
    guard !listeners.observation.isWatching else { return }
    listeners.observation.isWatching = true
    plan(countdown, at: now, in: &state)
  }
}

// MARK: - Targets

extension CountdownCore {
  /// What keeps the countdown, if anything does.
  package var keeper: (any CountdownKeeper)? {
    get { box?.extras.keeper }
    set { changeExtras { $0.keeper = newValue } }
  }

  private mutating func changeExtras(_ change: (inout CountdownExtras) -> Void) {
    var extras = box?.extras ?? CountdownExtras()
    change(&extras)
    box = extras.boxed
  }

  /// The target of the next start. This is the machine's plan or duration, unless the target is a wall-clock time.
  package var nextTarget: CountdownTarget {
    notedEnd.map(CountdownTarget.wall) ?? machine.plan.map(CountdownTarget.phases)
      ?? .duration(machine.duration)
  }

  /// Sets what the machine's next start counts down.
  package mutating func prepareMachine(
    for next: CountdownTarget, age: Duration? = nil, at now: Moment, on timekeeper: Timekeeper
  ) {
    machine.duration = next.duration(from: now, on: timekeeper)
    // The run began `age` ago, when the wall-clock time to count down to was that much further away.
    if case .wall = next, let age { machine.duration = machine.duration.addingSaturated(age) }
    machine.plan = next.plan
  }

  /// Stores the target of the next start if it is a wall-clock time. The machine stores other targets.
  ///
  /// - Parameters:
  ///   - target: The target.
  ///   - times: The times of which the target is the next; nil if it is a target of its own.
  ///   - state: The timekeeper's state.
  package mutating func noteTarget(
    _ target: CountdownTarget, nextOf times: NextTimes? = nil, in state: inout TimekeeperState
  ) {
    // Most countdowns have no extras.
    guard box != nil || target.wallEnd != nil else { return }
    if let former = self.times { state.effects.discarded.append(former) }
    changeExtras {
      $0.nextEnd = target.wallEnd
      $0.times = target.wallEnd == nil ? nil : times
    }
  }

  /// The times of which a start counts down to the next; nil if it has another target.
  package var times: NextTimes? { box?.extras.times }

  /// The wall-clock target of the next start that was noted last; nil if the target is not a wall-clock time.
  var notedEnd: WallMoment? { box?.extras.nextEnd }

  /// Whether the current run counts down to the next of the times. If its end has been moved otherwise, it does not.
  var followsTimes: Bool {
    machine.state == .running && times != nil && wallDeadline == notedEnd
  }

  /// The wall-clock time that the current run counts down to; nil if the run uses only the steady clock. This time has
  /// no effect while the countdown is paused.
  package var wallDeadline: WallMoment? {
    get { box?.extras.presentEnd }
    set { if box != nil || newValue != nil { changeExtras { $0.presentEnd = newValue } } }
  }

  /// The label of a countdown without a record.
  var ownLabel: String? {
    get { box?.extras.label }
    set { changeExtras { $0.label = newValue } }
  }

  /// The label, which a kept countdown has in its record.
  var label: String? {
    if let keeper, keeper.keepsRun { keeper.label } else { ownLabel }
  }

  /// Stores the target of a run that has just begun, which is also the target of the next start.
  private mutating func noteStart(
    towards next: CountdownTarget, at now: Moment, on timekeeper: Timekeeper,
    in state: inout TimekeeperState
  ) {
    guard box != nil || next.wallEnd != nil else { return }
    noteTarget(next, nextOf: box?.extras.times(nextAt: next), in: &state)
    if case .wall(let end) = next {
      // If the wall-clock target has already passed when the run starts, the run finishes immediately, and overtime is
      // counted from the moment of that finish.
      wallDeadline =
        machine.state == .running
        ? end : timekeeper.clocks.wall(of: machine.end?.instant ?? PastMoment(now))
    } else {
      wallDeadline = nil
    }
  }

  /// Returns the time to zero according to the wall clock's current setting; nil if it agrees with the time to zero on
  /// the steady clock.
  package func correctedTimeToZero(at now: Moment, on timekeeper: Timekeeper) -> Duration? {
    guard let wallDeadline, let counted = machine.timeToZero(at: now) else { return nil }
    let wanted = wallDeadline - timekeeper.clocks.wall(at: now)
    let drift = wanted.subtractingSaturated(counted)
    // A deadline that seems to have passed is checked exactly.
    let isSeen = !ClockInstant.unnoticedShift.contains(drift)
    return isSeen || (machine.state == .running && counted <= .zero) ? wanted : nil
  }

  /// Subscribes to changes of the wall clock while it affects the countdown or its record. A system that has slept reports
  /// one, too, or the app calls `refresh()`.
  private mutating func joinFollowers(_ countdown: Countdown, in state: inout TimekeeperState) {
    let follows =
      switch machine.state {
      case .running:
        wallDeadline != nil || keeper?.keepsRun == true || machine.options.pausesAsleep
      case .overtime: wallDeadline != nil || machine.options.pausesAsleep
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

extension CountdownTarget {
  /// Returns the time from `now` to the target, or to the end of the first phase.
  func duration(from now: Moment, on timekeeper: Timekeeper) -> Duration {
    guard case .wall = self else {
      let nowhere = ClockInstant(
        steady: now, wall: WallMoment(secondsSince1970: 0), boot: nil)
      return duration(at: nowhere)
    }
    timekeeper.requireRealTime(for: "A countdown to a wall-clock time")
    let wall = timekeeper.clocks.wall(at: now)
    return duration(at: ClockInstant(steady: now, wall: wall, boot: nil))
  }
}
