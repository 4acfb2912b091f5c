import SandglassCore

// What the record of a kept countdown says, and what is taken up from it.

extension CountdownCore {
  /// What is to be done about the record.
  func recordWish(
    of keeping: CountdownKeeping, at clocks: ClockReadings, boot: BootIdentity?
  ) -> RecordWish {
    switch keeping.ownership.state {
    case .handled where machine.state != .overtime:
      return .remove
    case .removed:
      return .nothing
    case .unowned where !keeping.isTouched:
      // It is as it was found.
      return .nothing
    case .ended:
      // Others may claim it, and find what is known of it here.
      return keeping.isUnheard || (keeping.isTouched && !keeping.isStartWritten)
        ? .save(record(of: keeping, at: clocks, boot: boot), isClaimed: false) : .nothing
    case .unowned, .owned, .beingTold, .handled:
      break
    }
    switch machine.state {
    case .idle:
      return .nothing
    case .finished where keeping.ownership.unhandled == nil:
      // Overtime that was stopped: its finish was told before.
      return .remove
    case .finished where keeping.isStartWritten,
      .overtime where keeping.isStartWritten && keeping.ownership.unhandled != nil:
      // The record of the run still stands, and brings the finish back if the process ends now. Skipping this
      // write lets the record be removed sooner, once the finish is handled.
      return .nothing
    case .running, .paused, .overtime, .finished:
      return .save(record(of: keeping, at: clocks, boot: boot), isClaimed: true)
    }
  }

  private func record(
    of keeping: CountdownKeeping, at clocks: ClockReadings, boot: BootIdentity?
  ) -> CountdownRecord {
    let state = recordState(of: keeping, at: clocks)
    let untold = keeping.untold.phaseEnds.map {
      CountdownRecord.UntoldPhaseEnd(
        index: $0.index, ended: clocks.wall(at: $0.moment), isSkipped: $0.isSkipped)
    }
    keeping.writtenWallAtOrigin = clocks.wallAtOrigin
    keeping.isStartWritten = true
    return CountdownRecord(
      id: keeping.id, label: keeping.label, state: state,
      target: keeping.presentTarget ?? nextTarget,
      total: machine.wholeDuration, phaseIndex: machine.phaseIndex,
      untoldPhaseEnds: untold, options: machine.options,
      written: CountdownRecord.Instant(steady: clocks.steady, wall: clocks.wall, boot: boot),
      certainty: keeping.restoration?.certainty ?? .exact)
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
    seekClaim(of: countdown, in: &state)
    guard keeping.ownership.isClaimed || keeping.isTouched else { return }
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
    machine.plan = record.target.plan
    machine.restore(
      restored.state, total: restored.total, phaseIndex: restored.phaseIndex, at: instant)
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
    keeping.untold.set(
      record.untoldPhaseEnds.compactMap { machine.event(of: $0, at: instant) }
        + machine.events(since: record, at: instant))
    if record.written.boot == boot {
      keeping.writtenWallAtOrigin = record.written.wall + (.origin - record.written.steady)
    }
    let reading = machine.reading(at: now)
    if reading.state.lasts { listeners.tell(reading, in: &state) }
    seekClaim(of: countdown, in: &state)
    plan(countdown, at: now, in: &state)
  }
}

// MARK: - The claim

extension CountdownCore {
  /// Has the record claimed if somebody follows the countdown; once it has ended, if somebody is there to hear of that.
  func seekClaim(of countdown: Countdown, in state: inout TimekeeperState) {
    guard let keeping, listeners.areThere else { return }
    if case .ended = keeping.ownership.state, !listeners.canHear,
      !listeners.canHear(keeping.untold)
    {
      // A clock that is set back must not make it run again.
      if keeping.isOutOfDate, !keeping.isUnheard {
        keeping.leaveUnheard(countdown, in: &state)
      }
      return
    }
    keeping.seekClaim(countdown, in: &state)
  }

  /// Takes note of what asking for the claim has come to, and tells what it has a right to tell.
  mutating func take(
    _ answer: Result<RecordClaimant.Answer, CountdownStoreError>, by countdown: Countdown,
    boot: BootIdentity?, at now: Moment, in state: inout TimekeeperState
  ) {
    guard let keeping else { return }
    let former = keeping.ownership.takeFormer()
    switch answer {
    case .success(.granted(let record)):
      tellFormer(former, isTold: true, in: &state)
      follow(record, by: countdown, boot: boot, at: now, in: &state)
      // A start that was begun since has nothing to do with it.
      keeping.noteClaim(keeping.ownership.wantsClaim ? record : nil)
      keeping.ownership.claim()
      if keeping.isOutOfDate { keeping.markUnsaved(countdown, in: &state) }
    case .success(.taken(_, let until, let record)):
      tellFormer(former, isTold: false, in: &state)
      keeping.noteClaim(nil)
      keeping.untold.removeMilestones()
      follow(record, by: countdown, boot: boot, at: now, in: &state)
      // It lives, and tells it; or it lets it go, and somebody else has to.
      if case .ended = keeping.ownership.state {
        keeping.nextClaim = until ?? now + Self.patience
      }
    case .success(.absent):
      tellFormer(former, isTold: false, in: &state)
      keeping.noteClaim(nil)
      follow(nil, by: countdown, boot: boot, at: now, in: &state)
    case .failure(let error):
      tellFormer(former, isTold: true, in: &state)
      keeping.noteClaim(nil)
      // Whoever observes it may ask for the claim again each time.
      if keeping.error != error { listeners.observation.noteState() }
      keeping.error = error
      // Told by several rather than by nobody.
      tellUntoldEvents(of: countdown, evenUnclaimed: true, in: &state)
      if case .ended = keeping.ownership.state { keeping.ownership.claim() }
    }
    tellUnheardFinish(of: countdown, at: now, in: &state)
  }

