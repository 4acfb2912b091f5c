import SandglassCore

/// What reads and changes the records of stopwatches, each of which is identified by its id.
///
/// A stopwatch and a countdown may have the same id. The methods promise the same as those of a ``CountdownRecordStore``.
/// Two are required: one reads a record, and one changes records.
public protocol StopwatchRecordStore: Sendable {
  /// The location of the records, such as a path or the name of a suite. It distinguishes this store from other stores
  /// of the same type.
  ///
  /// Two stores of the same type with equal identities have the same records. Reading the identity must not block.
  var identity: String { get }

  /// Reads the record with the given id, without changing anything or waiting for other processes; `nil` if there is
  /// none.
  ///
  /// Creating a kept stopwatch calls this method, even on the main thread.
  func readStopwatch(_ id: String) throws(CountdownStoreError) -> StopwatchRecord?

  /// Reads and changes records, each atomically across processes. Returns an entry for each id: `nil` if the change has
  /// been made, or the error. See ``CountdownRecordStore/update(_:_:)-([String],_)``.
  func updateStopwatches(
    _ ids: [String], _ change: (_ id: String, _ stopwatch: StopwatchRecord?) -> StopwatchChange
  ) -> [CountdownStoreError?]

  /// Calls `changed` soon after records may have been changed by any process, until the returned object is released.
  /// The default implementation returns `nil`. See ``CountdownRecordStore/watch(_:)``.
  func watchStopwatches(
    _ changed: @escaping @Sendable (_ ids: [String]?) -> Void
  ) -> (any StoreWatch)?
}

extension StopwatchRecordStore {
  /// Writes a record, replacing an earlier one with the same id.
  ///
  /// - Throws: The error that the update returns.
  public func save(_ stopwatch: StopwatchRecord) throws(CountdownStoreError) {
    try update(stopwatch.id, to: .save(stopwatch))
  }

  /// Removes the record with the given id. Does nothing if there is none.
  ///
  /// - Throws: The error that the update returns.
  public func removeStopwatch(_ id: String) throws(CountdownStoreError) {
    try update(id, to: .remove)
  }

  private func update(_ id: String, to change: StopwatchChange) throws(CountdownStoreError) {
    if case .some(let error?) = updateStopwatches([id], { _, _ in change }).first { throw error }
  }

  /// Returns `nil`: the store does not report changes.
  public func watchStopwatches(
    _ changed: @escaping @Sendable (_ ids: [String]?) -> Void
  ) -> (any StoreWatch)? { nil }
}
