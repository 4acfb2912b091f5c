public import SandglassCore

/// A store of records in memory, for previews and tests. The records are lost when the store is released.
public final class MemoryCountdownStore: CountdownStore {
  private let records = Locked<[RecordID: CountdownRecord]>([:])
  private let stopwatches = Locked<[RecordID: StopwatchRecord]>([:])

  /// Creates a store without records.
  public init() {}

  /// Saves a record, replacing an earlier one with the same id.
  public func save(_ record: CountdownRecord) {
    records.withLock { $0[RecordID(record.id)] = record }
  }

  /// Returns the record with the given id; nil if there is none.
  public func record(_ id: String) -> CountdownRecord? {
    records.withLock { $0[RecordID(id)] }
  }

  /// Removes the record with the given id. Does nothing if there is none.
  public func remove(_ id: String) {
    records.withLock { $0[RecordID(id)] = nil }
  }

  /// Atomically changes the record with the given id.
  public func change(_ id: String, _ decide: (CountdownRecord?) -> RecordChange) {
    records.withLock { records in
      switch decide(records[RecordID(id)]) {
      case .none: break
      case .save(let record): records[RecordID(id)] = record
      case .remove: records[RecordID(id)] = nil
      }
    }
  }

  /// The ids of all records, sorted by their UTF-8 bytes.
  public func ids() -> [String] {
    records.withLock { $0.keys.sorted().map(\.text) }
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
