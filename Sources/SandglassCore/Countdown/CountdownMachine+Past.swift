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
  ///   - now: The current moment.
  ///   - tell: The closure to call with the events, in order.
  /// - Returns: Whether the countdown has started.
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

  /// Returns the milestones and phase ends that have become due since a record was written, in order. Each comes with
  /// its own moment and with the reading at that moment.
  ///
  /// - Parameters:
  ///   - record: The record. There are no events unless the countdown was running when the record was written.
  ///   - now: The current instant.
  /// - Returns: The events.
  package func events(
    since record: CountdownRecord, at now: CountdownRecord.Instant
  ) -> [CountdownEvent] {
    guard let (written, left) = record.timeToZero(at: now), written > left,
      // If the end had already passed when the record was written, the record describes an unhandled finish, and
      // everything else has been delivered.
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

  /// Returns how far a clock must be ahead so that the moment `age` before now does not precede the clock's origin. The
  /// result is a whole number of units, so that the pulse stays aligned.
  private func shift(reaching age: UInt64, before now: Moment) -> UInt64 {
    let excess = age.subtractingClamped(now.nanoseconds)
    let rest = excess % options.unitNanoseconds
    let shift = rest == 0 ? excess : excess.addingClamped(options.unitNanoseconds - rest)
    return min(shift, .max - now.nanoseconds)
  }

  /// Moves the state back by `shift`, to a clock that reads `now`.
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
  /// Returns an earlier moment, no earlier than the origin. The distant future is not moved.
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
