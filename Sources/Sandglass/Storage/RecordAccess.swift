import SandglassCore

/// What reads and changes the records of one kind in a store.
struct RecordAccess<Record: StoredRecord>: Sendable {
  let key: StoreKey
  let read: @Sendable (_ id: String) -> Result<Record?, CountdownStoreError>
  let update: @Sendable ([String], RecordUpdate<Record>.Change) -> [CountdownStoreError?]
  let watch: @Sendable (@escaping @Sendable ([String]?) -> Void) -> (any StoreWatch)?
}

extension RecordAccess<CountdownRecord> {
  init(_ store: any CountdownStore) {
    let store = store.countdownRecords
    key = StoreKey(.countdown, type(of: store), store.identity)
    read = { id in Result { () throws(CountdownStoreError) in try store.read(id) } }
    update = { store.update($0, $1) }
    watch = { store.watch($0) }
  }
}

extension RecordAccess<StopwatchRecord> {
  init(_ store: any StopwatchStore) {
    let store = store.stopwatchRecords
    key = StoreKey(.stopwatch, type(of: store), store.identity)
    read = { id in Result { () throws(CountdownStoreError) in try store.stopwatch(id) } }
    update = { store.updateStopwatches($0, $1) }
    watch = { store.watchStopwatches($0) }
  }
}
