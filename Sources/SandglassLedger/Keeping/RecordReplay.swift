package import SandglassCore

/// A recorded countdown at a later instant, with a machine that continues it.
///
/// The instant of a record may precede the boot, but moments start at the boot. The machine therefore runs on a clock
/// that is ahead of the steady clock, and the results are moved back.
struct RecordReplay {
  private var record: CountdownRecord
  fileprivate(set) var machine: CountdownMachine
  let instant: ClockInstant

  /// Whether a run was in progress that was not paused.
  let wasRunning: Bool

  /// How far the machine's clock is ahead of the steady clock, in nanoseconds.
  private var shift: UInt64 = 0

  /// The latest moment on the machine's clock at which the record is known to have changed; `nil` if it has not.
  private var changed: Moment?

  /// The change that the machine has reported last.
  private(set) var change: CountdownRecord.Change?

  /// Whether an event that was delivered has moved the run on.
  private(set) var hasMovedOn = false

  /// The time by which a run is numbered that an operation begins.
  private var order: WallMoment

  /// When the run was paused, or its end moved during the pause, on the wall clock.
  private var pausedAt: WallMoment?

  /// How much later a run to a wall-clock time ends on the wall clock than on the steady one. The clocks are read one after
  /// the other, so they never quite agree.
  private var drift = Duration.zero

  /// Whether the record's clocks cannot be used any more: they are of another boot, or have been set.
  private var mustRebase = false

  /// The present moment on the machine's clock.
  private var now: Moment { instant.steady.advanced(byNanoseconds: shift) }

  init(_ record: CountdownRecord, at instant: ClockInstant) {
    let record = record.movedBySleep(until: instant)
    self.record = record
    self.instant = instant
    if case .running = record.state { wasRunning = true } else { wasRunning = false }
    order = instant.wall
    machine = CountdownMachine(record.target.duration(at: instant), options: record.options)
    machine.plan = record.target.plan
    machine.phaseIndex = record.phaseIndex
    machine.total = record.total.clampedNanoseconds
    switch record.state {
    case .idle:
      break
    case .running(let deadline, let wallDeadline):
      resume(until: deadline, wallDeadline)
    case .paused(let remaining, let end):
      pausedAt = end.map { $0 - remaining }
      machine.step = .paused(remaining: remaining.clampedNanoseconds)
      armMilestones(below: remaining)
    case .overtime(let deadline, let wallDeadline):
      let left = noteClocks(until: deadline, wallDeadline)
      // If the wall clock was set back to a time before the end, overtime stays at zero until the end is reached again.
      let isOnWallClock = record.target.wallEnd != nil
      machine.restoreOvertime(timeToZero: isOnWallClock ? left : min(.zero, left), at: now)
      if mustRebase { changed = .origin }
    case .finished(let end):
      let age = instant.wall - end
      machine.step = .finished(since: now, past: age.clampedNanoseconds)
      machine.ended = .finished(at: PastMoment(age: age, at: now))
    }
  }

  /// Continues a run at the position that the record describes.
  private mutating func resume(until deadline: Moment, _ wallDeadline: WallMoment) {
    let left = noteClocks(until: deadline, wallDeadline)
    let written = max(left, record.timeToZero ?? left)
    // What lies beyond the range of a moment saturates, and nothing is due yet.
    let isInReach = left <= Moment.distantFuture - .origin
    let age = isInReach ? written.subtractingSaturated(left).clampedNanoseconds : 0
    let past = Duration.zero.subtractingSaturated(left).clampedNanoseconds
    shift = machine.shift(reaching: max(age, past), before: instant.steady)
    machine.total = record.total(at: instant).clampedNanoseconds
    machine.step = .running(deadline: now + left)
    armMilestones(below: written)
    if mustRebase { changed = Moment(nanoseconds: now.nanoseconds.subtractingClamped(age)) }
  }

