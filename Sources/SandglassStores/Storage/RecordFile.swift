import Sandglass
import SandglassCore
import SandglassLedger

/// The bytes of a record's file: human-readable JSON that ends with a checksum of everything before it.
///
/// ```json
/// {
///   "format" : "sandglass countdown",
///   "record" : { … },
///   "version" : 1,
///   "checksum" : "0123456789abcdef"
/// }
/// ```
///
/// The format, the version and the checksum have the same form in every version, so a damaged record can be
/// distinguished from one that a later version has written.
enum RecordFile {
  static let envelope = RecordEnvelope(
    format: "sandglass countdown", versions: 1...1, of: "countdown")

  /// The maximum number of bytes in a file. Larger files are neither read nor written.
  static let limit = RecordEnvelope.limit

  /// Returns the bytes to write.
  static func bytes(of record: CountdownRecord) throws(FileError) -> [UInt8] {
    // If the label alone is too large, there is no need to encode the record.
    guard (record.label ?? "").utf8.count <= limit else { throw .tooLarge }
    return try RecordEnvelope.bytes(of: RecordDocument(record))
  }

  /// Encodes a record as a JSON object, without a checksum.
  static func encode(_ record: CountdownRecord) throws(FileError) -> [UInt8] {
    try RecordEnvelope.encode(RecordDocument(record))
  }

  /// Adds the checksum to a JSON object, as its last member.
  static func sealed(_ object: [UInt8]) -> [UInt8] { RecordEnvelope.sealed(object) }

  /// Reads a record from the bytes of a file.
  static func record(from bytes: [UInt8]) throws(RecordFault) -> CountdownRecord {
    try CountdownRecord.read(bytes)
  }
}
