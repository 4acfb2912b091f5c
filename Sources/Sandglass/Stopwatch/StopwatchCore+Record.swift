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
    guard let keeping else { return }
    let error: CountdownStoreError? = if case .failure(let error) = found { error } else { nil }
    // Whoever observes it may ask for the record again each time.
    if keeping.noteRead(error) { noteForObservers(in: &state) }
    // What cannot be read for the moment is looked at again when somebody asks.
    plan(at: now, in: &state)
    if keeping.isUnread { return }
    let start = keeping.takeUnreadStart()
    if case .success(let record?) = found {
      goOn(with: record, since: start ?? now, for: stopwatch, boot: boot, at: now, in: &state)
    }
    if start != nil { keeping.markUnsaved(stopwatch, in: &state) }
  }

  /// Goes on with a record, and with what was counted here since a start.
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
    // What is known now must not be guessed anew by the next process, from clocks that may be set meanwhile.
    let isGuessed =
      boot == nil || record.written.boot != boot || restored.certainty != record.certainty
    if restored.isRunning, isGuessed || keeping.isOutOfDate(at: clocks) {
      keeping.markUnsaved(stopwatch, in: &state)
    }
  }

  /// Has the record read if it could not be so far, and written again if the last try failed, or if the wall clock was set
  /// since.
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

  /// Tells observers of whatever has changed that is no reading.
  func noteForObservers(in state: inout TimekeeperState) {
    listeners.observation.noteState()
    notifyObservers(in: &state)
  }
}
