public import SandglassCore

/// A place where records of stopwatches are kept, each by its id.
///
/// The stores of countdowns that the library has keep stopwatches as well: a stopwatch and a countdown of one id do not
/// disturb each other. A record is replaced as a whole or not at all. Every method may be called from any thread.
///
/// A stopwatch has no end that one process alone may tell, and so its record is not claimed: of processes that change
/// one stopwatch, the last that writes wins.
public protocol StopwatchStore: Sendable {
  /// What tells the store's place from those of other stores of its type: a path, the name of a suite.
  ///
  /// Two stores of one type with equal identities keep the same records. It has to be known without a wait.
  var identity: String { get }

  /// Writes a record in place of an earlier one of the same id; when it returns, the record
  /// outlives the process and the system. When it throws, the earlier record is intact.
  func save(_ stopwatch: StopwatchRecord) throws(CountdownStoreError)

  /// Reads the record of an id, and neither changes anything nor waits for others; nil if there is none.
  ///
  /// This is what whoever makes a kept stopwatch calls, on the main thread as well.
  func stopwatch(_ id: String) throws(CountdownStoreError) -> StopwatchRecord?

  /// Removes the record of an id; does nothing if there is none.
  func removeStopwatch(_ id: String) throws(CountdownStoreError)
}
