/// The state machine of a countdown: a pure value that is told the time and says what to tell.
///
/// ```
///            start              deadline
///  ┌──────┐ ──────▶ ┌─────────┐ ─────────▶ ┌──────────┐
///  │ idle │         │ running │            │ finished │
///  └──────┘ ◀────── └─────────┘ ─────┐     └──────────┘
///      ▲     cancel   │     ▲        │           ▲ stopOvertime
///      │        pause │     │ resume │     ┌──────────┐
///      │              ▼     │        └───▶ │ overtime │
///      │  cancel    ┌────────┐   deadline, └──────────┘
///      └─────────── │ paused │   counting past zero
///                   └────────┘
/// ```
///
/// `start` also leaves `finished` and `overtime`, for another start; `restart` starts from
/// anywhere and first tells a start that still lasts that it was cancelled. `extend` keeps the
/// state, finishes when nothing is left, and begins another start where it leads out of overtime.
/// With a ``plan``, each phase but the last runs into the next one at its own deadline.
///
/// Each method is one event. It takes the present moment, first applies all that is due by
/// then (so that at or after the deadline nothing can be paused or cancelled any more), tells
/// what there is to tell, in order, through its closure, and answers whether it changed anything.
public struct CountdownMachine: Sendable {
  /// How the countdown counts.
  public private(set) var options: CountdownOptions

  /// What the next start counts down from; a negative duration counts as nothing. With a ``plan`` that is the first
  /// phase.
  public var duration: Duration

  /// The phases that it goes through; nil if it has none.
  public package(set) var plan: PhasePlan?

  /// The number of the present phase, counted from zero through all rounds.
  public internal(set) var phaseIndex = 0

  /// How the last start ended; nil while it lasts, and before the first.
  public internal(set) var end: CountdownEnd?

  @usableFromInline
  enum Step: Sendable {
    case idle
    case running(deadline: Moment)
    case paused(remaining: UInt64)

    /// Counting on: at `since`, this many nanoseconds had gone by past zero.
    case overtime(since: Moment, past: UInt64)
    case finished
  }

  @usableFromInline var step = Step.idle

  /// What the present start, or its present phase, counts down in all, adjustments included, in nanoseconds.
  var total: UInt64 = 0

  /// The index of the next milestone to be told.
  private var nextMilestone = 0

  /// The number that was told last (in overtime, the units told past zero); nil while nobody
  /// watches. Ticks are missed only where somebody watches.
  var told: UInt64?

  /// Whether somebody watches the ticks: only then are there any.
  public private(set) var isWatched = false

  /// Makes the machine of a countdown that has not been started.
  public init(_ duration: Duration, options: CountdownOptions = .standard) {
    self.duration = duration
    self.options = options
  }

  /// Makes the machine of a countdown through phases that has not been started.
  public init(_ plan: PhasePlan, options: CountdownOptions = .standard) {
    self.init(plan[0]?.duration ?? .zero, options: options)
    self.plan = plan
  }
}

// MARK: - What it is

extension CountdownMachine {
  /// What the countdown is doing, as far as it has been told the time.
  @inlinable
  public var state: CountdownState {
    switch step {
    case .idle: .idle
    case .running: .running
    case .paused: .paused
    case .overtime: .overtime
    case .finished: .finished
    }
  }

  /// What a look at `now` tells; changes nothing, even if something is due.
  public func reading(at now: Moment) -> Reading {
    reading(at: now, missed: 0)
  }

  /// When a running countdown finishes; nil unless it runs.
  public var deadline: Moment? {
    if case .running(let deadline) = step { deadline } else { nil }
  }

  /// The exact time to zero at `now`, negative past it; nil unless it runs or counts past zero.
  package func timeToZero(at now: Moment) -> Duration? {
    switch step {
    case .idle, .paused, .finished: nil
    case .running(let deadline): deadline - now
    case .overtime(let since, let past): (since - now) - Duration(nanoseconds: Int128(past))
    }
  }

  /// What the present start, or its present phase, counts down in all, adjustments included; zero before the first.
  public var wholeDuration: Duration { Duration(nanoseconds: Int128(total)) }

