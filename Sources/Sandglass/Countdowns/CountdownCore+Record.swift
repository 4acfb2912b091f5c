import SandglassCore

// What the record of a kept countdown says, and what is taken up from it.

extension CountdownCore {
  /// What is to be done about the record.
  func recordChange(
    of keeping: CountdownKeeping, at clocks: ClockReadings, boot: BootIdentity?
  ) -> RecordChange {
    let state: CountdownRecord.State
    switch keeping.ownership.state {
    case .handled where machine.state == .idle || machine.state == .finished:
      return .remove
    case .removed:
      return .none
    case .unowned where !keeping.isTouched, .ended where !keeping.isTouched:
      // It is as it was found.
      return .none
    case .unowned, .owned, .ended, .beingTold, .handled:
      break
    }
    switch machine.state {
    case .idle:
      return .none
    case .finished where keeping.isStartWritten && keeping.ownership.isBeingTold,
      .overtime where keeping.isStartWritten && keeping.ownership.unhandled != nil:
      // The record of the run still stands, and brings the finish back if the process ends now. Skipping this
      // write lets the record be removed sooner, once the finish is handled.
      return .none
    case .running, .paused, .overtime, .finished:
      state = recordState(of: keeping, at: clocks)
    }
    keeping.writtenWallAtOrigin = clocks.wallAtOrigin
    keeping.isStartWritten = true
    return .save(
      CountdownRecord(
        id: keeping.id, label: keeping.label, state: state,
        target: keeping.presentTarget ?? nextTarget,
        total: machine.wholeDuration, options: machine.options,
        written: CountdownRecord.Instant(steady: clocks.steady, wall: clocks.wall, boot: boot),
        certainty: keeping.restoration?.certainty ?? .exact))
  }

  private func recordState(
    of keeping: CountdownKeeping, at clocks: ClockReadings
  ) -> CountdownRecord.State {
    let reading = machine.reading(at: clocks.steady)
    if let deadline = machine.deadline {
      return .running(
        deadline: deadline, wallDeadline: wallDeadline ?? clocks.wall(at: deadline))
    }
    if reading.state == .paused { return .paused(remaining: reading.remaining) }
    if reading.state == .overtime, let timeToZero = machine.timeToZero(at: clocks.steady) {
      let deadline = clocks.steady + timeToZero
      let wallDeadline = wallDeadline ?? clocks.wall + timeToZero
      // A run whose end has passed tells its finish when it is restored; overtime has told it.
      return keeping.ownership.unhandled == nil
        ? .overtime(deadline: deadline, wallDeadline: wallDeadline)
        : .running(deadline: deadline, wallDeadline: wallDeadline)
    }
    if case .finished(let end) = keeping.restoration?.state { return .finished(at: end) }
    return .finished(at: clocks.wall(at: machine.end?.moment ?? clocks.steady))
  }

  /// Has the record written again if the last try failed, or if the wall clock was set since.
  func refreshRecord(of countdown: Countdown, in state: inout TimekeeperState) {
    guard let keeping else { return }
    let clocks = countdown.timekeeper.clocks
    let shift = keeping.writtenWallAtOrigin.map { clocks.wallAtOrigin - $0 } ?? .zero
    if case .ended = keeping.ownership.state, listeners.areThere {
      keeping.seekClaim(countdown, in: &state)
    }
    if keeping.error != nil || !(.milliseconds(-1) ... .milliseconds(1)).contains(shift) {
      keeping.markUnsaved(countdown, in: &state)
    }
  }

  /// Goes on with what a store has, or notes why that cannot be read.
  mutating func goOn(
    _ countdown: Countdown, with found: Result<CountdownRecord?, CountdownStoreError>,
    boot: BootIdentity?, at now: Moment, in state: inout TimekeeperState
  ) {
    switch found {
    case .success(let record):
      keeping?.noteRead(nil)
      if let record { goOn(countdown, with: record, boot: boot, at: now, in: &state) }
    case .failure(let error):
      keeping?.noteRead(error)
    }
  }

