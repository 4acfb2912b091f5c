import SandglassCore
import SandglassLedger

/// The members of a stopwatch's record.
struct StopwatchFields: RecordFields {
  private enum State: String, CaseIterable, ExactText {
    case running, stopped
  }

  static let envelope = RecordEnvelope(
    format: "sandglass stopwatch", versions: 1...1, of: "stopwatch")

  private let id: String
  private let state: Exact<State>
  private let total: Exact<Duration>
  private let laps: [Exact<Duration>]
  private let written: InstantFields

  /// Absent if the total is exact.
  private let certainty: Exact<Certainty>?

  /// Absent if it does not.
  private let pausesAsleep: Bool?

  init(_ record: StopwatchRecord) {
    id = record.id
    state = Exact(record.isRunning ? .running : .stopped)
    total = Exact(record.total)
    laps = record.laps.map { Exact($0) }
    written = InstantFields(record.written)
    certainty = record.certainty == .exact ? nil : Exact(record.certainty)
    pausesAsleep = record.pausesAsleep ? true : nil
  }

  func record() throws -> StopwatchRecord {
    try total.check("total", "0 s or more") { $0 >= .zero }
    for lap in laps { try lap.check("lap", "0 s or more") { $0 >= .zero } }
    return StopwatchRecord(
      id: id, isRunning: state.value == .running, total: total.value, laps: laps.map(\.value),
      written: written.instant, certainty: certainty?.value ?? .exact,
      pausesAsleep: pausesAsleep ?? false)
  }
}
