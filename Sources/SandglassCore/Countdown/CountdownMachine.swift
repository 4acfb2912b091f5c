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
/// `start` is also possible in `finished` and `overtime`, and begins a new run. `restart` is possible in any state, and
/// first cancels a run in progress. `reset` leads to `idle` from any state. `extend` keeps the state, with two
/// exceptions: if no time remains, the countdown finishes, and if overtime is extended by more than its length, a new
/// run begins. `moveEnd` is an extension, and also begins a new run in `finished` if the new end lies ahead. With a
/// ``plan``, each phase except the last is followed by the next phase at its own deadline.
///
/// Each operation is a method that takes the current moment. The method first applies everything that is due by that
/// moment, so a run can no longer be paused or cancelled at or after its deadline. The method delivers its events in
/// order through its closure. Most of these methods return whether they changed anything.
public struct CountdownMachine: Sendable {
  /// The options of the countdown.
  public private(set) var options: CountdownOptions

  /// The duration that the next run counts down. A negative duration is treated as zero. With a ``plan``, this is the
  /// duration of the first phase.
  public var duration: Duration

  /// The phases of the countdown; `nil` if it has none.
  public package(set) var plan: PhasePlan?

  /// The index of the current phase, counted from zero through all rounds.
  public package(set) var phaseIndex = 0

  /// How the latest run ended; `nil` while a run is in progress, and before the first run.
  package var ended: EndedRun?

  @usableFromInline
  package enum Step: Sendable {
    case idle
    case running(deadline: Moment)
    case paused(remaining: UInt64)

    /// Counting past zero. At `since`, `past` nanoseconds of overtime had already been counted.
    case overtime(since: Moment, past: UInt64)

    /// Finished. At `since`, zero lay `past` nanoseconds ago. An end that has been told stays when zero is moved in
    /// overtime, so it is not the same.
    case finished(since: Moment, past: UInt64)
  }

  @usableFromInline package var step = Step.idle

  /// The whole duration of the current run or, with a plan, of its current phase, including adjustments, in
  /// nanoseconds.
  package var total: UInt64 = 0

  /// The milestones that are due at a remaining time below this, in nanoseconds, are still to be reported. It is one
  /// more than that of the next one, and zero if there is none.
  package var armed: UInt64 = 0

  /// The latest delivered number, and in overtime the next one to deliver, which is a number of units past zero; `nil`
  /// while the countdown is not watched. Ticks count as missed only while the countdown is watched.
  var reported: UInt64?

  /// Whether anything is watching the countdown. Ticks are delivered only while the countdown is watched.
  public private(set) var isWatched = false

  /// Creates the machine of a countdown that has not been started.
  public init(_ duration: Duration, options: CountdownOptions = .standard) {
    self.duration = duration
    self.options = options
  }

  /// Creates the machine of a countdown that goes through phases and has not been started.
  public init(_ plan: PhasePlan, options: CountdownOptions = .standard) {
    self.init(plan[0]?.duration ?? .zero, options: options)
    self.plan = plan
  }
}

// MARK: - State

extension CountdownMachine {
  /// The state of the countdown after the latest operation.
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

  /// The end of the latest run; `nil` while a run is in progress, and before the first run.
  public var end: CountdownEnd? { ended?.end }

  /// Returns the reading at `now` without changing the state, even if something is due.
  public func reading(at now: Moment) -> Reading {
    reading(at: now, missed: 0)
  }

  /// The instant at which a running countdown finishes or, with a plan, its current phase ends; `nil` unless the
  /// countdown is running.
  public var deadline: Moment? {
    if case .running(let deadline) = step { deadline } else { nil }
  }

  /// Returns the exact time to zero at `now`, negative past zero; `nil` unless the countdown is running or is counting
  /// past zero.
  package func timeToZero(at now: Moment) -> Duration? {
    switch step {
    case .idle, .paused, .finished: nil
    case .running(let deadline): deadline - now
    case .overtime(let since, let past): (since - now) - .nanoseconds(past)
    }
  }

