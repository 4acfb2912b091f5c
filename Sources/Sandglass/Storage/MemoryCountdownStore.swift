public import SandglassCore

/// A store of records in memory, for previews and tests. The records are lost when the store is released.
public final class MemoryCountdownStore: CountdownStore {
  private let records = Locked<[RecordID: CountdownRecord]>([:])
  private let stopwatches = Locked<[RecordID: StopwatchRecord]>([:])
  private let watches = Locked<[ObjectIdentifier: @Sendable ([String]?) -> Void]>([:])

  /// Creates a store without records.
  public init() {}

  /// Returns the record with the given id; nil if there is none.
  public func read(_ id: String) -> CountdownRecord? {
    records.withLock { $0[RecordID(id)] }
  }

  /// Atomically reads and changes all given records, and then tells those who watch.
  public func update(
    _ ids: [String], _ change: (_ id: String, _ record: CountdownRecord?) -> RecordChange
  ) -> [CountdownStoreError?] {
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
      for tell in watches.withLock({ Array($0.values) }) { tell(changed) }
    }
    return ids.map { _ in nil }
  }

  /// The ids of all records, sorted by their UTF-8 bytes.
  public func ids() -> [String] {
    records.withLock { $0.keys.sorted().map(\.text) }
  }

  /// Calls `changed` after each update that changes records, with their ids, on the thread that makes the update.
  public func watch(
    _ changed: @escaping @Sendable (_ ids: [String]?) -> Void
  ) -> (any StoreWatch)? {
    let watch = MemoryWatch(of: self)
    watches.withLock { $0[ObjectIdentifier(watch)] = changed }
    return watch
  }

  fileprivate func end(_ watch: MemoryWatch) {
    // A closure may release anything, so it is released without the lock.
    _ = watches.withLock { $0.removeValue(forKey: ObjectIdentifier(watch)) }
  }
}

/// The watch of a store in memory.
private final class MemoryWatch: StoreWatch {
  private let store: MemoryCountdownStore

  init(of store: MemoryCountdownStore) {
    self.store = store
  }

  deinit {
    store.end(self)
  }
}

extension MemoryCountdownStore: StopwatchStore {
  /// Saves a stopwatch record, replacing an earlier one with the same id.
  public func save(_ stopwatch: StopwatchRecord) {
    stopwatches.withLock { $0[RecordID(stopwatch.id)] = stopwatch }
  }

  /// Returns the stopwatch record with the given id; nil if there is none.
  public func stopwatch(_ id: String) -> StopwatchRecord? {
    stopwatches.withLock { $0[RecordID(id)] }
  }

  /// Removes the stopwatch record with the given id. Does nothing if there is none.
  public func removeStopwatch(_ id: String) {
    stopwatches.withLock { $0[RecordID(id)] = nil }
  }
}
