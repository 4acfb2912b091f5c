import SandglassCore

/// All of a countdown that changes; guarded by the timekeeper's lock.
///
/// Its machine decides. This sees to what follows from that: who is told, what is waited for, and whether the
/// record has to be written. The countdown that it belongs to is handed in by whoever calls.
struct CountdownCore {
  typealias Target = CountdownRecord.Target

  var machine: CountdownMachine
  var listeners = CountdownListeners()

  /// The instants of the wall clock that it counts down to, if it does.
  private var wallTargets: WallTargets?

  /// What it is known by to the timekeeper while it is told of a wall clock that was set; else zero.
  private var followerNumber: UInt64 = 0

  /// How it is kept in a store, if it is.
  var keeping: CountdownKeeping?

  /// What it asks for background time while it runs, if it does.
  var background: CountdownBackground?

  /// Its entry in the timekeeper's queue, and what is waited for there.
  private var entry: (token: TimekeeperState.Token, wake: Wake)?

  /// What to wait for: when, how late it may come, and whether the countdown is kept meanwhile.
  private struct Wake: Equatable {
    let moment: Moment
    let toleranceNanoseconds: UInt64
    let keepsCountdown: Bool
  }

  init(countingTo target: Target, options: CountdownOptions, on timekeeper: Timekeeper) {
    machine = CountdownMachine(
      target.duration(from: timekeeper.now, on: timekeeper), options: options)
    machine.plan = target.plan
    note(target)
  }
}

// MARK: - Events

extension CountdownCore {
  /// Starts towards a target, and has later starts count to it as well; false unless it is idle or has ended.
  ///
  /// - Parameters:
  ///   - countdown: The countdown.
  ///   - target: What to count down to; nil for what the next start counts down to anyway.
  ///   - age: How long ago it began. Refused if it is negative.
  ///   - now: The present moment.
  ///   - state: What the timekeeper guards.
  /// - Returns: Whether it has started.
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

  /// Starts anew towards a target, whatever lasts.
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

  /// Ends a start that lasts, or stops overtime, whose finish nobody is told of any more; false unless it does either.
  mutating func cancel(
    _ countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    handle(of: countdown, in: &state) { $0.advance(to: now, tell: $1) }
    // Before what shows it is told that it has stopped.
    if machine.state == .overtime { listeners.noteCancelledOvertime(in: &state) }
    guard handle(of: countdown, in: &state, { $0.cancel(at: now, tell: $1) }) else { return false }
    keeping?.ownership.forget()
    return true
  }

  /// Stops counting past zero; false unless it does. A finish that nobody has handled stays one.
  mutating func stopOvertime(
    of countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    guard handle(of: countdown, in: &state, { $0.stopOvertime(at: now, tell: $1) }) else {
      return false
    }
    if keeping?.ownership.unhandled == nil { keeping?.ownership.forget() }
    return true
  }

  /// Counts on; false unless it is paused.
  mutating func resume(
    _ countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    guard handle(of: countdown, in: &state, { $0.resume(at: now, tell: $1) }) else { return false }
    if wallDeadline != nil, let deadline = machine.deadline {
      wallDeadline = countdown.timekeeper.clocks.wall(at: deadline)
    }
    return true
  }

  /// Moves the deadline; false unless it is running, paused or past zero.
  mutating func extend(
    _ countdown: Countdown, by duration: Duration, at now: Moment,
    in state: inout TimekeeperState
  ) -> Bool {
    handle(of: countdown, in: &state) { $0.advance(to: now, tell: $1) }
    let (former, wasOvertime) = (machine.deadline, machine.state == .overtime)
    let isExtended = handle(of: countdown, in: &state) {
      $0.extend(by: duration, at: now, tell: $1)
    }
    // It may have finished by this, which the record cannot know.
    if isExtended { keeping?.isStartWritten = false }
    if wasOvertime {
      if machine.state == .running { keeping?.noteStartOutOfOvertime() }
      keeping?.markUnsaved(countdown, in: &state)
      if isExtended, let wall = wallDeadline { wallDeadline = wall + duration }
      return isExtended
    }
    if isExtended, let wall = wallDeadline, let former {
      // With nothing left it has finished now, and overtime counts from here.
      wallDeadline =
        machine.deadline.map { wall + ($0 - former) } ?? countdown.timekeeper.clocks.wall(at: now)
    }
    return isExtended
  }