  /// Returns the exact time to zero at `now`, negative past zero, also of a paused countdown; `nil` if it is idle or has
  /// finished.
  package func timeLeft(at now: Moment) -> Duration? {
    if case .paused(let remaining) = step { .nanoseconds(remaining) } else { timeToZero(at: now) }
  }

  /// The whole duration of the current run or, with a plan, of its current phase, including adjustments; zero before
  /// the first run.
  public var wholeDuration: Duration { .nanoseconds(total) }

  /// Returns the instant of the next event, or `nil` if there is none.
  ///
  /// - Parameter wantsMilestones: Whether milestones are to be reported.
  /// - Returns: The instant, and how late the event may be delivered in order to share a wake-up with others.
  public func nextDue(wantsMilestones: Bool) -> (moment: Moment, tolerance: Duration)? {
    nextDueInNanoseconds(wantsMilestones: wantsMilestones).map { next in
      (next.moment, .nanoseconds(next.tolerance))
    }
  }

  /// Returns the same as ``nextDue(wantsMilestones:)``, with the tolerance in nanoseconds. This method is called after
  /// each tick, and arithmetic with `Duration` is slow.
  package func nextDueInNanoseconds(
    wantsMilestones: Bool
  ) -> (moment: Moment, tolerance: UInt64)? {
    switch step {
    case .idle, .paused, .finished:
      return nil
    case .overtime(let since, let past):
      guard let reported else { return nil }
      return (overtimeTick(reported, since: since, past: past), options.toleranceNanoseconds)
    case .running(let deadline):
      var due = deadline
      if let tick = nextTick(before: deadline) { due = min(due, tick) }
      if wantsMilestones, armed > 0 {
        due = min(due, moment(armed - 1, before: deadline))
      }
      // The finish has no tolerance, so the tolerance of the event must not delay the finish.
      return (due, min(options.toleranceNanoseconds, remaining(until: deadline, at: due)))
    }
  }
}

// MARK: - Operations

extension CountdownMachine {
  /// Delivers everything that has become due by `now`.
  ///
  /// After a stall, a single reading with the number of missed ticks is delivered. If the deadline has passed, the
  /// milestones are reported, and then the finish. Each phase end that has passed is reported, in order.
  public mutating func advance(to now: Moment, report: (CountdownEvent) -> Void) {
    while case .running(let deadline) = step, deadline <= now {
      let missed = missedBeforeEnd(at: now, deadline: deadline)
      if endPhase(at: deadline, missed: missed, report: report) { continue }
      finish(at: deadline, missed: missed, report: report)
    }
    switch step {
    case .idle, .paused, .finished:
      return
    case .running(let deadline):
      reportMilestones(downTo: deadline.nanoseconds - now.nanoseconds, report: report)
      reportTick(before: deadline, at: now, report: report)
    case .overtime:
      reportOvertimeTick(at: now, report: report)
    }
  }

  /// Starts counting down from ``duration``. Returns `false` if a run is in progress.
  ///
  /// - Parameters:
  ///   - beginning: The moment at which the run began; `nil` for `now`. If this moment is later than `now`, the
  ///     countdown is not started. Everything that has become due since this moment is delivered in order: milestones,
  ///     phase ends and the finish, each with its own instant.
  ///   - now: The current moment.
  ///   - report: The closure to call with the events, in order.
  /// - Returns: Whether the countdown has started.
  public mutating func start(
    from beginning: Moment? = nil, at now: Moment, report: (CountdownEvent) -> Void
  ) -> Bool {
    let beginning = beginning ?? now
    guard beginning <= now else {
      advance(to: now, report: report)
      return false
    }
    return start(age: now.nanoseconds - beginning.nanoseconds, at: now, report: report)
  }

  /// Cancels a run in progress, and then starts counting down from ``duration``.
  public mutating func restart(at now: Moment, report: (CountdownEvent) -> Void) {
    restart(inPeriod: 0, at: now, report: report)
  }

