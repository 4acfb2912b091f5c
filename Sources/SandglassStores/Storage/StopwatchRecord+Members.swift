import SandglassCore
import SandglassLedger

// The JSON form of a stopwatch's record.

extension StopwatchRecord: StoredRecord {
  static let envelope = RecordEnvelope(
    format: "sandglass stopwatch", versions: 1...1, of: "stopwatch")

  static var kind: RecordName.Kind { .stopwatch }

  private enum StateName: String, CaseIterable, ExactText {
    case running, stopped
  }

  init(_ members: ReadMembers) throws {
    let state: StateName = try members.exact("state")
    let total: Duration = try members.exact("total")
    let laps: [Duration] = try members.exactValues("laps")
    self.init(
      id: try members.text("id"), isRunning: state == .running,
      total: try total.checked("total", accepted: "0 s or more") { $0 >= .zero },
      laps: try laps.map { try $0.checked("lap", accepted: "0 s or more") { $0 >= .zero } },
      written: try ClockInstant(members.object("written")),
      certainty: try members.exactIfPresent("certainty") ?? .exact,
      pausesAsleep: try members.flagIfPresent("pausesAsleep") ?? false)
  }

  func write(to members: WrittenMembers) throws {
    try members.write(id, as: "id")
    try members.write(exact: isRunning ? StateName.running : .stopped, as: "state")
    try members.write(exact: total, as: "total")
    try members.write(exact: laps, as: "laps")
    try members.writeObject(as: "written", written.write)
    try members.write(exact: certainty == .exact ? nil : certainty, as: "certainty")
    try members.write(pausesAsleep ? true : nil, as: "pausesAsleep")
  }
}
