import SandglassCore

/// The record of a kept stopwatch: where it is, and what this process knows of it and wants to change.
// Sendable: everything mutable is accessed only under the timekeeper's lock.
final class StopwatchKeeping: RecordKeeping, @unchecked Sendable {
  let saver: RecordSaver<Stopwatch>
  let key: RecordKey
  let boot: BootIdentity
  var log: OperationLog<StopwatchRecord>
  var error: CountdownStoreError?
  var place: RecordPlace?
  var changes: UInt64 = 0

  init(_ key: RecordKey, savedBy saver: RecordSaver<Stopwatch>, on timekeeper: Timekeeper) {
    self.saver = saver
    self.key = key
    // Without an identity, the records of this process are like those of a boot of its own.
    boot = timekeeper.bootIdentity ?? saver.boot
    log = OperationLog(
      StopwatchRecord(
        id: key.id, state: .idle, total: .zero, laps: [],
        written: StopwatchRecord.Instant(
          steady: .origin, wall: WallMoment(secondsSince1970: 0), boot: nil),
        certainty: .exact))
  }

  /// A stopwatch has no events, so no process needs a lease.
  var lessee: ProcessIdentity? { nil }

  /// Whether the record could not be read.
  var isUnread: Bool { error?.kind == .unavailable }

  func beginUpdate(
    at now: StopwatchRecord.Instant, life: (ProcessIdentity) -> ProcessLife
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
    if isUnread, !log.isKnown { log.forget { $0 == .reset } }
  }
}