  /// How long to wait for another process to tell a finish, before it is looked at again.
  private static let patience = Duration.seconds(1)

  /// Goes on with what another process has made of the record; nil if it has removed it. What this process has started is
  /// its own.
  ///
  /// - Parameters:
  ///   - record: What there is now.
  ///   - isRefused: Whether a change that was made here was refused, and is undone.
  ///   - countdown: The countdown.
  ///   - boot: The present boot.
  ///   - now: The present moment.
  ///   - state: What the timekeeper guards.
  mutating func follow(
    _ record: CountdownRecord?, afterRefusal isRefused: Bool = false, by countdown: Countdown,
    boot: BootIdentity?, at now: Moment, in state: inout TimekeeperState
  ) {
    guard let keeping, keeping.ownership.wantsClaim else { return }
    guard let record else {
      leaveFinishToAnother(in: &state)
      // What lasts here was cancelled elsewhere.
      if case .unowned = keeping.ownership.state {
        _ = cancel(countdown, at: now, in: &state)
        keeping.ownership.remove()
      }
      return
    }
    guard isRefused || !record.saysTheSame(as: keeping.known) else { return }
    // Its finish was told there, and it counts on.
    if case .overtime = record.state { leaveFinishToAnother(in: &state) }
    goOn(countdown, with: record, boot: boot, at: now, in: &state)
  }

  /// Tells the finish of a start that was over before its claim was answered.
  mutating func tellFormer(
    _ former: CountdownEnd?, isTold: Bool, in state: inout TimekeeperState
  ) {
    guard let former else { return }
    let event = CountdownEvent.end(
      isTold ? former : former.toldElsewhere, machine.reading(at: state.now))
    for kind in CountdownBinding.Kind.hearingFinish {
      listeners.tell(event, to: kind, telling: nil, in: &state)
    }
  }

  private mutating func leaveFinishToAnother(in state: inout TimekeeperState) {
    guard let keeping, let finish = keeping.ownership.leaveToAnother() else { return }
    let event = CountdownEvent.end(finish.toldElsewhere, machine.reading(at: state.now))
    for kind in [CountdownBinding.Kind.end, .change, .wait] {
      listeners.tell(event, to: kind, telling: nil, in: &state)
    }
    if machine.state == .finished { listeners.finishReaders(telling: nil, in: &state) }
  }

  /// Tells what became due while no process ran the countdown to the first bindings that want it.
  mutating func tellUntoldEvents(
    of countdown: Countdown, evenUnclaimed: Bool = false, in state: inout TimekeeperState
  ) {
    guard let keeping, !keeping.untold.isEmpty, keeping.ownership.isClaimed || evenUnclaimed else {
      return
    }
    for kind in UntoldEvents.kinds where listeners.hasBinding(of: kind) {
      let events = keeping.untold.take(kind)
      // A record that is written from now on is later than these milestones.
      if !events.isEmpty { keeping.markUnsaved(countdown, in: &state) }
      for event in events {
        let telling: EndTelling? =
          if case .phaseEnd = event { EndTelling(ofPhases: countdown, keeping, to: kind) } else {
            nil
          }
        listeners.tell(event, to: kind, telling: telling, in: &state)
      }
    }
  }

  /// Tells a finish that nobody heard to those who are there now.
  mutating func tellUnheardFinish(
    of countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) {
    tellUntoldEvents(of: countdown, in: &state)
    guard let keeping, case .beingTold(let finish) = keeping.ownership.state else { return }
    let telling = EndTelling(ofFinish: countdown, keeping)
    let event = CountdownEvent.end(finish, machine.reading(at: now))
    for kind in CountdownBinding.Kind.hearingFinish where listeners.hasBinding(of: kind) {
      if keeping.ownership.take(kind) == nil { continue }
      listeners.tell(event, to: kind, telling: telling, in: &state)
    }
    listeners.hearFinish(isOver: machine.state == .finished, telling: telling, in: &state)
    // Nobody is there: others may claim it.
    if keeping.ownership.settle() { keeping.leaveUnheard(countdown, in: &state) }
  }
}

// MARK: - A finish that a caller has handled

extension CountdownCore {
  /// Ends the tasks that wait for an end that is not reported any more.
  func tellWaiters(in state: inout TimekeeperState) {
    guard let end = machine.end else { return }
    let event = CountdownEvent.end(end, machine.reading(at: state.now))
    listeners.tell(event, to: .wait, telling: nil, in: &state)
  }
}
