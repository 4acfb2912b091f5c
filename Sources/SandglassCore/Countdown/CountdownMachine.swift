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
/// first cancels a run in progress. `extend` keeps the state, with two exceptions: if no time remains, the countdown
/// finishes, and if overtime is extended by more than its length, a new run begins. `moveEnd` is an extension, and also
/// begins a new run in `finished` if the new end lies ahead. With a ``plan``, each phase except the last is followed by
/// the next phase at its own deadline.
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
  public internal(set) var phaseIndex = 0

  /// How the latest run ended; `nil` while a run is in progress, and before the first run.
  package internal(set) var ended: EndedRun?

  @usableFromInline
  enum Step: Sendable {
    case idle
    case running(deadline: Moment)
    case paused(remaining: UInt64)

    /// Counting past zero. At `since`, `past` nanoseconds of overtime had already been counted.
    case overtime(since: Moment, past: UInt64)
    case finished
  }

  @usableFromInline var step = Step.idle

  /// The whole duration of the current run or, with a plan, of its current phase, including adjustments, in
  /// nanoseconds.
  var total: UInt64 = 0

  /// The milestones that are due at a remaining time below this, in nanoseconds, are still to be reported. It is one
  /// more than that of the next one, and zero if there is none.
  private var armed: UInt64 = 0

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
  public mutating func resume(at now: Moment, report: (CountdownEvent) -> Void) -> Bool {
    advance(to: now, report: report)
    guard case .paused(let remaining) = step else { return false }
    step = .running(deadline: now.advanced(byNanoseconds: remaining))
    report(.change(.resumed, reading(at: now)))
    // A phase of no length ends as soon as it is resumed.
    if remaining == 0 { advance(to: now, report: report) }
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

  /// Makes a run one in a period of another length, which is then its total, without moving its deadline. A deviation
  /// that drifting clocks cause is no other length. Returns `false` unless the countdown is running and this changes
  /// anything.
  package mutating func setPeriod(
    _ period: Duration, at now: Moment, report: (CountdownEvent) -> Void
  ) -> Bool {
    advance(to: now, report: report)
    let whole = period.clampedNanoseconds
    guard case .running(let deadline) = step,
      !CountdownRecord.Instant.unnoticedShift.contains(.nanoseconds(whole) - .nanoseconds(total))
    else { return false }
    let remaining = remaining(until: deadline, at: now)
    total = max(whole, remaining)
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
    reported = nil
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
      let armed = changeTotal(by: change)
      correctDeadline(
        formerDeadline, timeToZero: timeToZero, at: now, isReported: isReported, among: armed,
        report: report)
    } else {
      correctOvertime(timeToZero: timeToZero, at: now, isReported: isReported, report: report)
    }
  }

  /// Stops counting past zero, and delivers a reading. Returns `false` unless the countdown is counting past zero.
  public mutating func stopOvertime(at now: Moment, report: (CountdownEvent) -> Void) -> Bool {
    stopOvertime(at: now, isFollowedByReading: false, report: report)
  }

  private mutating func stopOvertime(
    at now: Moment, isFollowedByReading: Bool, report: (CountdownEvent) -> Void
  ) -> Bool {
    advance(to: now, report: report)
    guard case .overtime = step else { return false }
    step = .finished
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

// MARK: - Restoring a record

extension CountdownMachine {
  /// Replaces the current state with the state of a restored countdown, without delivering anything.
  ///
  /// The milestones below the remaining time are armed. Milestones that have passed since the record was written are
  /// among its pending events.
  ///
  /// - Parameters:
  ///   - state: The state of the recorded countdown at `now`.
  ///   - total: The whole duration of the run or, with a plan, of its current phase, including adjustments.
  ///   - phaseIndex: The index of the current phase.
  ///   - now: The current instant.
  public mutating func restore(
    _ state: RestoredCountdown.State, total: Duration, phaseIndex: Int = 0,
    at now: CountdownRecord.Instant
  ) {
    self.total = total.clampedNanoseconds
    self.phaseIndex = phaseIndex
    ended = nil
    var remaining: UInt64 = 0
    switch state {
    case .idle:
      step = .idle
    case .running(let left):
      remaining = left.clampedNanoseconds
      step = .running(deadline: now.steady.advanced(byNanoseconds: remaining))
    case .paused(let left):
      remaining = left.clampedNanoseconds
      step = .paused(remaining: remaining)
    case .overtime(let past, _) where options.countsPastZero:
      restoreOvertime(timeToZero: Duration.zero.subtractingSaturated(past), at: now.steady)
    case .overtime(_, let ended), .finished(let ended):
      self.ended = .finished(at: PastMoment(age: now.wall - ended, at: now.steady))
      step = .finished
    }
    armMilestones(below: remaining)
    noteReported(at: now.steady)
  }

  /// Continues overtime. A record has the zero from which it counts, and no other end.
  mutating func restoreOvertime(timeToZero: Duration, at now: Moment) {
    step = .overtime(timeToZero: timeToZero, at: now)
    ended = .finished(at: PastMoment(age: .zero.subtractingSaturated(timeToZero), at: now))
  }
}

// MARK: - Starting, adjusting, ending

extension CountdownMachine {
  /// Begins a run. One of no length ends at once.
  mutating func beginNow(
    _ now: Moment, inPeriod period: UInt64, report: (CountdownEvent) -> Void
  ) {
    begin(at: now, inPeriod: period, report: report)
    if deadline == now { advance(to: now, report: report) }
  }

  /// Begins a run. The caller must still deliver everything that has become due since `beginning`.
  ///
  /// If the run is in a period that is longer than ``duration``, the rest of the period counts as elapsed.
  mutating func begin(
    at beginning: Moment, inPeriod period: UInt64 = 0, reportsReading: Bool = true,
    report: (CountdownEvent) -> Void
  ) {
    ended = nil
    phaseIndex = 0
    let counted = duration.clampedNanoseconds
    total = max(counted, period)
    step = .running(deadline: beginning.advanced(byNanoseconds: counted))
    armMilestones(below: counted)
    reported = nil
    let opening = reading(at: beginning)
    report(.change(.started, opening))
    guard counted > 0 else { return }
    guard reportsReading else {
      // The first number of the run is yet to be delivered, so the number above it counts as delivered.
      if isWatched { reported = shown(counted).addingClamped(1) }
      return
    }
    noteReported(at: beginning)
    report(.reading(opening))
  }

  mutating func extend(
    from before: UInt64, by change: Duration, at now: Moment, report: (CountdownEvent) -> Void
  ) {
    let armed = changeTotal(by: change)
    let remaining = before.nanoseconds(changedBy: change)
    let isPaused = state == .paused
    step =
      isPaused
      ? .paused(remaining: remaining)
      : .running(deadline: now.advanced(byNanoseconds: remaining))
    if remaining > 0 { noteReported(at: now) }
    report(.change(.extended(by: change.clampedToComponents), reading(at: now)))
    guard remaining > 0 else {
      reportMilestones(downTo: 0, at: now, among: armed, report: report)
      if !endPhase(at: now, missed: 0, report: report) {
        finish(at: now, missed: 0, report: report)
      }
      return advance(to: now, report: report)
    }
    reportMilestones(downTo: remaining, at: now, among: armed, report: report)
    armMilestones(below: remaining)
    report(.reading(reading(at: now)))
  }

  /// Moves the instant of zero of a run that has ended to `left` after `now`, and begins a new run or
  /// continues to count past zero. If `left` is negative, the instant of zero lies before `now`.
  mutating func extendOvertime(
    to left: Duration, by change: Duration, beginsRun: Bool, at now: Moment,
    report: (CountdownEvent) -> Void
  ) {
    total = total.nanoseconds(changedBy: change)
    let extended = CountdownChange.Kind.extended(by: change.clampedToComponents)
    if beginsRun {
      ended = nil
      let remaining = left.clampedNanoseconds
      step = .running(deadline: now.advanced(byNanoseconds: remaining))
      armMilestones(below: remaining)
      noteReported(at: now)
      report(.change(extended, reading(at: now)))
      report(.change(.started, reading(at: now)))
    } else {
      step = .overtime(timeToZero: left, at: now)
      noteReported(at: now)
      report(.change(extended, reading(at: now)))
    }
    report(.reading(reading(at: now)))
  }

  mutating func finish(
    at deadline: Moment, isSkipped: Bool = false, missed: Int, report: (CountdownEvent) -> Void
  ) {
    if !isSkipped { reportMilestones(downTo: 0, report: report) }
    reportPhaseEnd(at: deadline, isSkipped: isSkipped, missed: missed, report: report)
    let next: Step = options.countsPastZero ? .overtime(since: deadline, past: 0) : .finished
    end(
      with: CountdownEnd(.finished, at: deadline, missed: missed), step: next, at: deadline,
      report: report)
    // The reading at zero is yet to be delivered.
    reported = options.countsPastZero && isWatched ? 0 : nil
  }

  private mutating func end(
    with end: CountdownEnd, step next: Step, at now: Moment, report: (CountdownEvent) -> Void
  ) {
    step = next
    reported = nil
    ended = EndedRun(end)
    report(.end(end, reading(at: now, missed: end.missed)))
  }
}

extension UInt64 {
  /// Returns this number of nanoseconds, changed by a duration and clamped.
  fileprivate func nanoseconds(changedBy change: Duration) -> UInt64 {
    Duration.nanoseconds(self).addingSaturated(change).clampedNanoseconds
  }
}

// MARK: - Following a clock

extension CountdownMachine {
  private mutating func correctDeadline(
    _ former: Moment, timeToZero: Duration, at now: Moment, isReported: Bool,
    among armed: ArmedMilestones, report: (CountdownEvent) -> Void
  ) {
    let deadline = now + timeToZero
    guard timeToZero > .zero else {
      let missed = missedBeforeEnd(at: now, deadline: former)
      step = .running(deadline: deadline)
      reportMilestones(downTo: 0, among: armed, report: report)
      finish(at: deadline, missed: missed, report: report)
      // The moment of the end saturates at the clock's origin, but overtime does not.
      if case .overtime = step { step = .overtime(timeToZero: timeToZero, at: now) }
      reportOvertimeTick(at: now, report: report)
      return
    }
    let missed = missedByTick(at: now, deadline: former)
    step = .running(deadline: deadline)
    guard isReported else { return advance(to: now, report: report) }
    noteReported(at: now)
    let remaining = timeToZero.clampedNanoseconds
    report(.change(.corrected(by: deadline - former), reading(at: now)))
    reportMilestones(downTo: remaining, at: now, among: armed, report: report)
    armMilestones(below: remaining)
    report(.reading(reading(at: now, missed: missed)))
  }

  private mutating func correctOvertime(
    timeToZero: Duration, at now: Moment, isReported: Bool, report: (CountdownEvent) -> Void
  ) {
    let missed = missedByOvertimeTick(at: now)
    step = .overtime(timeToZero: timeToZero, at: now)
    guard isReported else { return reportOvertimeTick(at: now, report: report) }
    noteReported(at: now)
    report(.reading(reading(at: now, missed: missed)))
  }
}

extension CountdownMachine.Step {
  /// Returns overtime whose zero lies `timeToZero` after `now`, or before `now` if `timeToZero` is negative.
  ///
  /// A zero before the clock's origin is moved to the origin, and the rest counts as overtime that has already passed.
  static func overtime(timeToZero: Duration, at now: Moment) -> Self {
    let zero = now + timeToZero
    let rest = (zero - now).subtractingSaturated(timeToZero)
    return .overtime(since: zero, past: rest.clampedNanosecondsRoundedDown)
  }
}

// MARK: - Milestones

extension CountdownMachine {
  /// Reports the milestones that the remaining time passes as it falls to `remaining`. If an adjustment has reached
  /// these milestones, `now` is its moment, and all of them are reported with the reading at `now`. If `now` is `nil`,
  /// each is reported with the reading at its own instant.
  /// If the adjustment has changed the total, only those are reported that were armed before.
  mutating func reportMilestones(
    downTo remaining: UInt64, at now: Moment? = nil, among armedBefore: ArmedMilestones? = nil,
    report: (CountdownEvent) -> Void
  ) {
    // The next one is due at `armed - 1`. Several can be due at the same time.
    while armed > remaining {
      let due = armed - 1
      for milestone in options.milestones
      where milestone.remaining(in: total) == due && armedBefore?.contains(milestone) != false {
        let instant = now ?? deadline.map { moment(due, before: $0) } ?? .origin
        report(event(of: milestone, remaining: due, at: PastMoment(instant), readAt: instant))
      }
      armMilestones(below: due)
    }
  }

  private func moment(_ remaining: UInt64, before deadline: Moment) -> Moment {
    Moment(nanoseconds: deadline.nanoseconds.subtractingClamped(remaining))
  }

  /// Arms the milestones below `remaining`, and no others.
  mutating func armMilestones(below remaining: UInt64) {
    arm { [total] in $0.remaining(in: total).flatMap { $0 < remaining ? $0 : nil } }
  }

  /// Changes the total by as much as the remaining time. The milestones that were armed stay armed, and those that are
  /// now due before one of them are armed as well.
  ///
  /// - Returns: The milestones that were armed.
  mutating func changeTotal(by change: Duration) -> ArmedMilestones {
    let former = ArmedMilestones(total: total, limit: armed)
    total = total.nanoseconds(changedBy: change)
    if armed > 0 {
      arm { [total] in former.contains($0) ? $0.remaining(in: total) : nil }
    }
    return former
  }

  /// Arms all milestones up to the first one for which `due` returns a remaining time.
  private mutating func arm(_ due: (Milestone) -> UInt64?) {
    armed = 0
    for milestone in options.milestones {
      if let due = due(milestone) { armed = max(armed, due.addingClamped(1)) }
    }
  }

  /// Returns the event of a milestone that is reached at an instant.
  func event(
    of milestone: Milestone, remaining: UInt64, at instant: PastMoment, readAt moment: Moment
  ) -> CountdownEvent {
    let reading = reading(at: moment)
    let reached = ReachedMilestone(
      milestone, remaining: .nanoseconds(remaining), at: instant,
      phase: currentPhase, reading: reading, options: options)
    return .milestone(reached, reading)
  }
}

/// The milestones that were armed when the total was another.
struct ArmedMilestones {
  let total: UInt64
  let limit: UInt64

  func contains(_ milestone: Milestone) -> Bool {
    milestone.remaining(in: total).map { $0 < limit } ?? false
  }
}

// MARK: - Ticks

extension CountdownMachine {
  /// Returns the instant at which the displayed number next changes; `nil` if the countdown is not watched, or if the
  /// number does not change again before the deadline.
  private func nextTick(before deadline: Moment) -> Moment? {
    guard let reported, reported > 0 else { return nil }
    // The first number of a phase may be due before the clock's origin, which means that it is due now.
    let (units, overflow) = (reported - 1).multipliedReportingOverflow(by: options.unitNanoseconds)
    let left = overflow ? .max : options.offsetNanoseconds.addingClamped(units)
    guard left > 0 else { return nil }
    let tick = onPulse(Moment(nanoseconds: deadline.nanoseconds.subtractingClamped(left)))
    return tick < deadline ? tick : nil
  }

  private mutating func reportTick(
    before deadline: Moment, at now: Moment, report: (CountdownEvent) -> Void
  ) {
    // Nothing is due while nothing is watching.
    guard reported != nil, let tick = nextTick(before: deadline), tick <= now else { return }
    let missed = missedByTick(at: now, deadline: deadline)
    self.reported = shownOnPulse(until: deadline, at: now)
    report(.reading(reading(at: now, missed: missed)))
  }

  /// Returns the number of ticks that a tick at `now` skips.
  private func missedByTick(at now: Moment, deadline: Moment) -> Int {
    guard let reported else { return 0 }
    let next = shownOnPulse(until: deadline, at: now).addingClamped(1)
    return Int(
      clamping: reported.subtractingClamped(max(next, overdue(at: now, deadline: deadline))))
  }

  /// Returns the number of ticks that had not been delivered when the run or its phase ended.
  private func missedBeforeEnd(at now: Moment, deadline: Moment) -> Int {
    guard let reported else { return 0 }
    return Int(clamping: reported.subtractingClamped(overdue(at: now, deadline: deadline)))
  }

  /// Returns the displayed number at the latest tick that, at `now`, is later than the tolerance allows.
  private func overdue(at now: Moment, deadline: Moment) -> UInt64 {
    let lastTime = lastTickTime(before: min(excused(at: now), deadline))
    return shown(remaining(until: deadline, at: lastTime))
  }

  private mutating func reportOvertimeTick(at now: Moment, report: (CountdownEvent) -> Void) {
    // The greatest number has no successor.
    guard let reported, reported < .max, case .overtime(let since, let past) = step,
      unitsPastZero(since: since, past: past, at: now) >= reported,
      overtimeTick(reported, since: since, past: past) <= now
    else { return }
    let missed = missedByOvertimeTick(at: now)
    noteReported(at: now)
    report(.reading(reading(at: now, missed: missed)))
  }

  /// Returns the number of ticks past zero that a tick at `now` skips.
  private func missedByOvertimeTick(at now: Moment) -> Int {
    guard let reported, case .overtime(let since, let past) = step else { return 0 }
    let units = unitsPastZero(since: since, past: past, at: now)
    let excused = excused(at: now)
    // The reading at zero is due at zero, and the others on the pulse.
    let isZeroOverdue = past > 0 || since < excused
    let overdue =
      isZeroOverdue
      ? unitsPastZero(since: since, past: past, at: lastTickTime(before: excused)).addingClamped(1)
      : 0
    return Int(clamping: min(units, overdue).subtractingClamped(reported))
  }

  /// Returns when the reading of a number of units past zero is due. The reading at zero does not wait for the pulse,
  /// because it comes with the finish.
  private func overtimeTick(_ number: UInt64, since: Moment, past: UInt64) -> Moment {
    guard number > 0 else { return since }
    let (time, overflow) = number.multipliedReportingOverflow(by: options.unitNanoseconds)
    // The greatest number has no successor.
    return onPulse(
      number == .max || overflow
        ? .distantFuture : since.advanced(byNanoseconds: time.subtractingClamped(past)))
  }

  /// Returns the number of units past zero, at the latest pulse instant if there is a pulse.
  private func unitsPastZero(since: Moment, past: UInt64, at now: Moment) -> UInt64 {
    overtime(since: since, past: past, at: lastPulse(at: now)) / options.unitNanoseconds
  }

  private func overtime(since: Moment, past: UInt64, at now: Moment) -> UInt64 {
    now < since
      ? past.subtractingClamped(since.nanoseconds - now.nanoseconds)
      : past.addingClamped(now.nanoseconds - since.nanoseconds)
  }

  /// Returns the earliest instant whose ticks may be delivered as late as `now` in order to share a wake-up.
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

  /// Returns the last pulse instant at or before `moment`, or `moment` itself if there is no pulse. A tick that is due
  /// by `moment` is due at this instant or earlier.
  private func lastPulse(at moment: Moment) -> Moment {
    guard let pulse = options.pulse else { return moment }
    return Moment(
      nanoseconds: moment.nanoseconds.subtractingClamped(lateness(of: moment, on: pulse)))
  }

  /// Records that the reading at `now` has been delivered if the countdown is watched.
  mutating func noteReported(at now: Moment) {
    guard isWatched else {
      reported = nil
      return
    }
    switch step {
    case .idle, .finished: reported = nil
    case .running(let deadline): reported = shownOnPulse(until: deadline, at: now)
    case .paused(let remaining): reported = shown(remaining)
    case .overtime(let since, let past):
      reported = unitsPastZero(since: since, past: past, at: now).addingClamped(1)
    }
  }

  /// Returns the first pulse instant at or after `moment`, or `moment` itself if there is no pulse.
  private func onPulse(_ moment: Moment) -> Moment {
    guard let pulse = options.pulse else { return moment }
    let late = lateness(of: moment, on: pulse)
    return late == 0 ? moment : moment.advanced(byNanoseconds: options.unitNanoseconds - late)
  }

  /// Returns the time from the last pulse instant at or before `moment` to `moment`, in nanoseconds.
  private func lateness(of moment: Moment, on pulse: Moment) -> UInt64 {
    let unit = options.unitNanoseconds
    let offset = pulse.nanoseconds % unit
    let position = moment.nanoseconds % unit
    return position >= offset ? position - offset : unit - (offset - position)
  }

  func shown(_ remaining: UInt64) -> UInt64 {
    Reading.shown(remaining: remaining, options: options)
  }

  /// Returns the number at the latest pulse instant, or the number at `now` if there is no pulse. With the same pulse,
  /// all countdowns with the same deadline have the same number, whenever they were started or first watched.
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
      // With a pulse, the number stays the same until the next pulse instant. So a reading that is taken shortly after
      // a pulse instant neither skips a number nor repeats one.
      if options.pulse != nil { shown = reported ?? shownOnPulse(until: deadline, at: now) }
    case .paused(let remaining): left = remaining
    case .overtime(let since, let past):
      overtime = self.overtime(since: since, past: past, at: now)
      // As above, the number stays the same until the next pulse instant.
      if options.pulse != nil {
        shown =
          reported?.subtractingClamped(1) ?? unitsPastZero(since: since, past: past, at: now)
      }
    case .finished: break
    }
    return Reading(
      state: state, remaining: left, total: whole, shown: shown, overtime: overtime, missed: missed,
      phaseIndex: phaseIndex, options: options)
  }
}