  /// Does the same in a period, as ``start(age:inPeriod:at:report:)`` does.
  package mutating func restart(
    inPeriod period: UInt64, at now: Moment, report: (CountdownEvent) -> Void
  ) {
    _ = cancel(at: now, isFollowedByStart: true, report: report)
    beginNow(now, inPeriod: period, report: report)
  }

  /// Pauses the countdown and keeps the exact remaining time. Returns `false` unless the countdown is running.
  public mutating func pause(at now: Moment, report: (CountdownEvent) -> Void) -> Bool {
    advance(to: now, report: report)
    guard case .running(let deadline) = step else { return false }
    let remaining = remaining(until: deadline, at: now)
    step = .paused(remaining: remaining)
    report(.change(.paused, reading(at: now)))
    // A number that was to stay until the next pulse instant gives way to the exact one.
    if let reported, reported != shown(remaining) {
      noteReported(at: now)
      report(.reading(reading(at: now)))
    }
    return true
  }

  /// Resumes the countdown with the time that remained when it was paused. Returns `false` unless the countdown is
  /// paused.
  ///
  /// - Parameters:
  ///   - beginning: The moment from which time counts again; `nil` for `now`. If this moment is later than `now`, the
  ///     countdown is not resumed. Everything that has become due since this moment is delivered in order.
  ///   - now: The current moment.
  ///   - report: The closure to call with the events, in order.
  /// - Returns: Whether the countdown was resumed.
  public mutating func resume(
    from beginning: Moment? = nil, at now: Moment, report: (CountdownEvent) -> Void
  ) -> Bool {
    advance(to: now, report: report)
    let beginning = beginning ?? now
    guard case .paused(let remaining) = step, beginning <= now else { return false }
    step = .running(deadline: beginning.advanced(byNanoseconds: remaining))
    report(.change(.resumed, reading(at: beginning)))
    let told = told
    // A phase of no length ends as soon as it is resumed.
    if remaining == 0 || beginning < now { advance(to: now, report: report) }
    if beginning < now { tellReading(unlessSince: told, at: now, report: report) }
    return true
  }

  /// Adds `duration` to the remaining time and to the total, and delivers a reading. A negative duration shortens both.
  /// Returns `false` unless the countdown is running, paused or counting past zero.
  ///
  /// Milestones below the new remaining time will be reported, even if they have been reported before. Milestones that
  /// the adjustment reaches or passes are reported immediately. If no time remains, the countdown finishes, or its
  /// current phase ends. Overtime becomes shorter. If the duration exceeds the overtime, a new run begins with the
  /// difference as its remaining time, and the new run has its own finish.
  public mutating func extend(
    by duration: Duration, at now: Moment, report: (CountdownEvent) -> Void
  ) -> Bool {
    advance(to: now, report: report)
    let change = duration.roundedUp
    switch step {
    case .idle, .finished:
      return false
    case .running(let deadline):
      extend(from: remaining(until: deadline, at: now), by: change, at: now, report: report)
    case .paused(let remaining):
      extend(from: remaining, by: change, at: now, report: report)
    case .overtime:
      let left = (timeToZero(at: now) ?? .zero).addingSaturated(change)
      // If the clock was set back, zero may lie ahead even without the extension, and does not begin a new run.
      extendOvertime(
        to: left, by: change, beginsRun: left > .zero && change > .zero, at: now, report: report)
    }
    return true
  }

  /// Shortens a run that is running or paused, but so that at least `rest` remains. Returns `false` if that changes
  /// nothing.
  package mutating func shorten(
    by duration: Duration, leaving rest: Duration, at now: Moment,
    report: (CountdownEvent) -> Void
  ) -> Bool {
    advance(to: now, report: report)
    guard state == .running || state == .paused else { return false }
    let most = reading(at: now).remaining.subtractingSaturated(rest)
    let change = min(duration, most)
    return change > .zero && extend(by: .zero - change, at: now, report: report)
  }

