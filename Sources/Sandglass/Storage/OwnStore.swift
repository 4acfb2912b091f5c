package import SandglassCore

/// A store of the library. Inside the package, its records can be reached without a detour.
package protocol OwnStore: CountdownStore, StopwatchStore {}

extension FileCountdownStore: OwnStore {}
extension KeyValueCountdownStore: OwnStore {}
extension MemoryCountdownStore: OwnStore {}

extension OwnStore {
  package var identity: String { countdownRecords.identity }

  package func read(_ id: String) throws(CountdownStoreError) -> CountdownRecord? {
    try countdownRecords.read(id)
  }

  package func update(
    _ ids: [String], _ change: (_ id: String, _ record: CountdownRecord?) -> RecordChange
  ) -> [CountdownStoreError?] {
    countdownRecords.update(ids, change)
  }

  package func update(
    _ id: String, _ change: (_ record: CountdownRecord?) -> RecordChange
  ) throws(CountdownStoreError) {
    try countdownRecords.update(id, change)
  }

  package func save(_ record: CountdownRecord) throws(CountdownStoreError) {
    try countdownRecords.save(record)
  }

  package func remove(_ id: String) throws(CountdownStoreError) { try countdownRecords.remove(id) }

  package func ids() throws(CountdownStoreError) -> [String] { try countdownRecords.ids() }

  package func watch(
    _ changed: @escaping @Sendable (_ ids: [String]?) -> Void
  ) -> (any StoreWatch)? {
    countdownRecords.watch(changed)
  }
}

extension OwnStore {
  package func stopwatch(_ id: String) throws(CountdownStoreError) -> StopwatchRecord? {
    try stopwatchRecords.stopwatch(id)
  }

  package func updateStopwatches(
    _ ids: [String], _ change: (_ id: String, _ stopwatch: StopwatchRecord?) -> StopwatchChange
  ) -> [CountdownStoreError?] {
    stopwatchRecords.updateStopwatches(ids, change)
  }

  package func save(_ stopwatch: StopwatchRecord) throws(CountdownStoreError) {
    try stopwatchRecords.save(stopwatch)
  }

  package func removeStopwatch(_ id: String) throws(CountdownStoreError) {
    try stopwatchRecords.removeStopwatch(id)
  }

  package func watchStopwatches(
    _ changed: @escaping @Sendable (_ ids: [String]?) -> Void
  ) -> (any StoreWatch)? {
    stopwatchRecords.watchStopwatches(changed)
  }
}
