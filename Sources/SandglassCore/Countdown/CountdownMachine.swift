/// The state machine of a countdown, a pure value to which the caller passes the time.
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
/// `start` also leaves `finished` and `overtime`, and begins another run. `restart` starts from any state, and first
/// cancels a run in progress. `extend` keeps the state, with two exceptions: if no time remains, the countdown
/// finishes, and if overtime is extended by more than its length, another run begins. With a ``plan``, each phase but
/// the last runs into the next one at its own deadline.
///
/// Each event is a method that takes the current moment. It first applies everything that is due by then, so at or
/// after the deadline a run can no longer be paused or cancelled. It delivers its events in order through its closure,
/// and returns whether it changed anything.
public struct CountdownMachine: Sendable {
  /// The options of the countdown.
  public private(set) var options: CountdownOptions

  /// The duration that the next run counts down; if negative, it counts as zero. With a ``plan``, this is the duration
  /// of the first phase.
  public var duration: Duration

  /// The phases of the countdown; `nil` if it has none.
  public package(set) var plan: PhasePlan?

  /// The index of the current phase, counted from zero through all rounds.
  public internal(set) var phaseIndex = 0

  /// The end of the latest run; `nil` while it is in progress, and before the first one.
  public internal(set) var end: CountdownEnd?

  @usableFromInline
  enum Step: Sendable {
    case idle
    case running(deadline: Moment)
    case paused(remaining: UInt64)

    /// Counting past zero. At `since`, this many nanoseconds had been counted.
    case overtime(since: Moment, past: UInt64)
    case finished
  }

  @usableFromInline var step = Step.idle

  /// The duration that the current run, or its current phase, counts down in all, adjustments included, in nanoseconds.
  var total: UInt64 = 0

  /// The index of the next milestone to report.
  private var nextMilestone = 0

  /// The last delivered number, which in overtime is the number of units past zero; `nil` while the countdown is not
  /// watched. Ticks count as missed only while it is watched.
  var told: UInt64?

  /// Whether anything watches the countdown. There are ticks only while it is watched.
  public private(set) var isWatched = false

  /// Creates the machine of a countdown that has not been started.
  public init(_ duration: Duration, options: CountdownOptions = .standard) {
    self.duration = duration
    self.options = options
  }

  /// Creates the machine of a countdown through phases that has not been started.
  public init(_ plan: PhasePlan, options: CountdownOptions = .standard) {
    self.init(plan[0]?.duration ?? .zero, options: options)
    self.plan = plan
  }
}

// MARK: - State

extension CountdownMachine {
  /// The state of the countdown at the latest event.
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

  /// Returns the reading at `now`. Changes nothing, even if something is due.
  public func reading(at now: Moment) -> Reading {
    reading(at: now, missed: 0)
  }

  /// The instant at which a running countdown finishes; `nil` unless it is running.
  public var deadline: Moment? {
    if case .running(let deadline) = step { deadline } else { nil }
  }

  /// Returns the exact time to zero at `now`, negative past it; `nil` unless the countdown is running or counts past
  /// zero.
  package func timeToZero(at now: Moment) -> Duration? {
    switch step {
    case .idle, .paused, .finished: nil
    case .running(let deadline): deadline - now
    case .overtime(let since, let past): (since - now) - Duration(nanoseconds: Int128(past))
    }
  }

  /// The duration that the current run, or its current phase, counts down in all, adjustments included; zero before the
  /// first run.
  public var wholeDuration: Duration { Duration(nanoseconds: Int128(total)) }

  /// Returns the instant of the next event, if there is one.
  ///
  /// - Parameter wantsMilestones: Whether milestones are wanted.
  /// - Returns: The instant, and how late the event may be delivered to share a wake-up with others.
  public func nextDue(wantsMilestones: Bool) -> (moment: Moment, tolerance: Duration)? {
    nextDueInNanoseconds(wantsMilestones: wantsMilestones).map { next in
      (next.moment, Duration(nanoseconds: Int128(next.tolerance)))
    }
  }

  /// The same with the tolerance in nanoseconds. This is called after each tick, and arithmetic with `Duration` is
  /// slow.
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
      // The tolerance must not delay the finish, which has none.
      return (due, min(options.toleranceNanoseconds, remaining(until: deadline, at: due)))
    }
  }
}

// MARK: - Events

extension CountdownMachine {
  /// Delivers everything that has become due by `now`.
  ///
  /// After a stall, this is a single reading with the number of missed ticks. If the end has passed, the milestones and
  /// then the finish are reported. Each phase end that has passed is reported, in order.
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

  /// Starts counting down from ``duration``. Returns `false` if a run is in progress.
  ///
  /// - Parameters:
  ///   - beginning: When the run began; `nil` for now. The start is refused if this is later than `now`. Everything
  ///     that has become due since then is delivered in order: milestones, phase ends and the finish, each with its own
  ///     instant.
  ///   - now: The current moment.
  ///   - tell: The closure to call with the events, in order.
  /// - Returns: Whether the countdown has started.
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

