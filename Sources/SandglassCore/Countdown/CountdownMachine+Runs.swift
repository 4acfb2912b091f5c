// How a run begins, is extended, follows a clock, and ends.

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
  package mutating func begin(
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
    noteReported(at: now)
    report(.change(.extended(by: change.clampedToComponents), reading(at: now)))
    guard remaining > 0 else {
      endNow(now, among: armed, report: report)
      return advance(to: now, report: report)
    }
    reportMilestones(downTo: remaining, at: now, among: armed, report: report)
    armMilestones(below: remaining)
    report(.reading(reading(at: now)))
  }

  /// Ends the current phase or, with the last one, the run, because an operation leaves no time. No tick was missed.
  mutating func endNow(
    _ now: Moment, among armed: ArmedMilestones? = nil, report: (CountdownEvent) -> Void
  ) {
    reportMilestones(downTo: 0, at: now, among: armed, report: report)
    if !endPhase(at: now, missed: 0, report: report) {
      finish(at: now, missed: 0, report: report)
    }
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
    let next: Step =
      options.countsPastZero
      ? .overtime(since: deadline, past: 0) : .finished(since: deadline, past: 0)
    end(
      with: CountdownEnd(.finished, at: deadline, missed: missed), step: next, at: deadline,
      report: report)
    // The reading at zero is yet to be delivered.
    reported = options.countsPastZero && isWatched ? 0 : nil
  }

  mutating func end(
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
  func nanoseconds(changedBy change: Duration) -> UInt64 {
    Duration.nanoseconds(self).addingSaturated(change).clampedNanoseconds
  }
}

// MARK: - Following a clock

extension CountdownMachine {
  /// Moves the deadline, or the zero of overtime, by the time for which the device has slept since the latest call. The
  /// total stays the same, and what has become due without that time is delivered.
  package mutating func sleep(
    for slept: Duration, at now: Moment, report: (CountdownEvent) -> Void
  ) {
    let told = told
    switch step {
    case .idle, .paused, .finished: return
    case .running(let deadline): step = .running(deadline: deadline + slept)
    case .overtime(let since, let past):
      let zero = (since - now).addingSaturated(slept).subtractingSaturated(.nanoseconds(past))
      step = .overtime(timeToZero: min(.zero, zero), at: now)
    }
    report(.change(.pausedAsleep(for: slept), reading(at: now)))
    advance(to: now, report: report)
    // The end has moved, even if the number has not.
    tellReading(unlessSince: told, at: now, report: report)
  }

  /// Corrects the deadline of a run whose total has changed. `formerlyArmed` are the milestones that were still to be
  /// told.
  mutating func correctDeadline(
    _ former: Moment, timeToZero: Duration, at now: Moment, isReported: Bool,
    among formerlyArmed: ArmedMilestones, report: (CountdownEvent) -> Void
  ) {
    let deadline = now + timeToZero
    guard timeToZero > .zero else {
      let missed = missedBeforeEnd(at: now, deadline: former)
      step = .running(deadline: deadline)
      reportMilestones(downTo: 0, among: formerlyArmed, report: report)
      if endPhase(at: deadline, missed: missed, report: report) {
        return advance(to: now, report: report)
      }
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
    reportMilestones(downTo: remaining, at: now, among: formerlyArmed, report: report)
    armMilestones(below: remaining)
    report(.reading(reading(at: now, missed: missed)))
  }

  mutating func correctOvertime(
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

// MARK: - Restoring overtime

extension CountdownMachine {
  /// Continues overtime. A record has the zero from which it counts, and no other end.
  package mutating func restoreOvertime(timeToZero: Duration, at now: Moment) {
    step = .overtime(timeToZero: timeToZero, at: now)
    ended = .finished(at: PastMoment(age: .zero.subtractingSaturated(timeToZero), at: now))
  }
}
