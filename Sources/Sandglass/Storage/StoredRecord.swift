import SandglassCore

/// A record that the library's own stores keep, whatever it is of.
protocol StoredRecord: Codable, Sendable {
  /// What its file's name has after the id.
  static var kind: RecordName.Kind { get }

  /// The versions that are read.
  static var versions: ClosedRange<Int> { get }

  var id: String { get }

  /// Reads the bytes of its file.
  static func read(_ bytes: [UInt8]) throws(RecordFault) -> Self

  /// The bytes of its file.
  func bytes() throws(FileError) -> [UInt8]
}

extension CountdownRecord: StoredRecord {
  static var kind: RecordName.Kind { .countdown }

  static var versions: ClosedRange<Int> { RecordFile.versions }

  static func read(_ bytes: [UInt8]) throws(RecordFault) -> CountdownRecord {
    try RecordFile.record(from: bytes)
  }

  func bytes() throws(FileError) -> [UInt8] { try RecordFile.bytes(of: self) }
}

extension StopwatchRecord: StoredRecord {
  static var kind: RecordName.Kind { .stopwatch }

  static var versions: ClosedRange<Int> { StopwatchJSON.versions }

  static func read(_ bytes: [UInt8]) throws(RecordFault) -> StopwatchRecord {
    try StopwatchJSON.envelope.contents(StopwatchJSON.self, of: bytes).record
  }

  func bytes() throws(FileError) -> [UInt8] { try RecordEnvelope.bytes(of: StopwatchJSON(self)) }
}

/// What is to become of the record of an id.
enum StoredChange<Record: StoredRecord> {
  case none
  case save(Record)
  case remove
}

extension StoredChange<CountdownRecord> {
  init(_ change: RecordChange) {
    self =
      switch change {
      case .none: .none
      case .save(let record): .save(record)
      case .remove: .remove
      }
  }
}
