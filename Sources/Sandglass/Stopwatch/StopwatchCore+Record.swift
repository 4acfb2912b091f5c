import SandglassCore

// The record of a kept stopwatch, and the state that is restored from it.

extension StopwatchCore {
  /// Returns the record to write; nil if the record must be removed.
  func record(
    of keeping: StopwatchKeeping, at clocks: ClockReadings, boot: BootIdentity?
  ) -> StopwatchRecord? {
    guard machine.state != .idle else { return nil }
    return StopwatchRecord(
      id: keeping.key.id, isRunning: machine.state == .running,
      total: machine.reading(at: clocks.steady).elapsed, laps: machine.laps.map(\.duration),
      written: StopwatchRecord.Instant(steady: clocks.steady, wall: clocks.wall, boot: boot),
      certainty: keeping.certainty)
  }

  /// Continues with the record from the store, or keeps the error that occurred when it was read.
  func take(
    _ found: Result<StopwatchRecord?, CountdownStoreError>, for stopwatch: Stopwatch,
    boot: BootIdentity?, at now: Moment, in state: inout TimekeeperState
  ) {
    guard let keeping else { return }
    let error: CountdownStoreError? = if case .failure(let error) = found { error } else { nil }
    // Observers are notified only if the error has changed, because a notified observer may read the record again.
    if keeping.noteRead(error) { noteForObservers(in: &state) }
    // A record that is temporarily unavailable is read again on a refresh.
    plan(at: now, in: &state)
    if keeping.isUnread { return }
    let start = keeping.takeUnreadStart()
    if case .success(let record?) = found {
      goOn(with: record, since: start ?? now, for: stopwatch, boot: boot, at: now, in: &state)
    }
    if start != nil { keeping.markUnsaved(stopwatch, in: &state) }
  }

  /// Continues from a record, and adds the time that was counted in this process since `start`.
  private func goOn(
    with record: StopwatchRecord, since start: Moment, for stopwatch: Stopwatch,
    boot: BootIdentity?, at now: Moment, in state: inout TimekeeperState
  ) {
    guard let keeping else { return }
    let clocks = timekeeper.clocks
    let restored = record.restored(
      at: StopwatchRecord.Instant(steady: start, wall: clocks.wall(at: start), boot: boot))
    keeping.noteFound(record, boot: boot)
    goOn(after: restored, at: now, in: &state)
    // Once the total is known, it is written, so that the next process need not estimate it from clocks that may be set
    // in the meantime.
    let isGuessed =
      boot == nil || record.written.boot != boot || restored.certainty != record.certainty
    if restored.isRunning, isGuessed || keeping.isOutOfDate(at: clocks) {
      keeping.markUnsaved(stopwatch, in: &state)
    }
  }

  /// Schedules reading the record if it could not be read yet. Otherwise schedules writing the record again if the last
  /// attempt failed, or if the wall clock has been set since then.
  func refreshRecord(in state: inout TimekeeperState) {
    guard let keeping, let stopwatch else { return }
    if keeping.isUnread {
      keeping.readSoon(stopwatch, in: &state)
    } else if keeping.isOutOfDate(at: timekeeper.clocks) {
      keeping.markUnsaved(stopwatch, in: &state)
    }
    // This may be the last reference, which must not be released under the lock.
    state.effects.discarded.append(stopwatch)
  }

  /// Notifies observers of a change that is not a reading.
  func noteForObservers(in state: inout TimekeeperState) {
    listeners.observation.noteState()
    notifyObservers(in: &state)
  }
}
