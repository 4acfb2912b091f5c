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
/// state, or finishes when nothing is left.
///
/// Each method is one event. It takes the present moment, first applies all that is due by
/// then (so that at or after the deadline nothing can be paused or cancelled any more), tells
/// what there is to tell, in order, through its closure, and answers whether it changed anything.
public struct CountdownMachine: Sendable {
  /// How the countdown counts.
  public let options: CountdownOptions

  /// What the next start counts down from; a negative duration counts as nothing.
  public var duration: Duration

  /// How the last start ended; nil while it lasts, and before the first.
  public private(set) var end: CountdownEnd?

  @usableFromInline
  enum Phase: Sendable {
    case idle
    case running(deadline: Moment)
    case paused(remaining: UInt64)

    /// Counting on: at `since`, this many nanoseconds had gone by past zero.
    case overtime(since: Moment, past: UInt64)
    case finished
  }

  @usableFromInline private(set) var phase = Phase.idle

  /// What the present start counts down in all, adjustments included, in nanoseconds.
  private var total: UInt64 = 0

  /// The index of the next milestone to be told.
  private var nextMilestone = 0

  /// The number that was told last (in overtime, the units told past zero); nil while nobody
  /// watches. Ticks are missed only where somebody watches.
  private var told: UInt64?

  /// Whether somebody watches the ticks: only then are there any.
  public private(set) var isWatched = false

  /// Makes the machine of a countdown that has not been started.
  public init(_ duration: Duration, options: CountdownOptions = .standard) {
    self.duration = duration
    self.options = options
  }
}

// MARK: - What it is

