// Which number is shown, and when the next one is due.

extension CountdownMachine {
  /// Returns the instant at which the displayed number next changes; `nil` if the countdown is not watched, or if the
  /// number does not change again before the deadline.
  func nextTick(before deadline: Moment) -> Moment? {
    guard let reported, reported > 0 else { return nil }
    // The first number of a phase may be due before the clock's origin, which means that it is due now.
    let (units, overflow) = (reported - 1).multipliedReportingOverflow(by: options.unitNanoseconds)
    let left = overflow ? .max : options.offsetNanoseconds.addingClamped(units)
    let tick = onPulse(Moment(nanoseconds: deadline.nanoseconds.subtractingClamped(left)))
    return tick < deadline ? tick : nil
  }

  mutating func reportTick(
    before deadline: Moment, at now: Moment, report: (CountdownEvent) -> Void
  ) {
    // Nothing is due while nothing is watching.
    guard reported != nil, let tick = nextTick(before: deadline), tick <= now else { return }
    let missed = missedByTick(at: now, deadline: deadline)
    self.reported = shownOnPulse(until: deadline, at: now)
    report(.reading(reading(at: now, missed: missed)))
  }

  /// The number that was told last, and its phase.
  struct Told {
    fileprivate let number: UInt64?
    fileprivate let phaseIndex: Int
  }

  var told: Told { Told(number: reported, phaseIndex: phaseIndex) }

  /// Tells the present reading of a run, unless a tick has told it since. A phase that has begun is told by a tick, if it
  /// is watched. It is inlined because a call would copy the machine, for which a page pays 292 bytes.
  @inline(__always)
  func tellReading(
    unlessSince former: Told, at now: Moment, report: (CountdownEvent) -> Void
  ) {
    let isTold = reported != former.number || (phaseIndex != former.phaseIndex && isWatched)
    if state == .running, !isTold { report(.reading(reading(at: now))) }
  }

  /// Returns the number of ticks that a tick at `now` skips.
  func missedByTick(at now: Moment, deadline: Moment) -> Int {
    guard let reported else { return 0 }
    let next = shownOnPulse(until: deadline, at: now).addingClamped(1)
    return Int(
      clamping: reported.subtractingClamped(max(next, overdue(at: now, deadline: deadline))))
  }

  /// Returns the number of ticks that had not been delivered when the run or its phase ended.
  func missedBeforeEnd(at now: Moment, deadline: Moment) -> Int {
    guard let reported else { return 0 }
    return Int(clamping: reported.subtractingClamped(overdue(at: now, deadline: deadline)))
  }

  /// Returns the displayed number at the latest tick that, at `now`, is later than the tolerance allows.
  func overdue(at now: Moment, deadline: Moment) -> UInt64 {
    let lastTime = lastTickTime(before: min(excused(at: now), deadline))
    return shown(remaining(until: deadline, at: lastTime))
  }

  mutating func reportOvertimeTick(at now: Moment, report: (CountdownEvent) -> Void) {
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
  func missedByOvertimeTick(at now: Moment) -> Int {
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
  func overtimeTick(_ number: UInt64, since: Moment, past: UInt64) -> Moment {
    guard number > 0 else { return since }
    let (time, overflow) = number.multipliedReportingOverflow(by: options.unitNanoseconds)
    // The greatest number has no successor.
    return onPulse(
      number == .max || overflow
        ? .distantFuture : since.advanced(byNanoseconds: time.subtractingClamped(past)))
  }

  /// Returns the number of units past zero, at the latest pulse instant if there is a pulse.
  func unitsPastZero(since: Moment, past: UInt64, at now: Moment) -> UInt64 {
    overtime(since: since, past: past, at: lastPulse(at: now)) / options.unitNanoseconds
  }

  func overtime(since: Moment, past: UInt64, at now: Moment) -> UInt64 {
    now < since
      ? past.subtractingClamped(since.nanoseconds - now.nanoseconds)
      : past.addingClamped(now.nanoseconds - since.nanoseconds)
  }

  /// Records that the reading at `now` has been delivered if the countdown is watched.
  package mutating func noteReported(at now: Moment) {
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

  func shown(_ remaining: UInt64) -> UInt64 {
    Reading.shown(remaining: remaining, options: options)
  }

  /// Returns the number at the latest pulse instant, or the number at `now` if there is no pulse. With the same pulse,
  /// all countdowns with the same deadline have the same number, whenever they were started or first watched.
  func shownOnPulse(until deadline: Moment, at now: Moment) -> UInt64 {
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
