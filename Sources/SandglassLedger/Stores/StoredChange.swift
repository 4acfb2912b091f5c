import SandglassCore

/// An object that exists for as long as a store reports changes. See ``CountdownRecordStore/watch(_:)``.
public protocol StoreWatch: AnyObject, Sendable {}

/// The change to make to a record.
public indirect enum StoredChange<Record: Sendable>: Sendable {
  /// The record is not changed.
  case none

  /// The record is replaced with this one, which has the same id.
  case save(Record)

  /// The record is removed.
  case remove
}

/// The change to make to the record of a countdown.
public typealias RecordChange = StoredChange<CountdownRecord>

/// The change to make to the record of a stopwatch.
public typealias StopwatchChange = StoredChange<StopwatchRecord>