  /// Goes to another phase; false if the machine refuses.
  mutating func movePhase(
    of countdown: Countdown, in state: inout TimekeeperState,
    _ event: (inout CountdownMachine, (CountdownEvent) -> Void) -> Bool
  ) -> Bool {
    guard handle(of: countdown, in: &state, event) else { return false }
    // Of a paused phase that begins anew, neither the total nor the deadline tells.
    keeping?.isStartWritten = false
    keeping?.markUnsaved(countdown, in: &state)
    return true
  }

  /// Applies what has come due.
  mutating func advance(
    _ countdown: Countdown, to now: Moment, in state: inout TimekeeperState
  ) {
    apply(to: countdown, at: now, in: &state) { core, state in
      core.handle(of: countdown, in: &state) { $0.advance(to: now, tell: $1) }
    }
  }

  /// Its instant has come; answers whether the queue keeps it again.
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

  /// Ends whatever lasts, and has nothing more to count down from.
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

  /// The countdown is about to be gone.
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

  /// What a look at it tells now.
  mutating func reading(at now: Moment, on timekeeper: Timekeeper) -> Reading {
    // Before a start, what is left until an instant of the wall clock changes all the time.
    if machine.state == .idle { prepare(nextTarget, at: now, on: timekeeper) }
    return machine.reading(at: now)
  }
}

// MARK: - What follows from an event

extension CountdownCore {
  /// Applies an event, and sees to all that follows from it.
  @discardableResult
  mutating func apply<Answer>(
    to countdown: Countdown, at now: Moment, in state: inout TimekeeperState,
    _ event: (inout CountdownCore, inout TimekeeperState) -> Answer
  ) -> Answer {
    let (before, endBefore, phaseBefore) = (machine.state, machine.end, machine.phaseIndex)
    // What only a record knows is compared only where there is one: this is done at each tick.
    let recorded = keeping == nil ? nil : (machine.wholeDuration, machine.deadline)
    // Nobody who asks has to wait until the system has told that its clock was set.
    if let timeToZero = correctedTimeToZero(at: now, on: countdown.timekeeper) {
      handle(of: countdown, in: &state) { $0.correct(timeToZero: timeToZero, at: now, tell: $1) }
    }
    let answer = event(&self, &state)
    // A finish whose claim nobody has asked for, or waits for any more, is told by another process.
    if let keeping, !keeping.isClaiming, let former = keeping.ownership.takeFormer() {
      tellFormer(former, isTold: false, in: &state)
    }
    let hasChanged =
      machine.state != before || machine.end != endBefore || machine.phaseIndex != phaseBefore
    if hasChanged { listeners.observation.noteState() }
    // Whether readers have seen a finish that this process tells is known once the record is claimed.
    if machine.state == .finished, keeping?.ownership.wantsClaim != true {
      listeners.endReaders(in: &state)
    }
    if let recorded, hasChanged || (machine.wholeDuration, machine.deadline) != recorded {
      // What the record has of this start is out of date, but for an end that came by itself.
      let hasEnded = machine.state == .finished || machine.state == .overtime
      if !hasEnded { keeping?.isStartWritten = false }
      keeping?.markUnsaved(countdown, in: &state)
    }
    listeners.notifyObservers(of: countdown, in: &state)
    plan(countdown, at: now, in: &state)
    return answer
  }

