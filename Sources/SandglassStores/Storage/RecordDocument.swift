/// The JSON form of a record in its file: the format, the version, and the record.
struct RecordDocument<Record: StoredRecord>: Codable {
  let record: Record

  init(_ record: Record) {
    self.record = record
  }

  init(from decoder: any Decoder) throws {
    let file = try ReadMembers(decoder)
    try Record.envelope.check(format: file.text("format"), version: file.number("version"))
    record = try Record(file.object("record"))
  }

  func encode(to encoder: any Encoder) throws {
    let file = WrittenMembers(encoder)
    try file.write(Record.envelope.format, as: "format")
    try file.write(Record.envelope.versions.upperBound, as: "version")
    try file.writeObject(as: "record", record.write)
  }
}
