import Sandglass
import SandglassCore
import SandglassLedger

/// What reads and changes the records of one kind in a store.
struct RecordAccess<Record: StoredRecord>: Sendable {
  typealias Change = RecordUpdate<Record>.Change

  let key: StoreKey

  /// Reads a record. `place` is where it was last seen, and is updated; nil if it was not.
  let read:
    @Sendable (_ id: String, _ place: inout RecordPlace?) -> Result<Record?, CountdownStoreError>

  /// Changes records. `places` is where each of them was last seen, and is updated.
  let update: @Sendable ([String], _ places: inout [RecordPlace?], Change) -> [CountdownStoreError?]
  let watch: @Sendable (@escaping @Sendable ([String]?) -> Void) -> (any StoreWatch)?
}

extension RecordAccess<CountdownRecord> {
  init(_ store: any CountdownStore) {
    let store = store.countdownRecords
    key = StoreKey(.countdown, type(of: store), store.identity)
    let files = store as? FileRecords
    read = { id, place in
      Result { () throws(CountdownStoreError) in
        if let files { return try files.read(id, lastIn: &place) }
        return try store.read(id)
      }
    }
    update = { ids, places, change in
      files?.update(ids, lastIn: &places, change) ?? store.update(ids, change)
    }
    watch = { store.watch($0) }
  }
}

extension RecordAccess<StopwatchRecord> {
  init(_ store: any StopwatchStore) {
    let store = store.stopwatchRecords
    key = StoreKey(.stopwatch, type(of: store), store.identity)
    let files = store as? FileRecords
    read = { id, place in
      Result { () throws(CountdownStoreError) in
        if let files { return try files.stopwatch(id, lastIn: &place) }
        return try store.stopwatch(id)
      }
    }
    update = { ids, places, change in
      files?.updateStopwatches(ids, lastIn: &places, change) ?? store.updateStopwatches(ids, change)
    }
    watch = { store.watchStopwatches($0) }
  }
}