  private mutating func armMilestones(below remaining: Duration) {
    let untold = min(remaining, record.untold ?? remaining)
    machine.armMilestones(below: untold.clampedNanoseconds)
  }

  /// Returns the time until a deadline by the clocks of `instant`.
  private mutating func noteClocks(until deadline: Moment, _ wallDeadline: WallMoment) -> Duration {
    let (left, certainty) = record.remaining(until: deadline, wallDeadline, at: instant)
    if record.target.wallEnd != nil {
      drift = (wallDeadline - instant.wall).subtractingSaturated(left)
    }
    record.certainty = certainty
    mustRebase =
      instant.steady < record.written.steady || !instant.isSameBoot(as: record.written)
      || instant.wallShift(since: record.written) != .zero
    return left
  }
}

// MARK: - What is due

extension RecordReplay {
  /// Adds everything that has become due to the pending events.
  mutating func settle() {
    run { machine, now, report in
      machine.advance(to: now, report: report)
      return false
    }
  }

  /// Lets the machine process an event, and adds what becomes due.
  ///
  /// - Parameter event: The event.
  /// - Returns: Whether the machine has changed.
  @discardableResult
  private mutating func run(
    _ event: (inout CountdownMachine, Moment, (CountdownEvent) -> Void) -> Bool
  ) -> Bool {
    var events: [CountdownEvent] = []
    let hasChanged = event(&machine, now) { events.append($0) }
    for event in events {
      if case .change(let kind, _) = event { change = CountdownRecord.Change(kind) ?? change }
      guard let pending = record.note(event, order: order, at: now, instant) else { continue }
      let moment = now - pending.age(at: instant)
      changed = max(changed ?? moment, moment)
    }
    if hasChanged { changed = now }
    return hasChanged
  }
}

// MARK: - Operations

extension RecordReplay {
  /// Performs an operation. Returns why it does not apply; `nil` if it does.
  mutating func perform(_ operation: CountdownRecord.Operation) -> CountdownRefusal? {
    let isPerformed =
      switch operation {
      case .perform(let operation): perform(operation)
      case .setOptions(let options): setOptions(options)
      case .setPlace(let place): replace(&record.started, by: place)
      case .discard: discard()
      case .acknowledge(let event): acknowledge(event)
      case .become(let other): become(other)
      case .settle, .notice: true
      }
    return isPerformed ? nil : operation.refusal(by: machine, of: record.target)
  }

  private mutating func perform(_ operation: CountdownOperation) -> Bool {
    switch operation {
    case .start(let target, let options, let age, let order):
      isInProgress ? false : start(target, options, age: age, order)
    case .restart(let target, let options, let order):
      restart(target, options, order)
    case .startAgain: startAgain()
    case .pause: pause()
    case .resume(let age): resume(since: age)
    case .toggle: pause() || resume(since: .zero)
    case .extend(let duration): run { $0.extend(by: duration, at: $1, report: $2) }
    case .shorten(let duration, let rest):
      run { $0.shorten(by: duration, leaving: rest, at: $1, report: $2) }
    case .moveEnd(let end, let finished): moveEnd(to: end, after: finished)
    case .correct(let change): run { $0.correct(by: change, at: $1, report: $2) }
    case .setPeriod(let period): run { $0.setPeriod(period, at: $1, report: $2) }
    case .skip: run { $0.skip(at: $1, report: $2) }
    case .back: run { $0.back(at: $1, report: $2) }
    case .cancel: cancel()
    case .stopOvertime: run { $0.stopOvertime(at: $1, report: $2) }
    case .reset: reset()
    case .undo(let change): undo(change)
    case .prepare(let target, let options, let order): prepare(target, options, order)
    case .setMilestones(let milestones): setMilestones(milestones)
    case .setLabel(let label): replace(&record.label, by: label)
    }
  }

  private var isInProgress: Bool { machine.state == .running || machine.state == .paused }

