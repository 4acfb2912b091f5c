// Runs that began, or were recorded, in the past. A run may have begun before the clock's origin, because the device
// may have been rebooted since then, but moments start at the origin. The machine therefore replays the past on a clock
// that is ahead by a whole number of units, and then moves the results back.

extension CountdownMachine {
  /// Starts counting down as if the countdown had been started some time ago. Returns `false` if a run is in progress.
  ///
  /// Everything that has become due since then is delivered in order. The current reading follows, with the number of
  /// missed ticks.
  ///
  /// - Parameters:
  ///   - age: How long ago the run began, in nanoseconds. The run may have begun before the clock's origin.
  ///   - period: The length of the period at whose end the countdown ends, in nanoseconds; zero if there is none. If it is
  ///     longer than ``duration``, it is the total, and nothing is reported of the part before the run.
  ///   - now: The current moment.
  ///   - report: The closure to call with the events, in order.
  /// - Returns: Whether the countdown has started.
  package mutating func start(
    age: UInt64, inPeriod period: UInt64 = 0, at now: Moment,
    report: (CountdownEvent) -> Void
  ) -> Bool {
    advance(to: now, report: report)
    switch step {
    case .running, .paused: return false
    case .idle, .overtime, .finished: break
    }
    guard age > 0 else {
      beginNow(now, inPeriod: period, report: report)
      return true
    }
    let shift = shift(reaching: age, before: now)
    let late = now.advanced(byNanoseconds: shift)
    let reportNow = { (event: CountdownEvent) in report(event.moved(backBy: shift)) }
    begin(
      at: Moment(nanoseconds: late.nanoseconds - age), inPeriod: period, reportsReading: false,
      report: reportNow)
    let told = told
    advance(to: late, report: reportNow)
    move(backBy: shift, to: now)
    tellReading(unlessSince: told, at: now, report: report)
    return true
  }

  /// Moves the run on to a remaining time, because an event at that time has already been delivered. The total stays
  /// the same. Delivers everything that this makes due.
  package mutating func moveOn(
    to remaining: UInt64, at now: Moment, report: (CountdownEvent) -> Void
  ) {
    switch step {
    case .idle, .overtime, .finished:
      return
    case .running:
      step = .running(deadline: now.advanced(byNanoseconds: remaining))
      reportMilestones(downTo: remaining, at: now, report: report)
      advance(to: now, report: report)
    case .paused where remaining > 0:
      step = .paused(remaining: remaining)
      reportMilestones(downTo: remaining, at: now, report: report)
    case .paused:
      endNow(now, report: report)
    }
  }

  /// Returns how far a clock must be ahead so that the moment `age` before now does not precede the clock's origin. The
  /// result is a whole number of units, so that the pulse stays aligned.
  package func shift(reaching age: UInt64, before now: Moment) -> UInt64 {
    let excess = age.subtractingClamped(now.nanoseconds)
    let rest = excess % options.unitNanoseconds
    let shift = rest == 0 ? excess : excess.addingClamped(options.unitNanoseconds - rest)
    return min(shift, .max - now.nanoseconds)
  }

  /// Moves the state back by `shift`, to a clock that reads `now`.
  package mutating func move(backBy shift: UInt64, to now: Moment) {
    guard shift > 0 else { return }
    switch step {
    case .idle, .paused:
      break
    case .finished(let since, let past):
      let later = now.advanced(byNanoseconds: shift)
      let age = later.nanoseconds.subtractingClamped(since.nanoseconds).addingClamped(past)
      step = .finished(since: now, past: age)
    case .running(let deadline):
      step = .running(deadline: PastMoment(deadline).moved(backBy: shift).moment)
    case .overtime:
      let timeToZero = timeToZero(at: now.advanced(byNanoseconds: shift)) ?? .zero
      step = .overtime(timeToZero: timeToZero, at: now)
    }
    ended = ended?.moved(backBy: shift)
  }
}

extension CountdownEvent {
  fileprivate func moved(backBy shift: UInt64) -> CountdownEvent {
    switch self {
    case .reading, .change: self
    case .milestone(let reached, let reading): .milestone(reached.moved(backBy: shift), reading)
    case .phaseEnd(let end, let reading): .phaseEnd(end.moved(backBy: shift), reading)
    case .end(let end, let reading):
      .end(
        CountdownEnd(end.outcome, at: end.instant.moved(backBy: shift), missed: end.missed), reading
      )
    }
  }
}