  /// Restarts from ``duration``, after cancelling a run in progress.
  public mutating func restart(at now: Moment, tell: (CountdownEvent) -> Void) {
    _ = cancel(at: now, tell: tell)
    begin(at: now, tell: tell)
    advance(to: now, tell: tell)
  }

  /// Pauses and keeps the exact remaining time. Returns `false` unless the countdown is running.
  public mutating func pause(at now: Moment, tell: (CountdownEvent) -> Void) -> Bool {
    advance(to: now, tell: tell)
    guard case .running(let deadline) = step else { return false }
    step = .paused(remaining: remaining(until: deadline, at: now))
    tell(.change(.paused, reading(at: now)))
    return true
  }

  /// Resumes with the remaining time at the pause. Returns `false` unless the countdown is paused.
  public mutating func resume(at now: Moment, tell: (CountdownEvent) -> Void) -> Bool {
    advance(to: now, tell: tell)
    guard case .paused(let remaining) = step else { return false }
    step = .running(deadline: now.advanced(byNanoseconds: remaining))
    tell(.change(.resumed, reading(at: now)))
    return true
  }

  /// Adds `duration` to the remaining time and to the total, and delivers a reading. A negative duration shortens both.
  /// Returns `false` unless the countdown is running, paused or counting past zero.
  ///
  /// Milestones that the remaining time now exceeds will be reported again. Milestones that it falls to are reported
  /// immediately. If no time remains, the countdown finishes, or its phase ends. Overtime shrinks. If the duration
  /// exceeds the overtime, another run begins with the difference as its remaining time, and it has its own finish.
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

  /// Replaces the milestones. Milestones that the remaining time has already reached are not reported.
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

  /// Ends the current run without finishing it, or stops counting past zero. Returns `false` if neither applies.
  ///
  /// A run that counts past zero has finished, so it does not get a second end.
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

  /// Makes the countdown idle with a duration of zero, from any state. A run in progress is cancelled. Otherwise, a
  /// reading is delivered, unless the countdown is already idle without a duration.
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
  /// The correction moves the deadline. Ticks that were due by `now` without the correction, but were not delivered
  /// because the process was not running, still count as missed. If the corrected deadline has passed, the countdown
  /// finishes at that deadline, and overtime counts from there. A previous deadline that has passed does not finish the
  /// countdown, because the clock shows that it was wrong.
  ///
  /// Overtime is corrected in the same way. If it is set back before its beginning, it stays at zero until its
  /// beginning is reached again, and the finish is not undone.
  ///
  /// Does nothing unless the countdown is running or counts past zero.
  ///
  /// - Parameters:
  ///   - timeToZero: The time to zero at `now`, negative past it.
  ///   - now: The current moment.
  ///   - limit: The smallest correction that delivers a reading. Drifting clocks constantly cause smaller ones.
  ///   - tell: The closure to call with the events, in order.
  public mutating func correct(
    timeToZero: Duration, at now: Moment, tellingFrom limit: Duration = .milliseconds(1),
    tell: (CountdownEvent) -> Void
  ) {
    guard let former = self.timeToZero(at: now) else { return }
    // A time to zero beyond the range of a moment saturates, and does not move with each further correction.
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

  /// Stops counting past zero. Returns `false` unless the countdown counts past zero.
  public mutating func stopOvertime(at now: Moment, tell: (CountdownEvent) -> Void) -> Bool {
    advance(to: now, tell: tell)
    guard case .overtime = step else { return false }
    step = .finished
    tell(.change(.overtimeStopped, reading(at: now)))
    return true
  }

  /// Starts or stops ticks, depending on whether anything watches the countdown.
  ///
  /// Ticks that fall while nothing watches the countdown are neither delivered nor counted as missed.
  public mutating func watch(
    _ isWatched: Bool, at now: Moment, tell: (CountdownEvent) -> Void
  ) {
    advance(to: now, tell: tell)
    guard isWatched != self.isWatched else { return }
    self.isWatched = isWatched
    noteTold(at: now)
  }
}

// MARK: - Restoring a record

extension CountdownMachine {
  /// Continues with a restored countdown in place of the current state. Delivers nothing.
  ///
  /// The milestones below the remaining time are armed. Milestones that have passed since the record was written are
  /// among ``events(since:at:)``.
  ///
  /// - Parameters:
  ///   - state: The state of the recorded countdown at `now`.
  ///   - total: The duration that the run, or its current phase, counts down in all, adjustments included.
  ///   - phaseIndex: The index of the current phase.
  ///   - now: The current instant.
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
  /// Begins a run. Everything that has become due since `beginning` is yet to be delivered.
  mutating func begin(
    at beginning: Moment, tellsReading: Bool = true, tell: (CountdownEvent) -> Void
  ) {
    end = nil
    phaseIndex = 0
    total = duration.clampedNanoseconds
    step = .running(deadline: beginning.advanced(byNanoseconds: total))
    armMilestones(below: total)
    told = nil
    let opening = reading(at: beginning)
    tell(.change(.started, opening))
    guard total > 0 else { return }
    guard tellsReading else {
      // The opening number is still to be told, as if the one above it had been.
      if isWatched { told = shown(total).addingClamped(1) }
      return
    }
    noteTold(at: beginning)
    tell(.reading(opening))
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

  /// Moves the zero that overtime counts from, so that `left` nanoseconds remain until it. A negative `left` lies past
  /// zero.
  ///
  /// If the clock was set back, zero may already lie ahead. Only an extension by more than zero begins another run.
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
      // The moment of the end saturates at the clock's origin, but overtime does not.
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
  /// Returns overtime whose zero lies `timeToZero` after `now`, or before it if `timeToZero` is negative.
  ///
  /// A zero before the clock's origin is moved to the origin, and the rest counts as time already past.
  static func overtime(timeToZero: Duration, at now: Moment) -> Self {
    let zero = now + timeToZero
    let rest = (zero - now).subtractingSaturated(timeToZero)
    return .overtime(since: zero, past: UInt64(clamping: rest.nanosecondsRoundedDown))
  }
}

// MARK: - Milestones

extension CountdownMachine {
  /// Reports the milestones that the remaining time passes on its way down to `remaining`. Each has the reading of its
  /// own instant, or, if an adjustment and not time has reached them, all have the reading at `now`.
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