  private mutating func start(
    _ target: CountdownTarget, _ options: CountdownOptions, age: Duration,
    _ order: WallMoment
  ) -> Bool {
    record.prepare(for: target, options, order: order)
    record.certainty = .exact
    self.order = order
    drift = .zero
    let age = age.clampedNanoseconds
    machine = CountdownMachine(
      target.duration(at: instant).addingSaturated(target.wallEnd == nil ? .zero : age.duration),
      options: options)
    machine.plan = target.plan
    shift = machine.shift(reaching: age, before: instant.steady)
    run {
      $0.begin(at: Moment(nanoseconds: $1.nanoseconds.subtractingClamped(age)), report: $2)
      return true
    }
    settle()
    return true
  }

  private mutating func restart(
    _ target: CountdownTarget, _ options: CountdownOptions, _ order: WallMoment
  ) -> Bool {
    _ = cancel()
    return start(target, options, age: .zero, order)
  }

  private mutating func startAgain() -> Bool {
    if record.target.wallEnd != nil { return false }
    let place = record.started
    _ = discard()
    record.started = place
    return start(record.target, record.options, age: .zero, instant.wall)
  }

  private mutating func pause() -> Bool {
    guard run({ $0.pause(at: $1, report: $2) }) else { return false }
    pausedAt = instant.wall + drift
    return true
  }

  private mutating func resume(since age: Duration) -> Bool {
    run {
      let beginning = $1.nanoseconds.subtractingClamped(age.clampedNanoseconds)
      return $0.resume(from: Moment(nanoseconds: beginning), at: $1, report: $2)
    }
  }

  private mutating func undo(_ change: RunChange) -> Bool {
    let wasPaused = machine.state == .paused
    guard run({ $0.undo(change, at: $1, report: $2) }) else { return false }
    if machine.state == .paused, !wasPaused { pausedAt = instant.wall + drift }
    return true
  }

  private mutating func prepare(
    _ target: CountdownTarget, _ options: CountdownOptions, _ order: WallMoment
  ) -> Bool {
    if isInProgress || machine.state == .overtime { return false }
    record.prepare(for: target, options, order: order)
    machine = CountdownMachine(target.duration(at: instant), options: options)
    machine.plan = target.plan
    changed = now
    return true
  }

  private mutating func moveEnd(to end: WallMoment, after finished: FinishedRun?) -> Bool {
    if let finished, !isInProgress, machine.state != .overtime {
      guard end - instant.wall > ClockInstant.unnoticedShift.upperBound else {
        return false
      }
      begin(after: finished)
    } else if machine.state == .finished {
      return false
    }
    let present = ClockInstant(steady: now, wall: instant.wall, boot: instant.boot)
    guard !machine.alreadyEnds(at: end, pausedUntil: pausedEnd, now: present) else { return false }
    let (isOver, timeToZero) = (!isInProgress, end - instant.wall)
    order = finished?.order ?? instant.wall
    guard run({ $0.moveEnd(timeToZero: timeToZero, at: $1, report: $2) }) else { return false }
    if record.target.wallEnd != nil { record.target = .wall(end) }
    (pausedAt, drift) = (instant.wall, .zero)
    // The end of a run that begins now was given, whatever the run before it was.
    if isOver, machine.state == .running { record.certainty = .exact }
    return true
  }

  /// Puts a run that a process saw finish in the place of what the record says.
  private mutating func begin(after finished: FinishedRun) {
    record.prepare(for: finished.target, finished.options, order: finished.order)
    machine = CountdownMachine(after: finished, at: now)
  }

  /// Cancels the run or its overtime, and drops its pending events.
  private mutating func cancel() -> Bool {
    guard run({ $0.cancel(at: $1, report: $2) }) else { return false }
    record.dropEvents()
    return true
  }

  /// Returns to the full time. The events of a run that has finished are facts, and stay pending.
  private mutating func reset() -> Bool {
    isInProgress ? cancel() : run { $0.reset(at: $1, report: $2) }
  }

