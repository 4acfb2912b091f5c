public import SandglassCore

/// Records in memory, for previews and tests: they are gone with the store.
public final class MemoryCountdownStore: CountdownStore {
  private let records = Locked<[RecordID: CountdownRecord]>([:])
  private let stopwatches = Locked<[RecordID: StopwatchRecord]>([:])

  /// Makes a store without records.
  public init() {}

  /// Keeps a record in place of an earlier one of the same id.
  public func save(_ record: CountdownRecord) {
    records.withLock { $0[RecordID(record.id)] = record }
  }

  /// The record of an id; nil if there is none.
  public func record(_ id: String) -> CountdownRecord? {
    records.withLock { $0[RecordID(id)] }
  }

  /// Removes the record of an id; does nothing if there is none.
  public func remove(_ id: String) {
    records.withLock { $0[RecordID(id)] = nil }
  }

  /// Changes the record of an id, or leaves it, as one step.
  public func change(_ id: String, _ decide: (CountdownRecord?) -> RecordChange) {
    records.withLock { records in
      switch decide(records[RecordID(id)]) {
      case .none: break
      case .save(let record): records[RecordID(id)] = record
      case .remove: records[RecordID(id)] = nil
      }
    }
  }

  /// The ids of all records, sorted by their bytes.
  public func ids() -> [String] {
    records.withLock { $0.keys.sorted().map(\.text) }
  }
}

extension MemoryCountdownStore: StopwatchStore {
  /// Keeps a stopwatch's record in place of an earlier one of the same id.
  public func save(_ stopwatch: StopwatchRecord) {
    stopwatches.withLock { $0[RecordID(stopwatch.id)] = stopwatch }
  }

  /// The stopwatch's record of an id; nil if there is none.
  public func stopwatch(_ id: String) -> StopwatchRecord? {
    stopwatches.withLock { $0[RecordID(id)] }
  }

  /// Removes the stopwatch's record of an id; does nothing if there is none.
  public func removeStopwatch(_ id: String) {
    stopwatches.withLock { $0[RecordID(id)] = nil }
  }
}
