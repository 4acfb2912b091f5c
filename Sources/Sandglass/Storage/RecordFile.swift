import SandglassCore

/// The bytes of a record's file: readable JSON that ends in a checksum of everything before it.
///
/// ```json
/// {
///   "format" : "sandglass countdown",
///   "record" : { … },
///   "version" : 2,
///   "checksum" : "0123456789abcdef"
/// }
/// ```
///
/// The format, the version and the checksum stay as they are in every version, so that a damaged
/// record is told from a later one.
enum RecordFile {
  /// The versions that are read. The earliest that can say what a record has is written, but for the first.
  static let versions = 1...3

  static let format = "sandglass countdown"

  static let envelope = RecordEnvelope(format: format, versions: versions, of: "countdown")

  /// The most bytes that a file has; what is larger is neither read nor written.
  static let limit = RecordEnvelope.limit

  /// The bytes that are written.
  static func bytes(of record: CountdownRecord) throws(FileError) -> [UInt8] {
    // What is too large by its label alone need not be encoded.
    guard (record.label ?? "").utf8.count <= limit else { throw .tooLarge }
    return try RecordEnvelope.bytes(of: RecordJSON(record))
  }

  /// A record as a JSON object, without a checksum.
  static func encode(_ record: CountdownRecord) throws(FileError) -> [UInt8] {
    try RecordEnvelope.encode(RecordJSON(record))
  }

  /// Adds the checksum to a JSON object, as its last member.
  static func sealed(_ object: [UInt8]) -> [UInt8] { RecordEnvelope.sealed(object) }

  /// Reads the bytes of a file.
  static func record(from bytes: [UInt8]) throws(RecordFault) -> CountdownRecord {
    try envelope.contents(RecordJSON.self, of: bytes).record
  }
}