  /// Makes a run one in a period of another length, which is then its total, without moving its deadline. A deviation
  /// that drifting clocks cause is no other length. Returns `false` unless the countdown is running and this changes
  /// anything.
  package mutating func setPeriod(
    _ period: Duration, at now: Moment, report: (CountdownEvent) -> Void
  ) -> Bool {
    advance(to: now, report: report)
    guard case .running(let deadline) = step else { return false }
    let remaining = remaining(until: deadline, at: now)
    let whole = max(period.clampedNanoseconds, remaining)
    guard !ClockInstant.unnoticedShift.contains(.nanoseconds(whole) - .nanoseconds(total)) else {
      return false
    }
    total = whole
    armMilestones(below: remaining)
    report(.reading(reading(at: now)))
    return true
  }

  /// Replaces the milestones. Milestones that the remaining time has already reached are not reported.
  public mutating func setMilestones(
    _ milestones: [Milestone], at now: Moment, report: (CountdownEvent) -> Void
  ) {
    advance(to: now, report: report)
    options.milestones = milestones
    switch step {
    case .idle, .overtime, .finished: armed = 0
    case .running(let deadline): armMilestones(below: remaining(until: deadline, at: now))
    case .paused(let remaining): armMilestones(below: remaining)
    }
  }

  /// Replaces the options of a countdown that nothing watches. Milestones that the remaining time has already reached are
  /// not reported.
  package mutating func setOptions(_ options: CountdownOptions, at now: Moment) {
    self.options = options
    setMilestones(options.milestones, at: now) { _ in }
  }

  /// Sets whether a run pauses asleep.
  package mutating func setPausesAsleep(_ pausesAsleep: Bool) {
    options.pausesAsleep = pausesAsleep
  }

  /// Cancels the current run, or stops counting past zero. Returns `false` if the countdown is not running, paused or
  /// counting past zero.
  ///
  /// A run that is counting past zero has already finished, so it does not end a second time.
  public mutating func cancel(at now: Moment, report: (CountdownEvent) -> Void) -> Bool {
    cancel(at: now, isFollowedByStart: false, report: report)
  }

  /// Cancels the current run, or stops counting past zero. If a start follows, its reading is delivered, and not that of
  /// the stop.
  package mutating func cancel(
    at now: Moment, isFollowedByStart: Bool, report: (CountdownEvent) -> Void
  ) -> Bool {
    if stopOvertime(at: now, isFollowedByReading: isFollowedByStart, report: report) { return true }
    switch step {
    case .idle, .overtime, .finished: return false
    case .running, .paused: break
    }
    phaseIndex = 0
    end(with: CountdownEnd(.cancelled, at: now), step: .idle, at: now, report: report)
    return true
  }

  /// Returns to the full time in every state. Returns `false` if the countdown is idle.
  ///
  /// A run in progress is cancelled, and overtime is stopped. A run that has finished leaves nothing behind, not even its
  /// ``end``.
  public mutating func reset(at now: Moment, report: (CountdownEvent) -> Void) -> Bool {
    if !stopOvertime(at: now, isFollowedByReading: true, report: report),
      cancel(at: now, report: report)
    {
      return true
    }
    guard case .finished = step else { return false }
    step = .idle
    phaseIndex = 0
    ended = nil
    report(.change(.reset, reading(at: now)))
    report(.reading(reading(at: now)))
    return true
  }

  /// Sets the duration to zero and makes the countdown idle, whatever its state is. A run in progress is cancelled.
  /// Otherwise a reading is delivered, unless the countdown is already idle with a duration of zero.
  package mutating func clear(at now: Moment, report: (CountdownEvent) -> Void) {
    let former = duration
    duration = .zero
    if !stopOvertime(at: now, isFollowedByReading: true, report: report),
      cancel(at: now, report: report)
    {
      return
    }
    if case .idle = step, former <= .zero { return }
    step = .idle
    phaseIndex = 0
    report(.reading(reading(at: now)))
  }

