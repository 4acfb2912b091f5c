import Sandglass
import SandglassCore
package import SandglassLedger

/// The records of a store in memory. See ``MemoryCountdownStore``.
package final class MemoryRecords: CountdownRecordStore, StopwatchRecordStore {
  private let countdowns = RecordsInMemory<CountdownRecord>()
  private let stopwatches = RecordsInMemory<StopwatchRecord>()

  package init() {}

  /// Returns the record with the given id; nil if there is none.
  package func read(_ id: String) -> CountdownRecord? { countdowns[id] }

  /// Returns the stopwatch record with the given id; nil if there is none.
  package func readStopwatch(_ id: String) -> StopwatchRecord? { stopwatches[id] }

  /// Atomically reads and changes all given records, and then notifies the watches.
  package func update(
    _ ids: [String], _ change: (_ id: String, _ record: CountdownRecord?) -> RecordChange
  ) -> [CountdownStoreError?] {
    countdowns.update(ids, change)
  }

  /// Atomically reads and changes all given stopwatch records, and then notifies the watches.
  package func updateStopwatches(
    _ ids: [String], _ change: (_ id: String, _ stopwatch: StopwatchRecord?) -> StopwatchChange
  ) -> [CountdownStoreError?] {
    stopwatches.update(ids, change)
  }

  /// The ids of all records, sorted by their UTF-8 bytes. Stopwatch records are not listed.
  package func ids() -> [String] { countdowns.ids }

  /// Calls `changed` after each update that changes records, with their ids, on the thread that makes the update.
  package func watch(
    _ changed: @escaping @Sendable (_ ids: [String]?) -> Void
  ) -> (any StoreWatch)? {
    countdowns.watch(changed)
  }

  /// Calls `changed` after each update that changes stopwatch records, with their ids, on the thread that makes the
  /// update.
  package func watchStopwatches(
    _ changed: @escaping @Sendable (_ ids: [String]?) -> Void
  ) -> (any StoreWatch)? {
    stopwatches.watch(changed)
  }
}

/// The records of one kind in memory.
private final class RecordsInMemory<Record: StoredRecord>: Sendable {
  private let records = Locked<[RecordID: Record]>([:])
  private let watches = Locked<[ObjectIdentifier: @Sendable ([String]?) -> Void]>([:])

  subscript(id: String) -> Record? { records.withLock { $0[RecordID(id)] } }

  var ids: [String] { records.withLock { $0.keys.sorted().map(\.text) } }

  func update(_ ids: [String], _ change: RecordUpdate<Record>.Change) -> [CountdownStoreError?] {
    var changed: [String] = []
    records.withLock { records in
      for id in ids {
        switch change(id, records[RecordID(id)]) {
        case .none: continue
        case .save(let record): records[RecordID(id)] = record
        case .remove: records[RecordID(id)] = nil
        }
        changed.append(id)
      }
    }
    if !changed.isEmpty {
      for report in watches.withLock({ Array($0.values) }) { report(changed) }
    }
    return ids.map { _ in nil }
  }

  func watch(_ changed: @escaping @Sendable ([String]?) -> Void) -> Watch {
    let watch = Watch(of: self)
    watches.withLock { $0[ObjectIdentifier(watch)] = changed }
    return watch
  }

  final class Watch: StoreWatch {
    private let records: RecordsInMemory

    init(of records: RecordsInMemory) {
      self.records = records
    }

    deinit {
      // A closure may release anything, so it is released without the lock.
      _ = records.watches.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
    }
  }
}