  /// Arms the milestones below `remaining`, and no others.
  mutating func armMilestones(below remaining: UInt64) {
    nextMilestone =
      options.milestones.firstIndex { wholeNanoseconds($0) < remaining }
      ?? options.milestones.count
  }

  /// Returns a milestone in nanoseconds, rounded down, so that it is reported late rather than early.
  private func wholeNanoseconds(_ milestone: Duration) -> UInt64 {
    UInt64(clamping: milestone.nanosecondsRoundedDown)
  }
}

// MARK: - Ticks

extension CountdownMachine {
  /// Returns the instant at which the displayed number next changes; `nil` if the countdown is not watched, or if only
  /// the finish is still to come.
  private func nextTick(before deadline: Moment) -> Moment? {
    guard let told, told > 0 else { return nil }
    // The opening number of a phase may be due before the clock's origin, which means that it is due now.
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

  /// Returns the number of ticks that a tick at `now` skips.
  private func missedByTick(at now: Moment, deadline: Moment) -> Int {
    guard let told else { return 0 }
    let next = shownOnPulse(until: deadline, at: now).addingClamped(1)
    return Int(clamping: told.subtractingClamped(max(next, overdue(at: now, deadline: deadline))))
  }

  /// Returns the number of ticks that were still to be delivered when the end came.
  private func missedBeforeEnd(at now: Moment, deadline: Moment) -> Int {
    guard let told else { return 0 }
    return Int(clamping: told.subtractingClamped(overdue(at: now, deadline: deadline)))
  }

  /// Returns the number displayed at the latest tick that is later than the tolerance allows.
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

  /// Returns the number of ticks past zero that a tick at `now` skips.
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
    // The greatest number has no successor.
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

  /// Returns the earliest instant whose ticks may still be delivered at `now` to share a wake-up.
  private func excused(at now: Moment) -> Moment {
    Moment(nanoseconds: now.nanoseconds.subtractingClamped(options.toleranceNanoseconds))
  }

  /// Returns the last instant before `moment` at which a tick can be due.
  private func lastTickTime(before moment: Moment) -> Moment {
    let last = Moment(nanoseconds: moment.nanoseconds.subtractingClamped(1))
    guard let pulse = options.pulse else { return last }
    return Moment(
      nanoseconds: last.nanoseconds.subtractingClamped(lateness(of: last, on: pulse)))
  }

  /// Returns the last instant of the pulse at or before `moment`; `moment` itself without a pulse. A tick that is due
  /// by `moment` is due at this instant or earlier.
  private func lastPulse(at moment: Moment) -> Moment {
    guard let pulse = options.pulse else { return moment }
    return Moment(
      nanoseconds: moment.nanoseconds.subtractingClamped(lateness(of: moment, on: pulse)))
  }

  /// Records that the reading at `now` has been delivered, if the countdown is watched.
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

  /// Returns the first instant of the pulse at or after `moment`; `moment` itself without a pulse.
  private func onPulse(_ moment: Moment) -> Moment {
    guard let pulse = options.pulse else { return moment }
    let late = lateness(of: moment, on: pulse)
    return late == 0 ? moment : moment.advanced(byNanoseconds: options.unitNanoseconds - late)
  }

  /// Returns the time from the last instant of the pulse at or before `moment`, in nanoseconds.
  private func lateness(of moment: Moment, on pulse: Moment) -> UInt64 {
    let unit = options.unitNanoseconds
    let offset = pulse.nanoseconds % unit
    let position = moment.nanoseconds % unit
    return position >= offset ? position - offset : unit - (offset - position)
  }

  func shown(_ remaining: UInt64) -> UInt64 {
    Reading.shown(remaining: remaining, options: options)
  }

  /// Returns the number at the latest instant of the pulse, or the number at `now` without a pulse. On a pulse, all
  /// countdowns with the same deadline have the same number, whenever they were started or first watched.
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
      // On a pulse, the number stays until the pulse's next instant. A reading that is taken a little after an instant
      // therefore neither skips a number nor repeats one.
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
