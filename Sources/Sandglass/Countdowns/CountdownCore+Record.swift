import SandglassCore

// The record of a kept countdown, and the state that is restored from it.

extension CountdownCore {
  /// Returns the action to carry out on the record.
  func recordWish(
    of keeping: CountdownKeeping, at clocks: ClockReadings, boot: BootIdentity?
  ) -> RecordWish {
    switch keeping.ownership.state {
    case .handled where machine.state != .overtime:
      return .remove
    case .removed:
      return .nothing
    case .unowned where !keeping.isTouched:
      // The record has not changed since it was found.
      return .nothing
    case .ended:
      // Other processes may claim the record, and then need the current state in it.
      return keeping.isUnheard || (keeping.isTouched && !keeping.isStartWritten)
        ? .save(record(of: keeping, at: clocks, boot: boot), isClaimed: false) : .nothing
    case .unowned, .owned, .beingTold, .handled:
      break
    }
    switch machine.state {
    case .idle:
      return .nothing
    case .finished where keeping.ownership.unhandled == nil:
      // Overtime was stopped, and the run's finish had already been handled.
      return .remove
    case .finished where keeping.isStartWritten,
      .overtime where keeping.isStartWritten && keeping.ownership.unhandled != nil:
      // The record of the run is still valid, and the finish is restored from it if the process exits now. Because
      // nothing is written now, the record can be removed sooner once the finish is handled.
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
      // If a record in the running state is restored after its end, the finish is reported. A record in the overtime
      // state says that the finish has already been reported.
      return keeping.ownership.unhandled == nil
        ? .overtime(deadline: deadline, wallDeadline: wallDeadline)
        : .running(deadline: deadline, wallDeadline: wallDeadline)
    }
    if case .finished(let end) = keeping.restoration?.state { return .finished(at: end) }
    return .finished(at: clocks.wall(at: machine.end?.moment ?? clocks.steady))
  }

  /// Schedules another write of the record if the last attempt failed, or if the wall clock has been set since then.
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

  /// Continues with the record from a store, or keeps the error that occurred when it was read.
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
    // If the clock was set back to a time before the end, overtime stays at zero until the end is reached again.
    if machine.state == .overtime, let timeToZero = correctedTimeToZero(at: now, on: timekeeper) {
      machine.correct(timeToZero: timeToZero, at: now) { _ in }
    }
    let isUntold = restored.endedMeanwhile || record.state.isFinished
    // A record from another boot is rewritten with readings of this boot's clock. Once the end is known, the end is
    // written to the record, so that the run does not resume if the clock is set.
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
    // The deadline may have moved although the state is the same.
    listeners.observation.noteReading()
    seekClaim(of: countdown, in: &state)
    plan(countdown, at: now, in: &state)
  }
}

// MARK: - The claim

extension CountdownCore {
  /// Requests a claim on the record if the countdown has any receiver. After the end, it must be a receiver for the
  /// finish or for an unhandled phase end.
  func seekClaim(of countdown: Countdown, in state: inout TimekeeperState) {
    guard let keeping, listeners.areThere else { return }
    if case .ended = keeping.ownership.state, !listeners.canHear,
      !listeners.canHear(keeping.untold)
    {
      // The finish is written, so that the run does not resume if the clock is set back.
      if keeping.isOutOfDate, !keeping.isUnheard {
        keeping.leaveUnheard(countdown, in: &state)
      }
      return
    }
    keeping.seekClaim(countdown, in: &state)
  }