  private mutating func discard() -> Bool {
    _ = cancel()
    machine.step = .idle
    record.pending = []
    record.started = CountdownRecord.noPlace
    return true
  }

  private mutating func setMilestones(_ milestones: [Milestone]) -> Bool {
    var options = record.options
    options.milestones = milestones
    return setOptions(options)
  }

  private mutating func setOptions(_ options: CountdownOptions) -> Bool {
    guard options != record.options else { return false }
    record.options = options
    machine.setOptions(options, at: now)
    changed = now
    return true
  }

  private mutating func become(_ other: CountdownRecord) -> Bool {
    var other = other
    other.lease = record.lease
    self = RecordReplay(other, at: instant)
    changed = now
    return true
  }

  /// Removes an event that a receiver has handled.
  ///
  /// What has been delivered is a fact. If another process has changed the run in the meantime, so that the event had
  /// not become due, the run is moved on to the event.
  private mutating func acknowledge(_ event: PendingEvent) -> Bool {
    if !record.pending.contains(where: event.isSame), event.run == record.run,
      record.eventCount < event.number
    {
      // An extension may have put other events before it.
      while isInProgress, !hasReached(event) { approach(event) }
    }
    record.acknowledge(event)
    return true
  }

  private func hasReached(_ event: PendingEvent) -> Bool {
    if machine.phaseIndex != event.phaseIndex { return machine.phaseIndex > event.phaseIndex }
    guard let remaining = remaining(at: event) else { return false }
    return machine.reading(at: now).remaining.clampedNanoseconds <= remaining
  }

  /// Moves the run on to an event, or at least to the end of the phase.
  private mutating func approach(_ event: PendingEvent) {
    let remaining = machine.phaseIndex == event.phaseIndex ? remaining(at: event) : nil
    hasMovedOn = true
    run {
      $0.moveOn(to: remaining ?? 0, at: $1, report: $2)
      return true
    }
  }

  /// Returns the remaining time at which a milestone is due; nil if it is another event, or if the run is too short.
  private func remaining(at event: PendingEvent) -> UInt64? {
    guard case .milestone(let milestone) = event.kind else { return nil }
    return milestone.remaining(in: machine.total)
  }
}

/// Replaces a value. Returns whether the new one is another.
private func replace<Value: Equatable>(_ value: inout Value, by new: Value) -> Bool {
  defer { value = new }
  return value != new
}

extension UInt64 {
  /// This number of nanoseconds as a duration.
  fileprivate var duration: Duration { .nanoseconds(self) }
}

// MARK: - The result

extension CountdownMachine {
  /// Continues the run of a record, with everything that has become due in it by now. Nothing is reported. The options
  /// stay, except the milestones and whether the run pauses asleep.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - now: The present instant.
  package mutating func restore(_ record: CountdownRecord, at now: ClockInstant) {
    var replay = RecordReplay(record, at: now)
    replay.settle()
    let other = replay.presentMachine
    if options.milestones != record.options.milestones {
      setMilestones(record.options.milestones, at: now.steady) { _ in }
    }
    setPausesAsleep(record.options.pausesAsleep)
    plan = other.plan
    phaseIndex = other.phaseIndex
    total = other.total
    (step, ended, armed) = (other.step, other.ended, other.armed)
    if case .overtime(let since, let past) = step, !options.countsPastZero {
      step = .finished(since: since, past: past)
    }
    noteReported(at: now.steady)
  }
}

extension RecordReplay {
  /// The machine on the steady clock.
  var presentMachine: CountdownMachine {
    var machine = machine
    machine.move(backBy: shift, to: instant.steady)
    return machine
  }

