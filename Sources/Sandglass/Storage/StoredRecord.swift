import SandglassCore

/// What stands where a record would be.
enum StoredRecord {
  case missing
  case whole(CountdownRecord)
  case faulty(RecordFault)
  case unavailable(FileError)
}

/// Why bytes are no record that this version reads.
enum RecordFault: Error, Hashable {
  /// They were a record once.
  case damaged(String)

  /// They never were one.
  case foreign(String)

  /// They are a record of a later version of the library.
  case newer(Int)
}
