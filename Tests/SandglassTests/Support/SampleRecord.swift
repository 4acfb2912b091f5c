import Foundation
import Sandglass
import SandglassCore
import SandglassLedger
import SandglassStores
import SandglassTestSupport

/// Sample records of countdowns.
enum SampleRecord {
  static let written = ClockInstant(
    steady: Moment(nanoseconds: 3_960_000_000_001),
    wall: WallMoment(nanosecondsSince1970: 1_795_226_771_123_456_789), boot: BootIdentity("A"))

  static let states: [CountdownRecord.State] = [
    .running(
      deadline: Moment(nanoseconds: 5_460_000_000_001),
      wallDeadline: WallMoment(nanosecondsSince1970: 1_795_228_271_123_456_789)),
    .paused(remaining: .nanoseconds(12_000_000_001)),
    .overtime(
      deadline: Moment(nanoseconds: 3_950_000_000_000),
      wallDeadline: WallMoment(nanosecondsSince1970: 1_795_226_761_123_456_788)),
    .finished(at: WallMoment(nanosecondsSince1970: 1_795_226_761_123_456_788)),
  ]

  /// A record with a value in every field.
  static func make(
    _ id: String = "tea", state: CountdownRecord.State = states[0], label: String? = "Tea — 茶",
    eventCount: Int = 0, pending: [PendingEvent] = []
  ) -> CountdownRecord {
    var options = CountdownOptions(
      unit: .milliseconds(100), rounding: .nearest,
      milestones: [.remaining(.seconds(60)), .remaining(.seconds(5.5))],
      countsPastZero: true, tolerance: .milliseconds(3))
    options.pulse = Moment(nanoseconds: 7)
    return CountdownRecord(
      id: id, label: label, state: state, target: .duration(.seconds(1500)),
      total: .seconds(1500), options: options, written: written,
      eventCount: eventCount, started: written.wall, pending: pending)
  }
}

extension SampleRecord {
  /// Returns the names of the fields, options among them, in which all of the records are the same.
  static func sameFields(of records: [CountdownRecord]) -> [String] {
    func fields(_ value: Any) -> [(name: String, value: String)] {
      Mirror(reflecting: value).children.map { ($0.label ?? "", "\($0.value)") }
    }
    var values: [String: Set<String>] = [:]
    for record in records {
      for (name, value) in fields(record) { values[name, default: []].insert(value) }
      for (name, value) in fields(record.options) {
        values["options." + name, default: []].insert(value)
      }
    }
    return values.filter { $0.value.count < 2 }.keys.sorted()
  }
}

extension TemporaryFolder {
  var store: FileRecords { FileRecords(folder: path) }

  /// The sorted names in the folder, without those of locks.
  var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: path)
        .filter { !$0.hasSuffix(".lock") }.sorted()
    }
  }
}