  /// The record at the instant of the replay.
  var result: CountdownRecord {
    var record = record
    guard let changed else {
      (record.phaseIndex, record.total) = (machine.phaseIndex, machine.wholeDuration)
      return record
    }
    // What precedes the boot is placed at the boot, so that any operation of this boot comes after it.
    record.write(
      machine, at: now, instant, wallEnd: wallEnd,
      changed: min(max(changed, Moment(nanoseconds: shift)), now))
    return record
  }

  /// When a run to a wall-clock time ends, also one that is paused; `nil` if it is another one.
  private var wallEnd: WallMoment? {
    guard record.target.wallEnd != nil, let left = machine.timeToZero(at: now) else {
      return pausedEnd
    }
    return instant.wall + left + drift
  }

  /// When a paused run to a wall-clock time would have ended without the pause; `nil` if it is another one.
  private var pausedEnd: WallMoment? {
    guard case .paused(let remaining) = machine.step, record.target.wallEnd != nil else {
      return nil
    }
    return pausedAt.map { $0 + remaining.duration }
  }
}

extension CountdownRecord {
  /// Writes where the run of a machine is.
  ///
  /// - Parameters:
  ///   - machine: The machine.
  ///   - now: The present moment on the machine's clock.
  ///   - instant: The present instant.
  ///   - wallEnd: When the run ends on the wall clock, or when a paused one would have ended without the pause; `nil` if
  ///     the clocks say it.
  ///   - changed: The moment of the latest change or event on the machine's clock.
  package mutating func write(
    _ machine: CountdownMachine, at now: Moment, _ instant: ClockInstant, wallEnd: WallMoment?,
    changed: Moment
  ) {
    phaseIndex = machine.phaseIndex
    total = machine.wholeDuration
    untold = machine.untold(at: now, since: changed)
    let past = instant.earlier(by: now - changed)
    written = ClockInstant(
      steady: past.steady, wall: past.wall, boot: past.boot,
      asleep: options.pausesAsleep ? instant.asleep : nil)
    switch machine.step {
    case .idle:
      state = .idle
    case .running(let deadline):
      let left = deadline - now
      state = .running(
        deadline: instant.steady + left, wallDeadline: wallEnd ?? instant.wall + left)
    case .paused(let remaining):
      state = .paused(remaining: remaining.duration, end: wallEnd)
    case .overtime:
      let left = machine.timeToZero(at: now) ?? .zero
      state = .overtime(
        deadline: instant.steady + left, wallDeadline: wallEnd ?? instant.wall + left)
    case .finished(let since, let past):
      // A clock that is set later does not change when a run has finished.
      if case .finished = state { break }
      state = .finished(at: instant.wall - (now - since) - past.duration)
    }
  }
}

extension CountdownMachine {
  /// The remaining time below which milestones are yet to be told; `nil` if it is the one at the latest change.
  fileprivate func untold(at now: Moment, since changed: Moment) -> Duration? {
    guard state == .running || state == .paused else { return nil }
    var all = self
    let counted = state == .running ? (now - changed).clampedNanoseconds : 0
    let remaining = reading(at: now).remaining.clampedNanoseconds
    all.armMilestones(below: remaining.addingClamped(counted))
    return armed < all.armed ? armed.duration : nil
  }
}

extension CountdownRecord {
  /// Returns the number of a run: when it was started, or one more than the number of the run before it.
  package static func number(ofRunAt start: WallMoment, after former: Int) -> Int {
    max(former == .max ? .max : former + 1, Int(clamping: start.timeSince1970.clampedNanoseconds))
  }

  /// The moment of the next milestone, phase end or finish, unless the countdown is changed; `nil` if nothing will
  /// become due.
  ///
  /// At that moment and not earlier, ``settled(at:)`` adds an event.
  package var nextDue: Moment? {
    guard case .running = state else { return nil }
    return RecordReplay(self, at: written).nextDue
  }
}

extension RecordReplay {
  /// The moment of the next event on the clock of the record. The replay must be at the instant of the record.
  fileprivate var nextDue: Moment? { machine.nextDue(wantsMilestones: true)?.moment }
}
