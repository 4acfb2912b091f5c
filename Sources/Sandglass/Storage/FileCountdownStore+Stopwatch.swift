public import SandglassCore

// The file of a stopwatch stands beside those of countdowns, as `<name>.stopwatch.json`: `ids()` does not list it.

extension FileCountdownStore: StopwatchStore {
  /// Writes a stopwatch's record in place of an earlier one of the same id; when it returns, the record
  /// outlives the process and the system.
  ///
  /// Waits while another thread or process changes a record in the folder, at most ten seconds. A damaged record is set
  /// aside first, which the handler is told.
  ///
  /// - Throws: ``CountdownStoreError``, as saving a countdown's record does; the earlier record is intact.
  public func save(_ stopwatch: StopwatchRecord) throws(CountdownStoreError) {
    try changeLocked(stopwatch.id) { (_: StopwatchRecord?) in .save(stopwatch) }
  }

  /// Reads the stopwatch's record of an id, and changes nothing: one small file is read, and no lock is taken.
  ///
  /// - Returns: The record; nil if there is none.
  /// - Throws: ``CountdownStoreError``: `damaged` for a record that stays where it is until something is saved in its
  ///   place; `foreign`, `newer`, `unavailable`, `invalidID`.
  public func stopwatch(_ id: String) throws(CountdownStoreError) -> StopwatchRecord? {
    try stored(id)
  }

  /// Removes the stopwatch's record of an id; does nothing if there is none.
  ///
  /// - Throws: ``CountdownStoreError``: `damaged` for a record that has been set aside instead;
  ///   `notSaved` where the system refuses, and the record is intact; `foreign`, `newer` or
  ///   `unavailable` for what is left alone; `invalidID`.
  public func removeStopwatch(_ id: String) throws(CountdownStoreError) {
    // Without a folder there is nothing to remove, and none is made for that.
    do throws(CountdownStoreError) {
      if try stopwatch(id) == nil { return }
    } catch {
      guard case .damaged = error.kind else { throw error }
    }
    try changeLocked(id) { (current: StopwatchRecord?) in current == nil ? .none : .remove }
  }
}
