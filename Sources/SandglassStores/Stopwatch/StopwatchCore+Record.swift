import Sandglass
import SandglassCore
import SandglassLedger

// A kept stopwatch's machine shows at once what this process does. If another process was faster, the machine follows
// the record.

extension StopwatchCore {
  /// What keeps the stopwatch in a store; nil if it is not kept.
  var recordKeeper: StopwatchRecordKeeper? { keeper as? StopwatchRecordKeeper }

  /// Schedules reading a record that could not be read, or else saving what the store does not have yet.
  func exchange(in state: inout TimekeeperState) {
    guard let recordKeeper, let stopwatch else { return }
    if recordKeeper.isUnread {
      recordKeeper.saver.readSoon([recordKeeper.id], in: &state)
    } else if !recordKeeper.log.calls.isEmpty {
      recordKeeper.saver.save(recordKeeper, of: stopwatch, in: &state)
    }
    // This may be the last reference, which must not be released under the lock.
    state.effects.discarded.append(stopwatch)
  }

  /// Notes that the record must be written in terms of the present clocks, if it is.
  func settle(at now: Moment) {
    guard let recordKeeper else { return }
    let instant = recordKeeper.instant(at: now, on: timekeeper)
    if recordKeeper.log.record.isUnsettled(at: instant) {
      recordKeeper.append(.settle, at: instant)
    }
  }

  /// Learns what the store says of the record, lets the machine follow it, and writes what the store lacks.
  func learn(
    _ news: RecordNews<StopwatchRecord>, at now: Moment, in state: inout TimekeeperState
  ) {
    guard let recordKeeper else { return }
    advance(to: now, in: &state)
    let (known, former) = (recordKeeper.log.record, machine.reading(at: now))
    let isNew = recordKeeper.changes == 0 || recordKeeper.isUnread
    let hasNewError = recordKeeper.note(news)
    recordKeeper.forgetUnreadRuns()
    // Once the total is known, it is written, so that the next process need not estimate it from clocks that may be set
    // in the meantime.
    if isNew { settle(at: now) }
    let instant = recordKeeper.instant(at: now, on: timekeeper)
    let record = recordKeeper.log.record
    if record != known {
      machine.follow(record, at: instant)
      noteSleep(instant.asleep)
    }
    if machine.reading(at: now) != former {
      reportChange(at: now, in: &state)
    } else if hasNewError || record.certainty != known.certainty {
      listeners.observation.noteState()
      notifyObservers(in: &state)
    }
    plan(at: now, in: &state)
    var (mayReplace, mustWrite) = (false, false)
    switch news {
    case .found(.success):
      (mayReplace, mustWrite) = (!recordKeeper.isUnread, !recordKeeper.isUnread)
    case .found(.failure):
      mayReplace = !recordKeeper.isUnread
      mustWrite = mayReplace && !recordKeeper.log.hasFailed(at: now)
    case .updated: break
    }
    // What this process knows takes the place of a record that is damaged, or has been set aside by an update. If the
    // store cannot set it aside, that is tried once.
    if case .damaged(_, let name)? = recordKeeper.error?.kind, recordKeeper.log.stored != nil,
      mayReplace || name != nil, !recordKeeper.log.replacesRecord
    {
      recordKeeper.append(.become(record), at: instant)
      mustWrite = true
    }
    if mustWrite { exchange(in: &state) }
  }
}

extension Stopwatch: RecordOwner {
  var recordKeeper: StopwatchRecordKeeper? { core.recordKeeper }

  func begin(_ recordKeeper: StopwatchRecordKeeper) { core.keeper = recordKeeper }

  func learn(
    _ news: RecordNews<StopwatchRecord>?, life: (ProcessIdentity) -> ProcessLife, at now: Moment,
    in state: inout TimekeeperState
  ) {
    if let news { core.learn(news, at: now, in: &state) }
  }
}
