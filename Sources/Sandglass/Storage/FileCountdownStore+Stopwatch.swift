public import SandglassCore

// Stopwatch records are in the same folder as countdown records, as `<name>.stopwatch.json`. `ids()` does not list
// them.

extension FileCountdownStore: StopwatchStore {
  /// Reads the stopwatch record with the given id without changing anything. This reads one small file, and does not
  /// take a lock.
  ///
  /// - Returns: The record; nil if there is none.
  /// - Throws: ``CountdownStoreError``: `damaged` for a record that stays where it is; `foreign`, `newer`,
  ///   `unavailable`, `invalidID`.
  public func stopwatch(_ id: String) throws(CountdownStoreError) -> StopwatchRecord? {
    try stored(id, stopwatches)
  }

  /// The ids of all stopwatch records, sorted by their UTF-8 bytes. The records are not read.
  ///
  /// - Throws: ``CountdownStoreError``: `unavailable` if the folder cannot be read.
  package func stopwatchIDs() throws(CountdownStoreError) -> [String] { try ids(of: .stopwatch) }

  /// Reads and changes stopwatch records, each atomically across all processes, with the same guarantees and errors as
  /// for countdown records.
  public func updateStopwatches(
    _ ids: [String], _ change: (_ id: String, _ stopwatch: StopwatchRecord?) -> StopwatchChange
  ) -> [CountdownStoreError?] {
    updateRecords(ids, stopwatches, change)
  }

  /// Calls `changed` soon after stopwatch records in the folder may have been changed by any process. This does not
  /// poll.
  ///
  /// - Parameter changed: The closure to call, on a queue of the watch.
  /// - Returns: The object that keeps the watch alive; nil if the system refuses.
  public func watchStopwatches(
    _ changed: @escaping @Sendable (_ ids: [String]?) -> Void
  ) -> (any StoreWatch)? {
    watch(.stopwatch, changed)
  }
}