  /// The instant at which the countdown next wants to be told the time, if there is one.
  ///
  /// - Parameter wantsMilestones: Whether somebody wants to be told of milestones.
  /// - Returns: The instant, and how late it may be met to share a wake-up with others.
  public func nextDue(wantsMilestones: Bool) -> (moment: Moment, tolerance: Duration)? {
    nextDueInNanoseconds(wantsMilestones: wantsMilestones).map { next in
      (next.moment, Duration(nanoseconds: Int128(next.tolerance)))
    }
  }

  /// The same with the tolerance in nanoseconds: a duration is slow to reckon with, and this is asked after each
  /// tick.
  package func nextDueInNanoseconds(
    wantsMilestones: Bool
  ) -> (moment: Moment, tolerance: UInt64)? {
    switch step {
    case .idle, .paused, .finished:
      return nil
    case .overtime(let since, let past):
      guard let told else { return nil }
      return (overtimeTick(after: told, since: since, past: past), options.toleranceNanoseconds)
    case .running(let deadline):
      var due = deadline
      if let tick = nextTick(before: deadline) { due = min(due, tick) }
      if wantsMilestones, nextMilestone < options.milestones.count {
        due = min(due, deadline - options.milestones[nextMilestone])
      }
      // No tolerance reaches past the finish, which has none.
      return (due, min(options.toleranceNanoseconds, remaining(until: deadline, at: due)))
    }
  }
}

// MARK: - Events

extension CountdownMachine {
  /// Tells all that has become due by `now`; nothing if nothing has.
  ///
  /// After a stall that is one reading with the number of ticks missed; across the end it is the
  /// milestones, then the finish. Each phase that has ended meanwhile is told, in order.
  public mutating func advance(to now: Moment, tell: (CountdownEvent) -> Void) {
    while case .running(let deadline) = step, deadline <= now {
      let missed = missedBeforeEnd(at: now, deadline: deadline)
      if endPhase(at: deadline, missed: missed, tell: tell) { continue }
      finish(at: deadline, missed: missed, tell: tell)
    }
    switch step {
    case .idle, .paused, .finished:
      return
    case .running(let deadline):
      tellMilestones(downTo: deadline.nanoseconds - now.nanoseconds, tell: tell)
      tellTick(before: deadline, at: now, tell: tell)
    case .overtime:
      tellOvertimeTick(at: now, tell: tell)
    }
  }

  /// Starts counting down from ``duration``; false if a start still lasts.
  ///
  /// - Parameters:
  ///   - beginning: When the start began; nil for now, and refused if it is later. What has become due since is
  ///     told in order: milestones, phases and the finish, each with its own instant.
  ///   - now: The present moment.
  ///   - tell: Takes the events, in order.
  /// - Returns: Whether it has started.
  public mutating func start(
    from beginning: Moment? = nil, at now: Moment, tell: (CountdownEvent) -> Void
  ) -> Bool {
    let beginning = beginning ?? now
    guard beginning <= now else {
      advance(to: now, tell: tell)
      return false
    }
    return start(age: now.nanoseconds - beginning.nanoseconds, at: now, tell: tell)
  }

  /// Starts anew from ``duration``, after cancelling a start that still lasts.
  public mutating func restart(at now: Moment, tell: (CountdownEvent) -> Void) {
    _ = cancel(at: now, tell: tell)
    begin(at: now, tell: tell)
    advance(to: now, tell: tell)
  }

  /// Stands still, keeping the exact remainder; false unless it runs.
  public mutating func pause(at now: Moment, tell: (CountdownEvent) -> Void) -> Bool {
    advance(to: now, tell: tell)
    guard case .running(let deadline) = step else { return false }
    step = .paused(remaining: remaining(until: deadline, at: now))
    tell(.change(.paused, reading(at: now)))
    return true
  }

  /// Counts on from where it was paused; false unless it is paused.
  public mutating func resume(at now: Moment, tell: (CountdownEvent) -> Void) -> Bool {
    advance(to: now, tell: tell)
    guard case .paused(let remaining) = step else { return false }
    step = .running(deadline: now.advanced(byNanoseconds: remaining))
    tell(.change(.resumed, reading(at: now)))
    return true
  }