// MARK: - The end of a run

/// How a run ended, in less space than a ``CountdownEnd``.
package enum EndedRun: Sendable, Hashable {
  case cancelled(at: Moment)
  case finished(at: Moment, missed: Int)

  /// The run finished before the clock's origin, by so many nanoseconds. Nothing was shown since then, and missed.
  case finishedBeforeOrigin(by: UInt64)

  init(_ end: CountdownEnd) {
    if end.outcome == .cancelled {
      self = .cancelled(at: end.moment)
    } else {
      self = Self.finished(at: end.instant, missed: end.missed)
    }
  }

  static func finished(at instant: PastMoment, missed: Int = 0) -> EndedRun {
    instant.beforeOrigin > 0
      ? .finishedBeforeOrigin(by: instant.beforeOrigin)
      : .finished(at: instant.moment, missed: missed)
  }

  var end: CountdownEnd {
    switch self {
    case .cancelled(let moment): CountdownEnd(.cancelled, at: moment)
    case .finished(let moment, let missed): CountdownEnd(.finished, at: moment, missed: missed)
    case .finishedBeforeOrigin(let time):
      CountdownEnd(.finished, at: PastMoment(.origin, beforeOrigin: time))
    }
  }

  /// Returns the same on a clock that reads `shift` nanoseconds less.
  func moved(backBy shift: UInt64) -> EndedRun {
    let end = end
    return EndedRun(
      CountdownEnd(end.outcome, at: end.instant.moved(backBy: shift), missed: end.missed))
  }
}
