import Foundation
import SandglassTestSupport
import Testing

@testable import Sandglass
import SandglassCore

/// The files of each version that was ever written lie in Tests/GoldenRecords, and stay as they are.
@Suite("Law 12: records of every version are read")
struct GoldenRecordTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "GoldenRecords")

  private static let claim = CountdownRecord.Claim(
    by: ProcessIdentity(
      number: 4711, start: "2841", space: "pid:[4026531836]", boot: BootIdentity("A")),
    made: Moment(nanoseconds: 3_960_000_000_002))

  /// What the files of version 2 hold; those of version 1 have no claim.
  private static let records: [String: CountdownRecord] = {
    var records: [String: CountdownRecord] = [:]
    let names = ["running", "paused", "overtime", "finished"]
    for (name, state) in zip(names, SampleRecord.states) {
      records[name] = SampleRecord.make(state: state).claimed(by: claim)
    }
    // Overtime whose finish nobody was told of: a run past its end.
    let end = Moment(nanoseconds: 3_950_000_000_000)
    records["overtime-untold"] = SampleRecord.make(
      state: .running(
        deadline: end, wallDeadline: WallMoment(nanosecondsSince1970: 1_795_226_761_123_456_788)))
    return records
  }()

  @Test("version 1, which knew no claims", arguments: records.keys.sorted())
  func version1(name: String) throws {
    let record = try RecordFile.record(from: Self.bytes("version-1/\(name)"))
    #expect(record == Self.records[name]?.claimed(by: nil))
  }

  @Test("version 2, which is written as well", arguments: records.keys.sorted())
  func version2(name: String) throws {
    let bytes = try Self.bytes("version-2/\(name)")
    let record = try #require(Self.records[name])
    #expect(try RecordFile.record(from: bytes) == record)
    #expect(try RecordFile.bytes(of: record) == bytes)
  }

  /// What the files of version 3 hold: countdowns through phases.
  private static let phases: [String: CountdownRecord] = {
    let plan = PhasePlan(
      [Phase("Focus — 集中", .seconds(1500)), Phase("", .milliseconds(300_001))], rounds: 4)
    var records: [String: CountdownRecord] = [:]
    for (name, state) in zip(["running", "paused"], SampleRecord.states) {
      let sample = SampleRecord.make(state: state)
      records[name] = CountdownRecord(
        id: sample.id, label: sample.label, state: state, target: .phases(plan),
        total: .seconds(1500), phaseIndex: 2,
        untoldPhaseEnds: name == "running"
          ? [
            .init(
              index: 1, ended: WallMoment(nanosecondsSince1970: 1_795_226_761_000_000_007),
              isSkipped: true)
          ] : [],
        options: sample.options, written: sample.written, claim: claim)
    }
    return records
  }()

  @Test("version 3, which is written for phases", arguments: phases.keys.sorted())
  func version3(name: String) throws {
    let record = try #require(Self.phases[name])
    let bytes = try Self.bytes("version-3/\(name)")
    #expect(try RecordFile.record(from: bytes) == record)
    #expect(try RecordFile.bytes(of: record) == bytes)
  }

  @Test("there is no file that is not tried")
  func complete() throws {
    let later = try FileManager.default.contentsOfDirectory(
      atPath: Self.folder.appending(path: "version-3").path)
    #expect(later.sorted() == Self.phases.keys.map { $0 + ".json" }.sorted())
    for version in ["version-1", "version-2"] {
      let path = Self.folder.appending(path: version).path
      let names = try FileManager.default.contentsOfDirectory(atPath: path)
      #expect(names.sorted() == Self.records.keys.map { $0 + ".json" }.sorted())
    }
  }

  private static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name + ".json")))
  }
}
