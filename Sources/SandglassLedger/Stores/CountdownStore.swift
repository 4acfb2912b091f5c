/// A place where the records of countdowns are kept: a folder, a key-value store, memory, or one that you have written.
///
/// An app creates a store, and passes it to whatever is kept there. Only a type that keeps records in a place of its own
/// has to know what a record is. It conforms to ``CountdownRecordStore``, and thereby to this protocol.
public protocol CountdownStore: Sendable {
  /// What reads and changes the records. To use it, import SandglassLedger.
  var countdownRecords: any CountdownRecordStore { get }
}

/// A place where the records of stopwatches are kept. The library's stores are places for both kinds of records.
public protocol StopwatchStore: Sendable {
  /// What reads and changes the records. To use it, import SandglassLedger.
  var stopwatchRecords: any StopwatchRecordStore { get }
}