  /// Adds `duration` to what remains and to the total, or takes it away if it is negative, and
  /// tells a reading; false unless it runs, is paused or counts past zero.
  ///
  /// Milestones that the remaining time is now above will be told again; milestones that it
  /// falls to are told at once. With nothing left it finishes, or its phase ends. Overtime shrinks; where
  /// that is not enough, another start begins with what then remains, and has a finish of its own.
  public mutating func extend(
    by duration: Duration, at now: Moment, tell: (CountdownEvent) -> Void
  ) -> Bool {
    advance(to: now, tell: tell)
    let change = duration.nanosecondsRoundedUp
    switch step {
    case .idle, .finished:
      return false
    case .running(let deadline):
      extend(from: remaining(until: deadline, at: now), by: change, at: now, tell: tell)
    case .paused(let remaining):
      extend(from: remaining, by: change, at: now, tell: tell)
    case .overtime:
      let left = (timeToZero(at: now) ?? .zero).nanosecondsRoundedUp + change
      extendOvertime(to: left, by: change, at: now, tell: tell)
    }
    return true
  }

  /// Has other milestones from now on; those that what remains has fallen to already are not told.
  public mutating func setMilestones(
    _ milestones: [Duration], at now: Moment, tell: (CountdownEvent) -> Void
  ) {
    advance(to: now, tell: tell)
    options.milestones = milestones
    switch step {
    case .idle, .overtime, .finished: nextMilestone = options.milestones.count
    case .running(let deadline): armMilestones(below: remaining(until: deadline, at: now))
    case .paused(let remaining): armMilestones(below: remaining)
    }
  }

  /// Ends the present start without finishing it, or stops counting past zero; false unless it does either.
  ///
  /// A start that counts past zero has finished, and so has no second end.
  public mutating func cancel(at now: Moment, tell: (CountdownEvent) -> Void) -> Bool {
    if stopOvertime(at: now, tell: tell) { return true }
    switch step {
    case .idle, .overtime, .finished: return false
    case .running, .paused: break
    }
    phaseIndex = 0
    end(with: CountdownEnd(.cancelled, at: now), step: .idle, at: now, tell: tell)
    return true
  }

  /// Becomes idle with nothing to count down from, whatever it was: a start that still lasts is
  /// cancelled, and otherwise a reading is told, if there was anything to see.
  package mutating func clear(at now: Moment, tell: (CountdownEvent) -> Void) {
    let former = duration
    duration = .zero
    if !stopOvertime(at: now, tell: tell), cancel(at: now, tell: tell) { return }
    if case .idle = step, former <= .zero { return }
    step = .idle
    phaseIndex = 0
    told = nil
    tell(.reading(reading(at: now)))
  }

  /// Corrects the time to zero, because the clock that the countdown follows was set.
  ///
  /// Time that moved and time that was missed are two things. The correction moves the deadline; ticks
  /// that time alone has passed over by `now`, because the process did not run, are missed all the
  /// same. Where the corrected deadline has passed, the countdown finishes at that deadline, and overtime
  /// counts from there. A former deadline that has passed does not finish it: the clock says that it
  /// was wrong. Overtime is corrected alike; set back before its end, it stands at zero until that is
  /// reached again, and the finish is not taken back.
  ///
  /// Does nothing unless the countdown runs or counts past zero.
  ///
  /// - Parameters:
  ///   - timeToZero: The time to zero at `now`, negative past it.
  ///   - now: The present moment.
  ///   - limit: The least correction that delivers a reading. Clocks that drift apart are corrected
  ///     all the time, by less.
  ///   - tell: Takes the events, in order.
  public mutating func correct(
    timeToZero: Duration, at now: Moment, tellingFrom limit: Duration = .milliseconds(1),
    tell: (CountdownEvent) -> Void
  ) {
    guard let former = self.timeToZero(at: now) else { return }
    // What is further away than a moment can be stays where it saturates, and does not move each time.
    let furthest = Moment.distantFuture - .origin
    let timeToZero = min(max(timeToZero, min(former, .zero - furthest)), Moment.distantFuture - now)
    let change = timeToZero.subtractingSaturated(former)
    let isTold = change >= limit || change <= .zero - limit
    if case .running(let formerDeadline) = step {
      total = UInt64(clamping: Int128(total) + change.nanosecondsRoundedUp)
      correctDeadline(
        formerDeadline, timeToZero: timeToZero, at: now, isTold: isTold, tell: tell)
    } else {
      correctOvertime(timeToZero: timeToZero, at: now, isTold: isTold, tell: tell)
    }
  }

