import SandglassLedger

/// The JSON form of a record in its file: the format, the version, and the record.
struct RecordDocument<Fields: RecordFields>: Codable {
  private enum Key: String, CodingKey {
    case format, version, record
  }

  let record: Fields.Record

  init(_ record: Fields.Record) {
    self.record = record
  }

  init(from decoder: any Decoder) throws {
    let file = try decoder.container(keyedBy: Key.self)
    try Fields.envelope.check(
      format: file.decode(String.self, forKey: .format),
      version: file.decode(Int.self, forKey: .version))
    record = try file.decode(Fields.self, forKey: .record).record()
  }

  func encode(to encoder: any Encoder) throws {
    var file = encoder.container(keyedBy: Key.self)
    try file.encode(Fields.envelope.format, forKey: .format)
    try file.encode(Fields.envelope.versions.upperBound, forKey: .version)
    try file.encode(Fields(record), forKey: .record)
  }
}

/// The members of a record's JSON object.
protocol RecordFields: Codable {
  associatedtype Record

  static var envelope: RecordEnvelope { get }

  init(_ record: Record)

  /// Returns the record. Throws a ``RecordFault`` if the members contradict each other.
  func record() throws -> Record
}
