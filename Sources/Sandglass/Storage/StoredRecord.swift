import SandglassCore

/// What stands where a record would be.
enum StoredRecord {
  case missing
  case whole(CountdownRecord)
  case faulty(RecordFault)
  case unavailable(FileError)
}