  private mutating func goOn(
    _ countdown: Countdown, with record: CountdownRecord, boot: BootIdentity?, at now: Moment,
    in state: inout TimekeeperState
  ) {
    guard let keeping else { return }
    let next = nextTarget
    let timekeeper = countdown.timekeeper
    let instant = CountdownRecord.Instant(
      steady: now, wall: timekeeper.clocks.wall(at: now), boot: boot)
    let restored = record.restored(at: instant)
    machine.restore(restored.state, total: restored.total, at: instant)
    note(record.target)
    wallDeadline =
      if case .wall(let end) = record.target { record.state.wallDeadline ?? end } else { nil }
    // Overtime whose end the clock was set back before stands at zero until then.
    if machine.state == .overtime, let timeToZero = correctedTimeToZero(at: now, on: timekeeper) {
      machine.correct(timeToZero: timeToZero, at: now) { _ in }
    }
    let isUntold = restored.endedMeanwhile || record.state.isFinished
    // What another boot has written is told by this boot's clock from now on; and once it is known that it ended,
    // a clock that is set does not make it run again.
    let hasFinished = machine.state == .finished && !record.state.isFinished
    keeping.noteRestored(
      of: record, restored, next: next, untoldFinish: isUntold ? machine.end : nil,
      isOutOfDate: record.written.boot != boot || restored.certainty != .exact || hasFinished)
    if record.written.boot == boot {
      keeping.writtenWallAtOrigin = record.written.wall + (.origin - record.written.steady)
    }
    let reading = machine.reading(at: now)
    if reading.state.lasts { listeners.tell(reading, in: &state) }
    if listeners.areThere { keeping.seekClaim(countdown, in: &state) }
    plan(countdown, at: now, in: &state)
  }
}

// MARK: - The claim

extension CountdownCore {
  /// Takes note of what asking for the claim has come to, and tells what it has a right to tell.
  mutating func take(
    _ answer: Result<RecordClaimant.Answer, CountdownStoreError>, by countdown: Countdown,
    boot: BootIdentity?, at now: Moment, in state: inout TimekeeperState
  ) {
    guard let keeping else { return }
    let known = keeping.known
    switch answer {
    case .success(.granted(let record)):
      // Another process may have changed it since it was found.
      if record.claimed(by: nil) != known?.claimed(by: nil), keeping.ownership.wantsClaim,
        !keeping.isTouched
      {
        goOn(countdown, with: record, boot: boot, at: now, in: &state)
      }
      keeping.noteClaim(record)
      keeping.ownership.claim()
      if keeping.isOutOfDate { keeping.markUnsaved(countdown, in: &state) }
    case .success(.taken(_, let until)):
      keeping.noteClaim(nil)
      keeping.nextClaim = until
      if until == nil { leaveFinishToAnother(in: &state) }
    case .success(.absent):
      keeping.noteClaim(nil)
      leaveFinishToAnother(in: &state)
      // What lasts here was cancelled elsewhere.
      if case .unowned = keeping.ownership.state, !keeping.isTouched {
        _ = cancel(countdown, at: now, in: &state)
      }
    case .failure(let error):
      // Told by several rather than by nobody.
      keeping.noteClaim(nil)
      keeping.error = error
      listeners.observation.noteState()
      keeping.ownership.claim()
    }
    tellUnheardFinish(of: countdown, at: now, in: &state)
  }

  private mutating func leaveFinishToAnother(in state: inout TimekeeperState) {
    guard let keeping, let finish = keeping.ownership.leaveToAnother() else { return }
    let event = CountdownEvent.end(finish.toldElsewhere, machine.reading(at: state.now))
    listeners.tell(event, to: .end, telling: nil, in: &state)
    listeners.finishReaders(telling: nil, in: &state)
  }

  /// Tells a finish that nobody heard to those who are there now.
  mutating func tellUnheardFinish(
    of countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) {
    guard let keeping, case .beingTold(let finish) = keeping.ownership.state else { return }
    let telling = FinishTelling(of: countdown, keeping)
    let event = CountdownEvent.end(finish, machine.reading(at: now))
    for kind in [CountdownBinding.Kind.finish, .end] where listeners.hasBinding(of: kind) {
      if keeping.ownership.take(kind) == nil { continue }
      listeners.tell(event, to: kind, telling: telling, in: &state)
    }
    if machine.state == .finished { listeners.finishReaders(telling: telling, in: &state) }
  }
}