  /// Stops counting past zero; false unless it does.
  public mutating func stopOvertime(at now: Moment, tell: (CountdownEvent) -> Void) -> Bool {
    advance(to: now, tell: tell)
    guard case .overtime = step else { return false }
    step = .finished
    tell(.change(.overtimeStopped, reading(at: now)))
    return true
  }

  /// Begins or ceases to have ticks, as somebody watches or nobody does.
  ///
  /// Ticks that fell while nobody watched are neither told nor missed.
  public mutating func watch(
    _ isWatched: Bool, at now: Moment, tell: (CountdownEvent) -> Void
  ) {
    advance(to: now, tell: tell)
    guard isWatched != self.isWatched else { return }
    self.isWatched = isWatched
    noteTold(at: now)
  }
}

// MARK: - Taking up a recorded start

extension CountdownMachine {
  /// Goes on with a start that a record tells of, in place of whatever there was; tells nothing.
  ///
  /// The milestones below what remains are armed. Those that have passed since the record was written are among
  /// ``events(since:at:)``.
  ///
  /// - Parameters:
  ///   - state: What has become of the recorded countdown by `now`.
  ///   - total: What the start, or its present phase, counts down in all, adjustments included.
  ///   - phaseIndex: The number of the present phase.
  ///   - now: The present instant.
  public mutating func restore(
    _ state: RestoredCountdown.State, total: Duration, phaseIndex: Int = 0,
    at now: CountdownRecord.Instant
  ) {
    self.total = total.clampedNanoseconds
    self.phaseIndex = phaseIndex
    end = nil
    var remaining: UInt64 = 0
    switch state {
    case .running(let left):
      remaining = left.clampedNanoseconds
      step = .running(deadline: now.steady.advanced(byNanoseconds: remaining))
    case .paused(let left):
      remaining = left.clampedNanoseconds
      step = .paused(remaining: remaining)
    case .overtime(let past, _) where options.countsPastZero:
      end = CountdownEnd(.finished, at: now.steady - past)
      step = .overtime(timeToZero: Duration.zero.subtractingSaturated(past), at: now.steady)
    case .overtime(_, let ended), .finished(let ended):
      end = CountdownEnd(.finished, at: now.steady - (now.wall - ended))
      step = .finished
    }
    armMilestones(below: remaining)
    noteTold(at: now.steady)
  }
}

// MARK: - Starting, adjusting, ending

extension CountdownMachine {
  /// Begins a start; what has become due since `beginning` is still to be told.
  mutating func begin(
    at beginning: Moment, tellsReading: Bool = true, tell: (CountdownEvent) -> Void
  ) {
    end = nil
    phaseIndex = 0
    total = duration.clampedNanoseconds
    step = .running(deadline: beginning.advanced(byNanoseconds: total))
    armMilestones(below: total)
    told = nil
    tell(.change(.started, reading(at: beginning)))
    guard total > 0 else { return }
    guard tellsReading else {
      // The opening number is still to be told, as if the one above it had been.
      if isWatched { told = shown(total).addingClamped(1) }
      return
    }
    noteTold(at: beginning)
    tell(.reading(reading(at: beginning)))
  }

  private mutating func extend(
    from before: UInt64, by change: Int128, at now: Moment, tell: (CountdownEvent) -> Void
  ) {
    total = UInt64(clamping: Int128(total) + change)
    let remaining = UInt64(clamping: Int128(before) + change)
    let isPaused = state == .paused
    step =
      isPaused
      ? .paused(remaining: remaining)
      : .running(deadline: now.advanced(byNanoseconds: remaining))
    if remaining > 0 { noteTold(at: now) }
    tell(.change(.extended(by: Duration(nanoseconds: change)), reading(at: now)))
    guard remaining > 0 else {
      tellMilestones(downTo: 0, at: now, tell: tell)
      if !endPhase(at: now, missed: 0, tell: tell) { finish(at: now, missed: 0, tell: tell) }
      return advance(to: now, tell: tell)
    }
    tellMilestones(downTo: remaining, at: now, tell: tell)
    armMilestones(below: remaining)
    tell(.reading(reading(at: now)))
  }