  /// Has the machine handle an event, and reports what it tells.
  @discardableResult
  mutating func handle<Answer>(
    of countdown: Countdown, in state: inout TimekeeperState,
    _ event: (inout CountdownMachine, (CountdownEvent) -> Void) -> Answer
  ) -> Answer {
    event(&machine) { told in
      if let keeping, case .end(let end, _) = told, end.outcome == .finished {
        listeners.tell(end, told, of: countdown, keeping, in: &state)
      } else if case .phaseEnd = told, let keeping, keeping.ownership.state == .unowned {
        // It is told by the process that runs the countdown: by this one, if its claim is granted.
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

  /// Turns ticks on or off, depending on whether anybody is listening, and waits in the queue for what comes next.
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
      // Somebody waits to be told.
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

// MARK: - Who is told

extension CountdownCore {
  /// Adds a binding in place of one of the same owner and kind; answers the present reading.
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

  /// Adds a reader of readings, which is given the present one at once.
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

  /// Notes that somebody observes it, who is told of the next change.
  mutating func watch(_ countdown: Countdown, at now: Moment, in state: inout TimekeeperState) {
    guard !listeners.observation.isWatching else { return }
    listeners.observation.isWatching = true
    seekClaim(of: countdown, in: &state)
    plan(countdown, at: now, in: &state)
  }
}

// MARK: - What it counts down to

extension CountdownCore {
  /// What the next start counts down to: the machine's plan or duration, unless that is an instant of the wall
  /// clock, or a record had the present start count to something else.
  var nextTarget: Target {
    keeping?.nextTarget ?? wallTargets?.next.map(Target.wall) ?? machine.plan.map(Target.phases)
      ?? .duration(machine.duration)
  }

  /// Has the machine's next start count down to a target.
  private mutating func prepare(
    _ next: Target, age: Duration = .zero, at now: Moment, on timekeeper: Timekeeper
  ) {
    machine.duration = next.duration(from: now, on: timekeeper)
    // An instant of the wall clock was further away then.
    if case .wall = next { machine.duration = machine.duration.addingSaturated(age) }
    machine.plan = next.plan
  }

  /// Notes what the next start counts down to; a duration the machine knows.
  mutating func note(_ target: Target) {
    let next: WallMoment? = if case .wall(let end) = target { end } else { nil }
    wallTargets = .targets(next: next, present: wallDeadline)
  }

  /// The instant of the wall clock that the present start counts down to; nil if that goes by the
  /// steady clock alone. While it is paused the instant does not count.
  var wallDeadline: WallMoment? {
    get { wallTargets?.present }
    set { wallTargets = .targets(next: wallTargets?.next, present: newValue) }
  }

  /// Notes what a start that has just begun counts down to, and so does the next one.
  private mutating func note(start next: Target, at now: Moment, on timekeeper: Timekeeper) {
    note(next)
    if case .wall(let end) = next {
      // A start after the end finishes at once, and overtime counts from there.
      wallDeadline =
        machine.state == .running ? end : timekeeper.clocks.wall(at: machine.end?.moment ?? now)
    } else {
      wallDeadline = nil
    }
  }

  /// How long it is to zero as the wall clock has it now, where that is not what is counted.
  func correctedTimeToZero(at now: Moment, on timekeeper: Timekeeper) -> Duration? {
    guard let wallDeadline, let counted = machine.timeToZero(at: now) else { return nil }
    let wanted = wallDeadline - timekeeper.clocks.wall(at: now)
    let drift = wanted.subtractingSaturated(counted)
    // Two looks differ by what lies between their readings of both clocks; but a deadline that
    // seems to have come is looked at exactly.
    let isSeen = !(.microseconds(-500) ... .microseconds(500)).contains(drift)
    return isSeen || (machine.state == .running && counted <= .zero) ? wanted : nil
  }

  /// Follows the wall clock as long as it matters to the countdown or its record.
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
  /// What is left until the target, or until the first phase ends, counted from `now`.
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

/// The instants of the wall clock that a countdown counts down to. Few have any, and so it is apart.
private final class WallTargets: Sendable {
  /// What the next start counts down to.
  let next: WallMoment?

  /// What the present start counts down to.
  let present: WallMoment?

  private init(next: WallMoment?, present: WallMoment?) {
    self.next = next
    self.present = present
  }

  /// Nil if there are none; an initializer that fails would allocate first.
  static func targets(next: WallMoment?, present: WallMoment?) -> WallTargets? {
    next == nil && present == nil ? nil : WallTargets(next: next, present: present)
  }
}
