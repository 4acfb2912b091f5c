public import SandglassCore

/// A store of stopwatch records, each of which is identified by its id.
///
/// The library's countdown stores are also stopwatch stores. A stopwatch and a countdown may have the same id. A record
/// is replaced as a whole or not at all. Every method can be called from any thread.
///
/// A stopwatch has no events, so its record has no lease. If several processes change the same stopwatch, the last
/// write wins.
public protocol StopwatchStore: Sendable {
  /// The location of the records, such as a path or the name of a suite. It distinguishes this store from other stores
  /// of the same type.
  ///
  /// Two stores of the same type with equal identities have the same records. Reading the identity must not block.
  var identity: String { get }

  /// Writes a record, replacing an earlier one with the same id.
  ///
  /// When this returns, the record survives a crash of the process or the system. When it throws, the earlier record is
  /// intact.
  func save(_ stopwatch: StopwatchRecord) throws(CountdownStoreError)

  /// Reads the record with the given id, without changing anything or waiting for other processes; nil if there is
  /// none.
  ///
  /// Creating a kept stopwatch calls this method, even on the main thread.
  func stopwatch(_ id: String) throws(CountdownStoreError) -> StopwatchRecord?

  /// Removes the record with the given id. Does nothing if there is none.
  func removeStopwatch(_ id: String) throws(CountdownStoreError)
}