  /// Moves the zero that overtime counts from; `left` nanoseconds remain until it, a negative number after it.
  ///
  /// Zero may lie ahead without this, where the clock was set back. Only more time begins another start.
  private mutating func extendOvertime(
    to left: Int128, by change: Int128, at now: Moment, tell: (CountdownEvent) -> Void
  ) {
    total = UInt64(clamping: Int128(total) + change)
    let extended = CountdownChange.Kind.extended(by: Duration(nanoseconds: change))
    if left > 0, change > 0 {
      end = nil
      let remaining = UInt64(clamping: left)
      step = .running(deadline: now.advanced(byNanoseconds: remaining))
      armMilestones(below: remaining)
      noteTold(at: now)
      tell(.change(extended, reading(at: now)))
      tell(.change(.started, reading(at: now)))
    } else {
      step = .overtime(timeToZero: Duration(nanoseconds: left), at: now)
      noteTold(at: now)
      tell(.change(extended, reading(at: now)))
    }
    tell(.reading(reading(at: now)))
  }

  mutating func finish(
    at deadline: Moment, isSkipped: Bool = false, missed: Int, tell: (CountdownEvent) -> Void
  ) {
    if !isSkipped { tellMilestones(downTo: 0, tell: tell) }
    tellPhaseEnd(at: deadline, isSkipped: isSkipped, missed: missed, tell: tell)
    let next: Step = options.countsPastZero ? .overtime(since: deadline, past: 0) : .finished
    end(
      with: CountdownEnd(.finished, at: deadline, missed: missed), step: next, at: deadline,
      tell: tell)
    told = options.countsPastZero && isWatched ? 0 : nil
  }

  private mutating func end(
    with end: CountdownEnd, step next: Step, at now: Moment, tell: (CountdownEvent) -> Void
  ) {
    step = next
    told = nil
    self.end = end
    tell(.end(end, reading(at: now, missed: end.missed)))
  }
}

// MARK: - Following a clock

extension CountdownMachine {
  private mutating func correctDeadline(
    _ former: Moment, timeToZero: Duration, at now: Moment, isTold: Bool,
    tell: (CountdownEvent) -> Void
  ) {
    let deadline = now + timeToZero
    guard timeToZero > .zero else {
      let missed = missedBeforeEnd(at: now, deadline: former)
      step = .running(deadline: deadline)
      finish(at: deadline, missed: missed, tell: tell)
      // The moment of the end saturates at the clock's origin; overtime does not.
      if case .overtime = step { step = .overtime(timeToZero: timeToZero, at: now) }
      tellOvertimeTick(at: now, tell: tell)
      return
    }
    let missed = missedByTick(at: now, deadline: former)
    step = .running(deadline: deadline)
    guard isTold else { return advance(to: now, tell: tell) }
    noteTold(at: now)
    let remaining = timeToZero.clampedNanoseconds
    tell(.change(.corrected(by: deadline - former), reading(at: now)))
    tellMilestones(downTo: remaining, at: now, tell: tell)
    armMilestones(below: remaining)
    tell(.reading(reading(at: now, missed: missed)))
  }

  private mutating func correctOvertime(
    timeToZero: Duration, at now: Moment, isTold: Bool, tell: (CountdownEvent) -> Void
  ) {
    let missed = missedByOvertimeTick(at: now)
    step = .overtime(timeToZero: timeToZero, at: now)
    guard isTold else { return tellOvertimeTick(at: now, tell: tell) }
    noteTold(at: now)
    tell(.reading(reading(at: now, missed: missed)))
  }
}

extension CountdownMachine.Step {
  /// Overtime whose zero lies `timeToZero` after `now`, or before it where that is negative.
  ///
  /// A zero before the clock's origin stands at the origin, with the rest as time already past.
  static func overtime(timeToZero: Duration, at now: Moment) -> Self {
    let zero = now + timeToZero
    let rest = (zero - now).subtractingSaturated(timeToZero)
    return .overtime(since: zero, past: UInt64(clamping: rest.nanosecondsRoundedDown))
  }
}

// MARK: - Milestones

