import Sandglass
import SandglassCore
import SandglassLedger

/// The record of a kept stopwatch: where it is, and what this process knows of it and wants to change.
// Sendable: everything mutable is accessed only under the timekeeper's lock.
final class StopwatchRecordKeeper: StopwatchKeeper, RecordKeeper, @unchecked Sendable {
  let saver: RecordSaver<Stopwatch>
  let key: RecordKey
  let boot: BootIdentity
  var log: OperationLog<StopwatchRecord>
  var error: CountdownStoreError?
  var folder: FolderIdentity?
  var changes: UInt64 = 0

  init(
    _ key: RecordKey, pausesAsleep: Bool, savedBy saver: RecordSaver<Stopwatch>,
    on timekeeper: Timekeeper
  ) {
    self.saver = saver
    self.key = key
    // Without an identity, the records of this process are like those of a boot of its own.
    boot = timekeeper.bootIdentity ?? saver.boot
    log = OperationLog(
      StopwatchRecord(
        id: key.id, state: .idle, total: .zero, laps: [],
        written: ClockInstant(
          steady: .origin, wall: WallMoment(secondsSince1970: 0), boot: nil),
        certainty: .exact, pausesAsleep: pausesAsleep))
  }

  func note(
    performed operation: StopwatchOperation, by core: StopwatchCore, at now: Moment,
    in state: inout TimekeeperState
  ) {
    append(.perform(operation), at: instant(at: now, on: core.timekeeper))
    forgetUnreadRuns()
    core.exchange(in: &state)
  }

  func wantsRefresh(of core: StopwatchCore, at now: Moment) -> Bool {
    core.machine.state == .running || isUnread || log.hasFailed(at: now)
  }

  func refresh(
    _ core: StopwatchCore, at now: Moment, in state: inout TimekeeperState
  ) {
    core.settle(at: now)
    core.exchange(in: &state)
  }

  func stopwatchWillEnd(
    _ stopwatch: ObjectIdentifier, in state: inout TimekeeperState
  ) {
    state.forgetKeeper(of: key, stopwatch)
  }

  /// A stopwatch has no events, so no process needs a lease.
  var lessee: ProcessIdentity? { nil }

  /// Whether the record could not be read.
  var isUnread: Bool { error?.kind == .unavailable }

  func beginUpdate(
    at now: ClockInstant, life: (ProcessIdentity) -> ProcessLife
  ) -> RecordChanger<StopwatchRecord>? {
    guard !log.isUpdating, !log.calls.isEmpty else { return nil }
    log.begin(at: now.steady)
    return { [log] newest, _, _ in
      let record = log.applied(to: newest)
      return record.isEmpty ? nil : record
    }
  }

  /// Forgets what was counted and reset before the record could be read. The reset was not meant for the record.
  func forgetUnreadRuns() {
    if isUnread, !log.isKnown { log.forget { $0 == .perform(.reset) } }
  }
}
