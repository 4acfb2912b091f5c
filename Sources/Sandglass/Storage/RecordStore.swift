import SandglassCore

/// The part of a store that has one kind of records.
struct RecordStore<Record: StoredRecord>: Sendable {
  let key: StoreKey
  let read: @Sendable (_ id: String) -> Result<Record?, CountdownStoreError>
  let update: @Sendable ([String], RecordUpdate<Record>.Change) -> [CountdownStoreError?]
  let watch: @Sendable (@escaping @Sendable ([String]?) -> Void) -> (any StoreWatch)?
}

extension RecordStore<CountdownRecord> {
  init(_ store: any CountdownStore) {
    key = StoreKey(.countdown, type(of: store), store.identity)
    read = { id in Result { () throws(CountdownStoreError) in try store.read(id) } }
    update = { store.update($0, $1) }
    watch = { store.watch($0) }
  }
}

extension RecordStore<StopwatchRecord> {
  init(_ store: any StopwatchStore) {
    key = StoreKey(.stopwatch, type(of: store), store.identity)
    read = { id in Result { () throws(CountdownStoreError) in try store.stopwatch(id) } }
    update = { store.updateStopwatches($0, $1) }
    watch = { store.watchStopwatches($0) }
  }
}
