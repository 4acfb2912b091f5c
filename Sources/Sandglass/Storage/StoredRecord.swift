import SandglassCore

/// A record that the library's own stores can save.
protocol StoredRecord: Codable, Sendable {
  /// The kind of the record, which determines the suffix of the file name.
  static var kind: RecordName.Kind { get }

  /// The supported versions.
  static var versions: ClosedRange<Int> { get }

  var id: String { get }

  /// Reads a record from the bytes of its file.
  static func read(_ bytes: [UInt8]) throws(RecordFault) -> Self

  /// Returns the bytes of the record's file.
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