extension CountdownMachine {
  /// What the countdown is doing, as far as it has been told the time.
  @inlinable
  public var state: CountdownState {
    switch phase {
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
    if case .running(let deadline) = phase { deadline } else { nil }
  }

  /// The exact time to zero at `now`, negative past it; nil unless it runs or counts past zero.
  package func timeToZero(at now: Moment) -> Duration? {
    switch phase {
    case .idle, .paused, .finished: nil
    case .running(let deadline): deadline - now
    case .overtime(let since, let past): (since - now) - Duration(nanoseconds: Int128(past))
    }
  }

  /// What the present start counts down in all, adjustments included; zero before the first.
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
    switch phase {
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
  /// milestones, then the finish.
  public mutating func advance(to now: Moment, tell: (CountdownEvent) -> Void) {
    switch phase {
    case .idle, .paused, .finished:
      return
    case .running(let deadline) where now < deadline:
      tellMilestones(downTo: deadline.nanoseconds - now.nanoseconds, at: now, tell: tell)
      tellTick(before: deadline, at: now, tell: tell)
    case .running(let deadline):
      finish(at: deadline, missed: missedBeforeEnd(at: now, deadline: deadline), tell: tell)
      tellOvertimeTick(at: now, tell: tell)
    case .overtime:
      tellOvertimeTick(at: now, tell: tell)
    }
  }

  /// Starts counting down from ``duration``; false if a start still lasts.
  public mutating func start(at now: Moment, tell: (CountdownEvent) -> Void) -> Bool {
    advance(to: now, tell: tell)
    switch phase {
    case .running, .paused: return false
    case .idle, .overtime, .finished: break
    }
    begin(at: now, tell: tell)
    return true
  }

  /// Starts anew from ``duration``, after cancelling a start that still lasts.
  public mutating func restart(at now: Moment, tell: (CountdownEvent) -> Void) {
    _ = cancel(at: now, tell: tell)
    begin(at: now, tell: tell)
  }

  /// Stands still, keeping the exact remainder; false unless it runs.
  public mutating func pause(at now: Moment, tell: (CountdownEvent) -> Void) -> Bool {
    advance(to: now, tell: tell)
    guard case .running(let deadline) = phase else { return false }
    phase = .paused(remaining: remaining(until: deadline, at: now))
    return true
  }

  /// Counts on from where it was paused; false unless it is paused.
  public mutating func resume(at now: Moment, tell: (CountdownEvent) -> Void) -> Bool {
    advance(to: now, tell: tell)
    guard case .paused(let remaining) = phase else { return false }
    phase = .running(deadline: now.advanced(byNanoseconds: remaining))
    return true
  }

  /// Adds `duration` to what remains and to the total, or takes it away if it is negative, and
  /// tells a reading; false unless it runs or is paused.
  ///
  /// Milestones that the remaining time is now above will be told again; milestones that it
  /// falls to are told at once. With nothing left it finishes.
  public mutating func extend(
    by duration: Duration, at now: Moment, tell: (CountdownEvent) -> Void
  ) -> Bool {
    advance(to: now, tell: tell)
    let before: UInt64
    switch phase {
    case .idle, .overtime, .finished: return false
    case .running(let deadline): before = remaining(until: deadline, at: now)
    case .paused(let remaining): before = remaining
    }
    let change = duration.nanosecondsRoundedUp
    total = UInt64(clamping: Int128(total) + change)
    adjust(to: UInt64(clamping: Int128(before) + change), at: now, tell: tell)
    return true
  }

  /// Ends the present start without finishing it, or stops counting past zero; false unless it does either.
  ///
  /// A start that counts past zero has finished, and so has no second end.
  public mutating func cancel(at now: Moment, tell: (CountdownEvent) -> Void) -> Bool {
    if stopOvertime(at: now, tell: tell) { return true }
    switch phase {
    case .idle, .overtime, .finished: return false
    case .running, .paused: break
    }
    end(with: CountdownEnd(.cancelled, at: now), phase: .idle, at: now, tell: tell)
    return true
  }

  /// Becomes idle with nothing to count down from, whatever it was: a start that still lasts is
  /// cancelled, and otherwise a reading is told, if there was anything to see.
  package mutating func clear(at now: Moment, tell: (CountdownEvent) -> Void) {
    let former = duration
    duration = .zero
    if !stopOvertime(at: now, tell: tell), cancel(at: now, tell: tell) { return }
    if case .idle = phase, former <= .zero { return }
    phase = .idle
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
    if case .running(let formerDeadline) = phase {
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
    guard case .overtime = phase else { return false }
    phase = .finished
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
  /// The milestones below what remains are armed. Those passed since the record was written were
  /// told by whoever ran the countdown, or by nobody.
  ///
  /// - Parameters:
  ///   - state: What has become of the recorded countdown by `now`.
  ///   - total: What the start counts down in all, adjustments included.
  ///   - now: The present instant.
  public mutating func restore(
    _ state: RestoredCountdown.State, total: Duration, at now: CountdownRecord.Instant
  ) {
    self.total = total.clampedNanoseconds
    end = nil
    var remaining: UInt64 = 0
    switch state {
    case .running(let left):
      remaining = left.clampedNanoseconds
      phase = .running(deadline: now.steady.advanced(byNanoseconds: remaining))
    case .paused(let left):
      remaining = left.clampedNanoseconds
      phase = .paused(remaining: remaining)
    case .overtime(let past, _) where options.countsPastZero:
      end = CountdownEnd(.finished, at: now.steady - past)
      phase = .overtime(timeToZero: Duration.zero.subtractingSaturated(past), at: now.steady)
    case .overtime(_, let ended), .finished(let ended):
      end = CountdownEnd(.finished, at: now.steady - (now.wall - ended))
      phase = .finished
    }
    armMilestones(below: remaining)
    noteTold(at: now.steady)
  }
}

// MARK: - Starting, adjusting, ending

extension CountdownMachine {
  private mutating func begin(at now: Moment, tell: (CountdownEvent) -> Void) {
    end = nil
    total = duration.clampedNanoseconds
    phase = .running(deadline: now.advanced(byNanoseconds: total))
    guard total > 0 else {
      nextMilestone = options.milestones.count
      finish(at: now, missed: 0, tell: tell)
      return
    }
    armMilestones(below: total)
    noteTold(at: now)
    tell(.reading(reading(at: now)))
  }

  private mutating func adjust(
    to remaining: UInt64, at now: Moment, tell: (CountdownEvent) -> Void
  ) {
    if case .paused = phase {
      phase = .paused(remaining: remaining)
    } else {
      phase = .running(deadline: now.advanced(byNanoseconds: remaining))
    }
    guard remaining > 0 else {
      finish(at: now, missed: 0, tell: tell)
      return
    }
    noteTold(at: now)
    tellMilestones(downTo: remaining, at: now, tell: tell)
    armMilestones(below: remaining)
    tell(.reading(reading(at: now)))
  }

  private mutating func finish(
    at deadline: Moment, missed: Int, tell: (CountdownEvent) -> Void
  ) {
    tellMilestones(downTo: 0, at: deadline, tell: tell)
    let next: Phase = options.countsPastZero ? .overtime(since: deadline, past: 0) : .finished
    end(
      with: CountdownEnd(.finished, at: deadline, missed: missed), phase: next, at: deadline,
      tell: tell)
    told = options.countsPastZero && isWatched ? 0 : nil
  }

  private mutating func end(
    with end: CountdownEnd, phase next: Phase, at now: Moment, tell: (CountdownEvent) -> Void
  ) {
    phase = next
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
      phase = .running(deadline: deadline)
      finish(at: deadline, missed: missed, tell: tell)
      // The moment of the end saturates at the clock's origin; overtime does not.
      if case .overtime = phase { phase = .overtime(timeToZero: timeToZero, at: now) }
      tellOvertimeTick(at: now, tell: tell)
      return
    }
    let missed = missedByTick(at: now, deadline: former)
    phase = .running(deadline: deadline)
    guard isTold else { return advance(to: now, tell: tell) }
    noteTold(at: now)
    let remaining = timeToZero.clampedNanoseconds
    tellMilestones(downTo: remaining, at: now, tell: tell)
    armMilestones(below: remaining)
    tell(.reading(reading(at: now, missed: missed)))
  }

  private mutating func correctOvertime(
    timeToZero: Duration, at now: Moment, isTold: Bool, tell: (CountdownEvent) -> Void
  ) {
    let missed = missedByOvertimeTick(at: now)
    phase = .overtime(timeToZero: timeToZero, at: now)
    guard isTold else { return tellOvertimeTick(at: now, tell: tell) }
    noteTold(at: now)
    tell(.reading(reading(at: now, missed: missed)))
  }
}

extension CountdownMachine.Phase {
  /// Overtime whose zero lies `timeToZero` after `now`, or before it where that is negative.
  ///
  /// A zero before the clock's origin stands at the origin, with the rest as time already past.
  fileprivate static func overtime(timeToZero: Duration, at now: Moment) -> Self {
    let zero = now + timeToZero
    let rest = (zero - now).subtractingSaturated(timeToZero)
    return .overtime(since: zero, past: UInt64(clamping: rest.nanosecondsRoundedDown))
  }
}

// MARK: - Milestones

extension CountdownMachine {
  /// Tells the milestones that a fall of the remaining time to `remaining` passes.
  private mutating func tellMilestones(
    downTo remaining: UInt64, at now: Moment, tell: (CountdownEvent) -> Void
  ) {
    while nextMilestone < options.milestones.count,
      wholeNanoseconds(options.milestones[nextMilestone]) >= remaining
    {
      let milestone = options.milestones[nextMilestone]
      nextMilestone += 1
      tell(.milestone(milestone, reading(at: now)))
    }
  }

  /// Arms the milestones that lie below `remaining`, and no others.
  private mutating func armMilestones(below remaining: UInt64) {
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
    let left = options.offsetNanoseconds + (told - 1) * options.unitNanoseconds
    guard left > 0, left <= deadline.nanoseconds else { return nil }
    let tick = onPulse(Moment(nanoseconds: deadline.nanoseconds - left))
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
    guard let told, case .overtime(let since, let past) = phase else { return }
    let units = unitsPastZero(since: since, past: past, at: now)
    guard units > told, overtimeTick(after: told, since: since, past: past) <= now else { return }
    let missed = missedByOvertimeTick(at: now)
    self.told = units
    tell(.reading(reading(at: now, missed: missed)))
  }

  /// How many ticks past zero a tick at `now` leaves out.
  private func missedByOvertimeTick(at now: Moment) -> Int {
    guard let told, case .overtime(let since, let past) = phase else { return 0 }
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
  private mutating func noteTold(at now: Moment) {
    guard isWatched else {
      told = nil
      return
    }
    switch phase {
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
    let phase = pulse.nanoseconds % unit
    let position = moment.nanoseconds % unit
    return position >= phase ? position - phase : unit - (phase - position)
  }

  private func shown(_ remaining: UInt64) -> UInt64 {
    Reading.shown(remaining: remaining, options: options)
  }

  /// The number of the latest instant of the pulse: the same for all that have this deadline, whenever
  /// they were started or first watched. The number of `now` without a pulse.
  private func shownOnPulse(until deadline: Moment, at now: Moment) -> UInt64 {
    shown(remaining(until: deadline, at: lastPulse(at: now)))
  }

  private func remaining(until deadline: Moment, at now: Moment) -> UInt64 {
    deadline.nanoseconds.subtractingClamped(now.nanoseconds)
  }

  private func reading(at now: Moment, missed: Int) -> Reading {
    var left: UInt64 = 0
    var whole = total
    var overtime: UInt64 = 0
    var shown: UInt64?
    switch phase {
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
      options: options)
  }
}