extension CountdownMachine {
  /// Tells the milestones that a fall of the remaining time to `remaining` passes, each with the reading of its
  /// instant; or all with that of `now`, where time has not brought them.
  mutating func tellMilestones(
    downTo remaining: UInt64, at now: Moment? = nil, tell: (CountdownEvent) -> Void
  ) {
    while nextMilestone < options.milestones.count,
      wholeNanoseconds(options.milestones[nextMilestone]) >= remaining
    {
      let milestone = options.milestones[nextMilestone]
      nextMilestone += 1
      let instant = now ?? deadline.map { $0 - milestone } ?? .origin
      tell(.milestone(milestone, reading(at: instant)))
    }
  }

  /// Arms the milestones that lie below `remaining`, and no others.
  mutating func armMilestones(below remaining: UInt64) {
    nextMilestone =
      options.milestones.firstIndex { wholeNanoseconds($0) < remaining }
      ?? options.milestones.count
  }

  /// A milestone in nanoseconds, rounded down: the remaining time falls to it late, not early.
  private func wholeNanoseconds(_ milestone: Duration) -> UInt64 {
    UInt64(clamping: milestone.nanosecondsRoundedDown)
  }
}

// MARK: - Ticks

extension CountdownMachine {
  /// The instant at which the shown number next changes; nil if nobody watches or only the
  /// finish is left to come.
  private func nextTick(before deadline: Moment) -> Moment? {
    guard let told, told > 0 else { return nil }
    // The opening number of a phase may lie further back than the clock's origin: it is due.
    let (units, overflow) = (told - 1).multipliedReportingOverflow(by: options.unitNanoseconds)
    let left = overflow ? .max : options.offsetNanoseconds.addingClamped(units)
    guard left > 0 else { return nil }
    let tick = onPulse(Moment(nanoseconds: deadline.nanoseconds.subtractingClamped(left)))
    return tick < deadline ? tick : nil
  }

  private mutating func tellTick(
    before deadline: Moment, at now: Moment, tell: (CountdownEvent) -> Void
  ) {
    guard let tick = nextTick(before: deadline), tick <= now else { return }
    let missed = missedByTick(at: now, deadline: deadline)
    self.told = shownOnPulse(until: deadline, at: now)
    tell(.reading(reading(at: now, missed: missed)))
  }

  /// How many ticks a tick at `now` leaves out.
  private func missedByTick(at now: Moment, deadline: Moment) -> Int {
    guard let told else { return 0 }
    let next = shownOnPulse(until: deadline, at: now).addingClamped(1)
    return Int(clamping: told.subtractingClamped(max(next, overdue(at: now, deadline: deadline))))
  }

  /// How many ticks were still to be told when the end has come first.
  private func missedBeforeEnd(at now: Moment, deadline: Moment) -> Int {
    guard let told else { return 0 }
    return Int(clamping: told.subtractingClamped(overdue(at: now, deadline: deadline)))
  }

  /// The number of the last tick that is later than the tolerance excuses.
  private func overdue(at now: Moment, deadline: Moment) -> UInt64 {
    let lastTime = lastTickTime(before: min(excused(at: now), deadline))
    return shown(remaining(until: deadline, at: lastTime))
  }

  private mutating func tellOvertimeTick(at now: Moment, tell: (CountdownEvent) -> Void) {
    guard let told, case .overtime(let since, let past) = step else { return }
    let units = unitsPastZero(since: since, past: past, at: now)
    guard units > told, overtimeTick(after: told, since: since, past: past) <= now else { return }
    let missed = missedByOvertimeTick(at: now)
    self.told = units
    tell(.reading(reading(at: now, missed: missed)))
  }

  /// How many ticks past zero a tick at `now` leaves out.
  private func missedByOvertimeTick(at now: Moment) -> Int {
    guard let told, case .overtime(let since, let past) = step else { return 0 }
    let units = unitsPastZero(since: since, past: past, at: now)
    let overdue = unitsPastZero(
      since: since, past: past, at: lastTickTime(before: excused(at: now)))
    let latest = min(units.subtractingClamped(1), overdue)
    return Int(clamping: latest.subtractingClamped(told))
  }

  private func overtimeTick(after told: UInt64, since: Moment, past: UInt64) -> Moment {
    let (count, isLast) = told.addingReportingOverflow(1)
    let (next, overflow) = count.multipliedReportingOverflow(by: options.unitNanoseconds)
    // After the last number there is, none comes.
    return onPulse(
      isLast || overflow
        ? .distantFuture : since.advanced(byNanoseconds: next.subtractingClamped(past)))
  }

