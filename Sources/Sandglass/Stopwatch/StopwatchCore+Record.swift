import SandglassCore

// What the record of a kept stopwatch says, and what is taken up from it.

extension StopwatchCore {
  /// What the record is to say; nil if there is to be none.
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

  /// Goes on with what the store has, or notes why that cannot be read.
  func take(
    _ found: Result<StopwatchRecord?, CountdownStoreError>, for stopwatch: Stopwatch,
    boot: BootIdentity?, at now: Moment, in state: inout TimekeeperState
  ) {
    switch found {
    case .failure(let error):
      keeping?.noteRead(error)
      noteForObservers(in: &state)
    case .success(let record):
      keeping?.noteRead(nil)
      noteForObservers(in: &state)
      guard let record else { return }
      goOn(with: record, for: stopwatch, boot: boot, at: now, in: &state)
    }
  }

  private func goOn(
    with record: StopwatchRecord, for stopwatch: Stopwatch, boot: BootIdentity?, at now: Moment,
    in state: inout TimekeeperState
  ) {
    guard let keeping else { return }
    let clocks = timekeeper.clocks
    let restored = record.restored(
      at: StopwatchRecord.Instant(steady: now, wall: clocks.wall(at: now), boot: boot))
    keeping.noteFound(record, boot: boot)
    restore(restored, at: now, in: &state)
    // What is known now must not be guessed anew by the next process, from clocks that may be set meanwhile.
    let isGuessed =
      boot == nil || record.written.boot != boot || restored.certainty != record.certainty
    if restored.isRunning, isGuessed || keeping.isOutOfDate(at: clocks) {
      keeping.markUnsaved(stopwatch, in: &state)
    }
  }

  /// Has the record written again if the last try failed, or if the wall clock was set since.
  func refreshRecord(in state: inout TimekeeperState) {
    guard let keeping, keeping.isOutOfDate(at: timekeeper.clocks), let stopwatch else { return }
    keeping.markUnsaved(stopwatch, in: &state)
    // This may be the last reference, which must not be released under the lock.
    state.effects.discarded.append(stopwatch)
  }

  /// Tells observers of whatever has changed that is no reading.
  func noteForObservers(in state: inout TimekeeperState) {
    listeners.observation.noteState()
    notifyObservers(in: &state)
  }
}
