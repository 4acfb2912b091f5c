import Sandglass
import SandglassCore
import SandglassLedger

/// A record that the library's own stores can save.
protocol StoredRecord: Codable, Sendable {
  /// The kind of the record, which determines the suffix of the file name.
  static var kind: RecordName.Kind { get }

  /// The file format.
  static var envelope: RecordEnvelope { get }

  var id: String { get }

  /// Decodes a record from the bytes of its file, whose checksum has been checked.
  static func decoded(from bytes: [UInt8]) throws(RecordFault) -> Self

  /// Returns the bytes of the record's file.
  func bytes() throws(FileError) -> [UInt8]
}

extension StoredRecord {
  /// Reads a record from the bytes of its file.
  static func read(_ bytes: [UInt8]) throws(RecordFault) -> Self {
    _ = try envelope.checksum(of: bytes)
    return try decoded(from: bytes)
  }
}

extension CountdownRecord: StoredRecord {
  static var kind: RecordName.Kind { .countdown }

  static var envelope: RecordEnvelope { RecordFile.envelope }

  static func decoded(from bytes: [UInt8]) throws(RecordFault) -> CountdownRecord {
    try RecordEnvelope.decode(RecordDocument<CountdownFields>.self, from: bytes).record
  }

  func bytes() throws(FileError) -> [UInt8] { try RecordFile.bytes(of: self) }
}

extension StopwatchRecord: StoredRecord {
  static var kind: RecordName.Kind { .stopwatch }

  static var envelope: RecordEnvelope { StopwatchFields.envelope }

  static func decoded(from bytes: [UInt8]) throws(RecordFault) -> StopwatchRecord {
    try RecordEnvelope.decode(RecordDocument<StopwatchFields>.self, from: bytes).record
  }

  func bytes() throws(FileError) -> [UInt8] {
    try RecordEnvelope.bytes(of: RecordDocument<StopwatchFields>(self))
  }
}