  /// Applies the result of requesting the claim, and reports everything that this process may now report.
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
      // A run that was started in the meantime is not affected by the claim.
      keeping.noteClaim(keeping.ownership.wantsClaim ? record : nil)
      keeping.ownership.claim()
      if keeping.isOutOfDate { keeping.markUnsaved(countdown, in: &state) }
    case .success(.taken(_, let until, let record)):
      tellFormer(former, isTold: false, in: &state)
      keeping.noteClaim(nil)
      keeping.untold.removeMilestones()
      follow(record, by: countdown, boot: boot, at: now, in: &state)
      // The other process may exit, or release its claim, before it has reported the finish, so this process requests
      // the claim again.
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
      // A notified observer may cause another request for the claim, so observers are notified only of a new error.
      if keeping.error != error { listeners.observation.noteState() }
      keeping.error = error
      // The events are reported even though the claim failed. Several processes may report the same events, which is
      // better than no report at all.
      tellUntoldEvents(of: countdown, evenUnclaimed: true, in: &state)
      if case .ended = keeping.ownership.state { keeping.ownership.claim() }
    }
    tellUnheardFinish(of: countdown, at: now, in: &state)
  }

  /// The time to wait for another process to report a finish before the record is checked again.
  private static let patience = Duration.seconds(1)

  /// Continues with the record that another process has written. A run that this process has started is not affected.
  ///
  /// - Parameters:
  ///   - record: The current record; nil if another process has removed it.
  ///   - isRefused: Whether a change by this process was refused and must be undone.
  ///   - countdown: The countdown.
  ///   - boot: The current boot.
  ///   - now: The current moment.
  ///   - state: The timekeeper's state.
  mutating func follow(
    _ record: CountdownRecord?, afterRefusal isRefused: Bool = false, by countdown: Countdown,
    boot: BootIdentity?, at now: Moment, in state: inout TimekeeperState
  ) {
    guard let keeping, keeping.ownership.wantsClaim else { return }
    guard let record else {
      // The other process has reported everything, or has cancelled the run.
      keeping.untold.set([])
      leaveFinishToAnother(in: &state)
      // Another process has cancelled the run that is in progress in this process.
      if case .unowned = keeping.ownership.state {
        _ = cancel(countdown, at: now, in: &state)
        keeping.ownership.remove()
      }
      return
    }
    guard isRefused || !record.saysTheSame(as: keeping.known) else { return }
    // The other process has reported the finish, and the countdown is counting past zero.
    if case .overtime = record.state { leaveFinishToAnother(in: &state) }
    goOn(countdown, with: record, boot: boot, at: now, in: &state)
  }

  /// Reports the finish of a run that ended before the result of its claim was known.
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
    for kind in CountdownBinding.Kind.hearingFinishElsewhere {
      listeners.tell(event, to: kind, telling: nil, in: &state)
    }
    if machine.state == .finished { listeners.finishReaders(telling: nil, in: &state) }
  }

  /// Delivers the events that became due while no process was running the countdown. They go to the first binding of
  /// each kind that receives such events.
  mutating func tellUntoldEvents(
    of countdown: Countdown, evenUnclaimed: Bool = false, in state: inout TimekeeperState
  ) {
    guard let keeping, !keeping.untold.isEmpty,
      keeping.ownership.tellsUntoldEvents || evenUnclaimed
    else { return }
    for kind in UntoldEvents.kinds where listeners.hasBinding(of: kind) {
      let events = keeping.untold.take(kind)
      // A record that is written from now on is newer than these milestones, so restoring that record does not deliver
      // them again.
      if !events.isEmpty { keeping.markUnsaved(countdown, in: &state) }
      for (event, number) in events {
        let telling: EndTelling? =
          if case .phaseEnd = event {
            EndTelling(ofPhase: number, of: countdown, keeping, to: kind)
          } else {
            nil
          }
        listeners.tell(event, to: kind, telling: telling, in: &state)
      }
    }
  }

  /// Reports an unhandled finish to all its current receivers.
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
    // If there is no receiver, other processes may claim the record.
    if keeping.ownership.settle() { keeping.leaveUnheard(countdown, in: &state) }
  }
}

// MARK: - A finish that a caller has handled

extension CountdownCore {
  /// Resumes the tasks that are waiting for the end, because the end is no longer reported.
  func tellWaiters(in state: inout TimekeeperState) {
    guard let end = machine.end else { return }
    let event = CountdownEvent.end(end, machine.reading(at: state.now))
    listeners.tell(event, to: .wait, telling: nil, in: &state)
  }
}
