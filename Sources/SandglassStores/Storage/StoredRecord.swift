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

  /// Reads a record from the members of its JSON object. Throws a ``RecordFault`` if they contradict each other.
  init(_ members: ReadMembers) throws

  /// Writes the members of the record's JSON object.
  func write(to members: WrittenMembers) throws

  /// Returns the bytes of the record's file.
  func bytes() throws(FileError) -> [UInt8]
}

extension StoredRecord {
  /// Decodes a record from the bytes of its file, whose checksum has been checked.
  static func decoded(from bytes: [UInt8]) throws(RecordFault) -> Self {
    try RecordEnvelope.decode(RecordDocument<Self>.self, from: bytes).record
  }

  func bytes() throws(FileError) -> [UInt8] {
    try RecordEnvelope.bytes(of: RecordDocument(self))
  }

  /// Reads a record from the bytes of its file.
  static func read(_ bytes: [UInt8]) throws(RecordFault) -> Self {
    _ = try envelope.checksum(of: bytes)
    return try decoded(from: bytes)
  }
}
