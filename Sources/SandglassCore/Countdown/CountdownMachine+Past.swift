// Runs that began, or were recorded, before now. Moments end at the clock's origin, and a device may have been rebooted
// since: so the past is played on a clock that reads later by whole units, and what comes of it is moved back.

extension CountdownMachine {
  /// Starts counting down as if it had been started some time ago; false if a run is in progress.
  ///
  /// Everything that has become due since is delivered in order, and then the current reading, which counts the
  /// missed ticks.
  ///
  /// - Parameters:
  ///   - age: How long ago the run began, in nanoseconds. It may lie before the clock's origin.
  ///   - now: The current moment.
  ///   - tell: Takes the events, in order.
  /// - Returns: Whether it has started.
  package mutating func start(
    age: UInt64, at now: Moment, tell: (CountdownEvent) -> Void
  ) -> Bool {
    advance(to: now, tell: tell)
    switch step {
    case .running, .paused: return false
    case .idle, .overtime, .finished: break
    }
    guard age > 0 else {
      begin(at: now, tell: tell)
      advance(to: now, tell: tell)
      return true
    }
    let shift = shift(reaching: age, before: now)
    let late = now.advanced(byNanoseconds: shift)
    var isReadingTold = false
    let tellNow = { (event: CountdownEvent) in
      if case .reading = event { isReadingTold = true }
      tell(event.moved(backBy: shift))
    }
    begin(at: Moment(nanoseconds: late.nanoseconds - age), tellsReading: false, tell: tellNow)
    advance(to: late, tell: tellNow)
    move(backBy: shift, to: now)
    if !isReadingTold, state == .running { tell(.reading(reading(at: now))) }
    return true
  }

  /// The milestones and the ends of phases that have become due since a record was written, in order, each with the
  /// moment and the reading of its own instant.
  ///
  /// - Parameters:
  ///   - record: The record of a run; without a running one there are none.
  ///   - now: The current instant.
  /// - Returns: The events.
  package func events(
    since record: CountdownRecord, at now: CountdownRecord.Instant
  ) -> [CountdownEvent] {
    guard let (written, left) = record.timeToZero(at: now), written > left,
      // A record whose end had passed already is one of a finish that nobody has handled; all else was delivered.
      written > .zero || record.target.plan?[record.phaseIndex + 1] != nil
    else { return [] }
    let age = written.subtractingSaturated(left).clampedNanoseconds
    let shift = shift(reaching: age, before: now.steady)
    let late = now.steady.advanced(byNanoseconds: shift)
    var replayed = CountdownMachine(duration, options: options)
    replayed.plan = record.target.plan
    replayed.phaseIndex = record.phaseIndex
    replayed.total = record.total.clampedNanoseconds
    replayed.step = .running(deadline: late + left)
    replayed.armMilestones(below: written.clampedNanoseconds)
    var events: [CountdownEvent] = []
    replayed.advance(to: late) { event in
      switch event {
      case .milestone, .phaseEnd: events.append(event.moved(backBy: shift))
      case .reading, .change, .end: break
      }
    }
    return events
  }

  /// How much later a clock has to read that an age before now is no earlier than its origin: whole units, so that a
  /// pulse keeps its phase.
  private func shift(reaching age: UInt64, before now: Moment) -> UInt64 {
    let excess = age.subtractingClamped(now.nanoseconds)
    let rest = excess % options.unitNanoseconds
    let shift = rest == 0 ? excess : excess.addingClamped(options.unitNanoseconds - rest)
    return min(shift, .max - now.nanoseconds)
  }

  /// Moves everything back on the clock, after which it reads `now`.
  private mutating func move(backBy shift: UInt64, to now: Moment) {
    guard shift > 0 else { return }
    switch step {
    case .idle, .paused, .finished:
      break
    case .running(let deadline):
      step = .running(deadline: deadline.moved(backBy: shift))
    case .overtime:
      let timeToZero = timeToZero(at: now.advanced(byNanoseconds: shift)) ?? .zero
      step = .overtime(timeToZero: timeToZero, at: now)
    }
    end = end?.moved(backBy: shift)
  }
}

extension Moment {
  /// An earlier moment, not before the origin; the distant future stays where it is.
  fileprivate func moved(backBy shift: UInt64) -> Moment {
    self == .distantFuture ? self : Moment(nanoseconds: nanoseconds.subtractingClamped(shift))
  }
}

extension CountdownEnd {
  fileprivate func moved(backBy shift: UInt64) -> CountdownEnd {
    CountdownEnd(outcome, at: moment.moved(backBy: shift), missed: missed)
  }
}

extension CountdownEvent {
  fileprivate func moved(backBy shift: UInt64) -> CountdownEvent {
    switch self {
    case .reading, .milestone, .change:
      self
    case .phaseEnd(let end, let reading):
      .phaseEnd(
        PhaseEnd(
          phase: end.phase, index: end.index, round: end.round, next: end.next,
          moment: end.moment.moved(backBy: shift), isSkipped: end.isSkipped, missed: end.missed),
        reading)
    case .end(let end, let reading):
      .end(end.moved(backBy: shift), reading)
    }
  }
}
