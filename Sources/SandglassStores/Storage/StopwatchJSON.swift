import Sandglass
import SandglassCore
import SandglassLedger

/// The JSON form of a stopwatch record in its file, with its format and version.
///
/// ```json
/// {
///   "format" : "sandglass stopwatch",
///   "record" : { … },
///   "version" : 1,
///   "checksum" : "0123456789abcdef"
/// }
/// ```
struct StopwatchJSON: Codable {
  private enum Key: String, CodingKey {
    case format, version, record
    case id, state, total, laps, written, certainty
    case steady, wall, boot
  }

  private enum State: String, CaseIterable, ExactText {
    case running, stopped
  }

  private static let format = "sandglass stopwatch"

  static let envelope = RecordEnvelope(format: format, versions: 1...1, of: "stopwatch")

  let record: StopwatchRecord

  init(_ record: StopwatchRecord) {
    self.record = record
  }

  init(from decoder: any Decoder) throws {
    let file = try decoder.container(keyedBy: Key.self)
    try Self.envelope.check(file, format: .format, version: .version)
    let fields = try file.fields(.record)
    let state: State = try fields.exact(.state)
    record = StopwatchRecord(
      id: try fields.decode(String.self, forKey: .id),
      isRunning: state == .running,
      total: try Self.checked(fields.exact(.total), "total"),
      laps: try fields.exactList(.laps).map { try Self.checked($0, "lap") },
      written: try Self.instant(in: fields.fields(.written)),
      // Absent if the total is exact.
      certainty: try fields.exactIfPresent(.certainty) ?? .exact)
  }

  func encode(to encoder: any Encoder) throws {
    var file = encoder.container(keyedBy: Key.self)
    try file.encode(Self.format, forKey: .format)
    try file.encode(Self.envelope.versions.upperBound, forKey: .version)
    var fields = file.sink(.record)
    try fields.encode(record.id, forKey: .id)
    try fields.encode(exact: record.isRunning ? State.running : .stopped, .state)
    try fields.encode(exact: record.total, .total)
    try fields.encode(record.laps.map(\.exactText), forKey: .laps)
    if record.certainty != .exact { try fields.encode(exact: record.certainty, .certainty) }
    var written = fields.sink(.written)
    try written.encode(exact: record.written.steady, .steady)
    try written.encode(exact: record.written.wall, .wall)
    try written.encodeIfPresent(record.written.boot?.text, forKey: .boot)
  }

  private static func instant(
    in fields: KeyedDecodingContainer<Key>
  ) throws -> ClockInstant {
    let boot = try fields.decodeIfPresent(String.self, forKey: .boot)
    return ClockInstant(
      steady: try fields.exact(.steady), wall: try fields.exact(.wall),
      boot: boot.map { BootIdentity($0) })
  }

  private static func checked(
    _ duration: Duration, _ name: String
  ) throws(RecordFault) -> Duration {
    guard duration >= .zero else {
      throw .damaged("its \(name) is \(duration.exactText); accepted: 0 s or more")
    }
    return duration
  }
}
