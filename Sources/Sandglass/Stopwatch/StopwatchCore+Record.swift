import SandglassCore

// A kept stopwatch's machine shows at once what this process does. If another process was faster, the machine follows
// the record.

extension StopwatchCore {
  /// Notes an operation that the machine has accepted, and schedules saving it.
  func keep(
    _ operation: StopwatchRecord.Operation, at now: Moment, in state: inout TimekeeperState
  ) {
    guard let keeping else { return }
    keeping.append(operation, at: keeping.instant(at: now, on: timekeeper))
    keeping.forgetUnreadRuns()
    exchange(in: &state)
  }

  /// Schedules saving what the store does not have yet, or reading a record that could not be read.
  func exchange(in state: inout TimekeeperState) {
    guard let keeping, let stopwatch else { return }
    if !keeping.log.calls.isEmpty {
      keeping.saver.save(keeping, of: stopwatch, in: &state)
    } else if keeping.isUnread {
      keeping.saver.readSoon([keeping.id], in: &state)
    }
    // This may be the last reference, which must not be released under the lock.
    state.effects.discarded.append(stopwatch)
  }

  /// Notes that the record must be written in terms of the present clocks, if it is.
  func settle(at now: Moment) {
    guard let keeping else { return }
    let instant = keeping.instant(at: now, on: timekeeper)
    if keeping.log.record.isUnsettled(at: instant) { keeping.append(.settle, at: instant) }
  }

  /// Learns something of the record, and lets the machine follow it. `note` returns whether the error has changed.
  func learn(
    at now: Moment, in state: inout TimekeeperState, _ note: (StopwatchKeeping) -> Bool
  ) {
    guard let keeping else { return }
    advance(to: now, in: &state)
    let (known, former) = (keeping.log.record, machine.reading(at: now))
    let hasNewError = note(keeping)
    keeping.forgetUnreadRuns()
    let record = keeping.log.record
    let instant = keeping.instant(at: now, on: timekeeper)
    if record != known { machine.follow(record, at: instant) }
    if machine.reading(at: now) != former {
      tellChange(at: now, in: &state)
    } else if hasNewError || record.certainty != known.certainty {
      noteForObservers(in: &state)
    }
    plan(at: now, in: &state)
  }

  /// Learns what was read from the store, and writes what it lacks. `isNew` is true if this process has not known the
  /// record.
  func take(
    _ found: Result<StopwatchRecord?, CountdownStoreError>, isNew: Bool, at now: Moment,
    in state: inout TimekeeperState
  ) {
    guard let keeping else { return }
    learn(at: now, in: &state) { $0.noteRead(found) }
    // Once the total is known, it is written, so that the next process need not estimate it from clocks that may be set
    // in the meantime.
    if isNew { settle(at: now) }
    replaceDamaged(at: now)
    if !keeping.isUnread { exchange(in: &state) }
  }

  /// Notes that what this process knows takes the place of a record that has been damaged.
  fileprivate func replaceDamaged(at now: Moment) {
    guard let keeping, keeping.log.stored != nil, case .damaged? = keeping.error?.kind else {
      return
    }
    keeping.append(
      .become(keeping.log.record), at: keeping.instant(at: now, on: timekeeper))
  }

  /// Notifies observers of a change that is not a reading.
  private func noteForObservers(in state: inout TimekeeperState) {
    listeners.observation.noteState()
    notifyObservers(in: &state)
  }
}

extension Stopwatch: RecordOwner {
  var keeping: StopwatchKeeping? { core.keeping }

  func noteUpdated(
    _ result: (record: StopwatchRecord?, error: CountdownStoreError?)?,
    life: (ProcessIdentity) -> ProcessLife, at now: Moment, in state: inout TimekeeperState
  ) {
    if let result {
      core.learn(at: now, in: &state) { $0.noteUpdated(result.record, result.error) }
    }
    // A damaged record that the store has set aside is replaced at once.
    if case .damaged(_, .some)? = keeping?.error?.kind {
      core.replaceDamaged(at: now)
      core.exchange(in: &state)
    }
  }

  func noteRead(
    _ found: Result<StopwatchRecord?, CountdownStoreError>, at now: Moment,
    in state: inout TimekeeperState
  ) {
    core.take(found, isNew: keeping?.isUnread ?? true, at: now, in: &state)
  }
}
