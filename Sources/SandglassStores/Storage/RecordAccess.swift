import Sandglass
import SandglassCore
import SandglassLedger

/// What reads and changes the records of one kind in a store.
struct RecordAccess<Record: StoredRecord>: Sendable {
  typealias Change = RecordUpdate<Record>.Change

  let key: StoreKey

  /// Reads a record. `lastFolder` is where it was last seen, and is updated; nil if it was not.
  let read:
    @Sendable (_ id: String, _ lastFolder: inout FolderIdentity?) -> Result<
      Record?, CountdownStoreError
    >

  /// Changes records. `lastFolders` is where each of them was last seen, and is updated.
  let update:
    @Sendable ([String], _ lastFolders: inout [FolderIdentity?], Change) -> [CountdownStoreError?]
  let watch: @Sendable (@escaping @Sendable ([String]?) -> Void) -> (any StoreWatch)?
}

extension RecordAccess<CountdownRecord> {
  init(_ store: any CountdownRecordStore) {
    key = StoreKey(.countdown, type(of: store), store.identity)
    let files = store as? FileRecords
    read = { id, lastFolder in
      Result { () throws(CountdownStoreError) in
        if let files { return try files.read(id, lastIn: &lastFolder) }
        return try store.read(id)
      }
    }
    update = { ids, lastFolders, change in
      files?.update(ids, lastIn: &lastFolders, change) ?? store.update(ids, change)
    }
    watch = { store.watch($0) }
  }
}

extension RecordAccess<StopwatchRecord> {
  init(_ store: any StopwatchRecordStore) {
    key = StoreKey(.stopwatch, type(of: store), store.identity)
    let files = store as? FileRecords
    read = { id, lastFolder in
      Result { () throws(CountdownStoreError) in
        if let files { return try files.readStopwatch(id, lastIn: &lastFolder) }
        return try store.readStopwatch(id)
      }
    }
    update = { ids, lastFolders, change in
      files?.updateStopwatches(ids, lastIn: &lastFolders, change)
        ?? store.updateStopwatches(ids, change)
    }
    watch = { store.watchStopwatches($0) }
  }
}
