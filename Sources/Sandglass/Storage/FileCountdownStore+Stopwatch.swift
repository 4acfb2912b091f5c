public import SandglassCore

// Stopwatch records are in the same folder as countdown records, as `<name>.stopwatch.json`. `ids()` does not list
// them.

extension FileCountdownStore: StopwatchStore {
  /// Writes a stopwatch record, replacing an earlier one with the same id. When this returns, the record survives a
  /// crash of the process or the system.
  ///
  /// This waits at most ten seconds while another thread or process is changing a record in the folder. A damaged
  /// record is set aside first, and is reported to the handler.
  ///
  /// - Throws: ``CountdownStoreError``, in the same cases as saving a countdown record. The earlier record is intact, unless
  ///   the error is `notDurable`.
  public func save(_ stopwatch: StopwatchRecord) throws(CountdownStoreError) {
    try updateStopwatch(stopwatch.id, to: .save(stopwatch))
  }

  /// Reads the stopwatch record with the given id without changing anything. This reads one small file, and does not
  /// take a lock.
  ///
  /// - Returns: The record; nil if there is none.
  /// - Throws: ``CountdownStoreError``: `damaged` for a record that stays where it is until a new record is saved in
  ///   its place; `foreign`, `newer`, `unavailable`, `invalidID`.
  public func stopwatch(_ id: String) throws(CountdownStoreError) -> StopwatchRecord? {
    try stored(id)
  }

  /// Removes the stopwatch record with the given id. Does nothing if there is none.
  ///
  /// - Throws: ``CountdownStoreError``: `damaged` for a record that has been set aside instead; `notSaved` if the
  ///   system cannot remove the record, which is then intact; `foreign`, `newer` or `unavailable` for a file that is
  ///   not changed; `invalidID`.
  public func removeStopwatch(_ id: String) throws(CountdownStoreError) {
    try updateStopwatch(id, to: .remove)
  }

  private func updateStopwatch(
    _ id: String, to change: StoredChange<StopwatchRecord>
  ) throws(CountdownStoreError) {
    if case .some(let error?) = updateRecords([id], { _, _ in change }).first { throw error }
  }
}