  private func unitsPastZero(since: Moment, past: UInt64, at now: Moment) -> UInt64 {
    overtime(since: since, past: past, at: now) / options.unitNanoseconds
  }

  private func overtime(since: Moment, past: UInt64, at now: Moment) -> UInt64 {
    now < since
      ? past.subtractingClamped(since.nanoseconds - now.nanoseconds)
      : past.addingClamped(now.nanoseconds - since.nanoseconds)
  }

  /// Ticks due at this instant or later may still be told at `now` to share a wake-up.
  private func excused(at now: Moment) -> Moment {
    Moment(nanoseconds: now.nanoseconds.subtractingClamped(options.toleranceNanoseconds))
  }

  /// The last instant before `moment` at which a tick can come.
  private func lastTickTime(before moment: Moment) -> Moment {
    let last = Moment(nanoseconds: moment.nanoseconds.subtractingClamped(1))
    guard let pulse = options.pulse else { return last }
    return Moment(
      nanoseconds: last.nanoseconds.subtractingClamped(lateness(of: last, on: pulse)))
  }

  /// The last instant of the pulse at or before `moment`, which is a tick's due instant or later.
  private func lastPulse(at moment: Moment) -> Moment {
    guard let pulse = options.pulse else { return moment }
    return Moment(
      nanoseconds: moment.nanoseconds.subtractingClamped(lateness(of: moment, on: pulse)))
  }

  /// Notes that whoever watches knows the reading of `now`.
  mutating func noteTold(at now: Moment) {
    guard isWatched else {
      told = nil
      return
    }
    switch step {
    case .idle, .finished: told = nil
    case .running(let deadline): told = shownOnPulse(until: deadline, at: now)
    case .paused(let remaining): told = shown(remaining)
    case .overtime(let since, let past): told = unitsPastZero(since: since, past: past, at: now)
    }
  }

  /// The first instant of the pulse at or after `moment`; `moment` itself without a pulse.
  private func onPulse(_ moment: Moment) -> Moment {
    guard let pulse = options.pulse else { return moment }
    let late = lateness(of: moment, on: pulse)
    return late == 0 ? moment : moment.advanced(byNanoseconds: options.unitNanoseconds - late)
  }

  /// The time from the last instant of the pulse at or before `moment`, in nanoseconds.
  private func lateness(of moment: Moment, on pulse: Moment) -> UInt64 {
    let unit = options.unitNanoseconds
    let offset = pulse.nanoseconds % unit
    let position = moment.nanoseconds % unit
    return position >= offset ? position - offset : unit - (offset - position)
  }

  func shown(_ remaining: UInt64) -> UInt64 {
    Reading.shown(remaining: remaining, options: options)
  }

  /// The number of the latest instant of the pulse: the same for all that have this deadline, whenever
  /// they were started or first watched. The number of `now` without a pulse.
  private func shownOnPulse(until deadline: Moment, at now: Moment) -> UInt64 {
    shown(remaining(until: deadline, at: lastPulse(at: now)))
  }

  func remaining(until deadline: Moment, at now: Moment) -> UInt64 {
    deadline.nanoseconds.subtractingClamped(now.nanoseconds)
  }

  func reading(at now: Moment, missed: Int) -> Reading {
    var left: UInt64 = 0
    var whole = total
    var overtime: UInt64 = 0
    var shown: UInt64?
    switch step {
    case .idle:
      whole = duration.clampedNanoseconds
      left = whole
    case .running(let deadline):
      left = remaining(until: deadline, at: now)
      // On a pulse the number stands until the next instant of that, so that none is skipped or
      // told twice for a look that comes a little after it.
      if options.pulse != nil { shown = told ?? shownOnPulse(until: deadline, at: now) }
    case .paused(let remaining): left = remaining
    case .overtime(let since, let past):
      overtime = self.overtime(since: since, past: past, at: now)
    case .finished: break
    }
    return Reading(
      state: state, remaining: left, total: whole, shown: shown, overtime: overtime, missed: missed,
      phaseIndex: phaseIndex, options: options)
  }
}
