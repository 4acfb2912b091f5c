public import SandglassCore

/// A store of stopwatch records, each under its id.
///
/// The library's countdown stores are stopwatch stores, too. A stopwatch and a countdown may have the same id. A record
/// is replaced as a whole or not at all. Every method may be called from any thread.
///
/// A stopwatch has no end that only one process may report, so its record is not claimed. If several processes change
/// one stopwatch, the last write wins.
public protocol StopwatchStore: Sendable {
  /// The location of the records, such as a path or the name of a suite. It distinguishes this store from other stores
  /// of its type.
  ///
  /// Two stores of one type with equal identities have the same records. Reading the identity must not wait.
  var identity: String { get }

  /// Writes a record, replacing an earlier one with the same id.
  ///
  /// When this returns, the record outlives the process and the system. When it throws, the earlier record is intact.
  func save(_ stopwatch: StopwatchRecord) throws(CountdownStoreError)

  /// Reads the record with the given id, without changing anything or waiting for other processes; nil if there is
  /// none.
  ///
  /// Creating a kept stopwatch calls this method, also on the main thread.
  func stopwatch(_ id: String) throws(CountdownStoreError) -> StopwatchRecord?

  /// Removes the record with the given id. Does nothing if there is none.
  func removeStopwatch(_ id: String) throws(CountdownStoreError)
}