  /// Corrects the time to zero, because the clock that the countdown depends on was set.
  ///
  /// The correction moves the deadline. Ticks that were due by `now` without the correction, but were not delivered
  /// because the process was not running, still count as missed. If the corrected deadline has passed, the countdown
  /// finishes at that deadline, and overtime is counted from that deadline. If only the previous deadline has passed,
  /// the countdown does not finish, because the previous deadline was wrong.
  ///
  /// Overtime is corrected in the same way. If a correction sets overtime back to a time before its start, overtime
  /// stays at zero until its start is reached again. The finish is not undone.
  ///
  /// The total changes with the deadline, because the time that has been counted is right.
  ///
  /// Does nothing unless the countdown is running or counting past zero.
  ///
  /// - Parameters:
  ///   - timeToZero: The time to zero at `now`, negative past zero.
  ///   - now: The current moment.
  ///   - limit: The smallest correction for which a reading is delivered. Drifting clocks constantly cause smaller
  ///     corrections.
  ///   - report: The closure to call with the events, in order.
  public mutating func correct(
    timeToZero: Duration, at now: Moment, reportingFrom limit: Duration = .milliseconds(1),
    report: (CountdownEvent) -> Void
  ) {
    guard let former = self.timeToZero(at: now) else { return }
    // A time to zero beyond the range of a moment saturates, and further corrections do not change it.
    let furthest = Moment.distantFuture - .origin
    let timeToZero = min(max(timeToZero, min(former, .zero - furthest)), Moment.distantFuture - now)
    let change = timeToZero.subtractingSaturated(former)
    let isReported = change >= limit || change <= .zero - limit
    if case .running(let formerDeadline) = step {
      correctDeadline(
        formerDeadline, timeToZero: timeToZero, at: now, isReported: isReported,
        among: changeTotal(by: change), report: report)
    } else {
      correctOvertime(timeToZero: timeToZero, at: now, isReported: isReported, report: report)
    }
  }

  /// Moves the deadline of a run by what a clock says that is better than the steady clock.
  ///
  /// That is a correction, and no extension: the total stays as it is, and no milestone is told again. If no time remains,
  /// the run finishes at `now`, or its phase ends. Returns `false` unless the countdown is running and this changes
  /// anything.
  package mutating func correct(
    by change: Duration, at now: Moment, report: (CountdownEvent) -> Void
  ) -> Bool {
    advance(to: now, report: report)
    guard case .running(let former) = step, change != .zero else { return false }
    let left = remaining(until: former, at: now).nanoseconds(changedBy: change)
    let deadline = now.advanced(byNanoseconds: left)
    step = .running(deadline: deadline)
    guard left > 0 else {
      endNow(now, report: report)
      advance(to: now, report: report)
      return true
    }
    // Drifting clocks constantly cause smaller corrections, which are not told.
    guard change >= .milliseconds(1) || change <= .milliseconds(-1) else {
      advance(to: now, report: report)
      return true
    }
    noteReported(at: now)
    report(.change(.corrected(by: deadline - former), reading(at: now)))
    reportMilestones(downTo: left, at: now, report: report)
    report(.reading(reading(at: now)))
    return true
  }

  /// Stops counting past zero, and delivers a reading. Returns `false` unless the countdown is counting past zero.
  public mutating func stopOvertime(at now: Moment, report: (CountdownEvent) -> Void) -> Bool {
    stopOvertime(at: now, isFollowedByReading: false, report: report)
  }

  private mutating func stopOvertime(
    at now: Moment, isFollowedByReading: Bool, report: (CountdownEvent) -> Void
  ) -> Bool {
    advance(to: now, report: report)
    guard case .overtime(let since, let past) = step else { return false }
    step = .finished(since: since, past: past)
    reported = nil
    report(.change(.overtimeStopped, reading(at: now)))
    if !isFollowedByReading { report(.reading(reading(at: now))) }
    return true
  }

  /// Starts or stops the ticks, depending on whether anything is watching the countdown.
  ///
  /// Ticks that are due while nothing is watching the countdown are neither delivered nor counted as missed.
  public mutating func watch(
    _ isWatched: Bool, at now: Moment, report: (CountdownEvent) -> Void
  ) {
    advance(to: now, report: report)
    guard isWatched != self.isWatched else { return }
    self.isWatched = isWatched
    noteReported(at: now)
  }
}
