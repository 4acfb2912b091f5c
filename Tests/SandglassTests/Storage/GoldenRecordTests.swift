import Foundation
import SandglassTestSupport
import Testing

@testable import Sandglass
import SandglassCore

/// The folder Tests/GoldenRecords contains files of every version that was ever written. They never change.
@Suite("Law 12: records of every version are read")
struct GoldenRecordTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "GoldenRecords")

  private static let process = ProcessIdentity(
    number: 4711, start: "2841", space: "pid:[4026531836]", boot: BootIdentity("A"))

  private static let overtimeEnd = WallMoment(nanosecondsSince1970: 1_795_226_761_123_456_788)

  /// What the files of versions 1 and 2 contain, without the leases that claims become.
  private static let former: [String: CountdownRecord] = {
    var records: [String: CountdownRecord] = [:]
    for (name, state) in zip(["running", "paused", "overtime", "finished"], SampleRecord.states) {
      records[name] = SampleRecord.make(
        state: state, eventCount: name == "finished" ? 1 : 0,
        pending: name == "finished" ? [finish(at: overtimeEnd)] : [])
    }
    // Overtime whose finish was not delivered.
    records["overtime-untold"] = SampleRecord.make(
      state: SampleRecord.states[2], eventCount: 1, pending: [finish(at: overtimeEnd)])
    return records
  }()

  private static func finish(at wall: WallMoment) -> PendingEvent {
    PendingEvent(
      .finish, run: 1, number: 1, total: .seconds(1500),
      at: .init(steady: .origin, wall: wall, boot: nil))
  }

  @Test("version 1 is read, although it has no claims", arguments: former.keys.sorted())
  func version1(name: String) throws {
    let record = try RecordFile.record(from: Self.bytes("version-1/\(name)"))
    #expect(record == Self.former[name])
  }

  @Test("version 2 is read, and its claims become leases", arguments: former.keys.sorted())
  func version2(name: String) throws {
    let record = try RecordFile.record(from: Self.bytes("version-2/\(name)"))
    #expect(record.lease?.process == (name == "overtime-untold" ? nil : Self.process))
    #expect(record.withLease(nil) == Self.former[name])
  }

  @Test(
    "version 3 is read, and its undelivered ends of phases become pending events",
    arguments: ["running", "paused"])
  func version3(name: String) throws {
    let record = try RecordFile.record(from: Self.bytes("version-3/\(name)"))
    #expect(record.target == Self.plan && record.phaseIndex == 2)
    #expect(record.lease?.process == Self.process)
    let ends = record.pending.map {
      "\($0.kind) of \($0.phaseIndex) at \($0.instant.wall.nanosecondsSince1970)"
    }
    #expect(
      ends
        == (name == "running"
          ? ["phaseEnd(isSkipped: true) of 1 at 1795226761000000007"] : []))
  }

  private static let plan = CountdownRecord.Target.phases(
    PhasePlan(
      [Phase("Focus — 集中", .seconds(1500)), Phase("", .milliseconds(300_001))], rounds: 4))

  /// What the files of version 4 contain.
  private static let records: [String: CountdownRecord] = {
    let instant = SampleRecord.written
    let kinds: [PendingEvent.Kind] = [
      .milestone(.remaining(.seconds(5.5))), .phaseEnd(isSkipped: true), .finish,
    ]
    let pending = kinds.enumerated().map { index, kind in
      PendingEvent(
        kind, run: 1_795_226_000_000_000_000, number: index + 1, phaseIndex: index,
        total: .seconds(1500), at: instant)
    }
    let states = ["running", "paused", "overtime", "finished", "idle"]
    var records: [String: CountdownRecord] = [:]
    for (name, state) in zip(states, SampleRecord.states + [.idle]) {
      let sample = SampleRecord.make(state: state)
      records[name] = CountdownRecord(
        id: sample.id, label: sample.label, state: state,
        target: name == "running" ? plan : sample.target, total: sample.total,
        phaseIndex: name == "running" ? 2 : 0, options: sample.options, written: instant,
        certainty: name == "paused" ? .estimated : .exact, run: 1_795_226_000_000_000_001,
        eventCount: 3, started: WallMoment(nanosecondsSince1970: 1_795_226_000_000_000_000),
        pending: name == "paused" ? [] : pending,
        lease: name == "paused" ? nil : .init(to: process, until: Moment(nanoseconds: 5)))
    }
    return records
  }()

  @Test("version 4 is read, and written with the same bytes", arguments: records.keys.sorted())
  func version4(name: String) throws {
    let record = try #require(Self.records[name])
    let bytes = try Self.bytes("version-4/\(name)")
    #expect(try RecordFile.record(from: bytes) == record)
    #expect(try RecordFile.bytes(of: record) == bytes)
  }

  /// What the files of version 5 contain: milestones that are not remaining times.
  private static let laterRecords: [String: CountdownRecord] = {
    let milestones: [Milestone] = [
      .remaining(.seconds(60)), .elapsed(.seconds(5.5)), .progress(0.1), .progress(0.5),
    ]
    var options = SampleRecord.make().options
    options.milestones = milestones
    options.milestoneLatenessLimit = .milliseconds(1_500)
    let pending = milestones.enumerated().map { index, milestone in
      PendingEvent(
        .milestone(milestone), run: 7, number: index + 1, total: .seconds(1500),
        at: SampleRecord.written)
    }
    func record(_ options: CountdownOptions, _ pending: [PendingEvent]) -> CountdownRecord {
      CountdownRecord(
        id: "tea", label: nil, state: SampleRecord.states[0], target: .duration(.seconds(1500)),
        total: .seconds(1500), options: options, written: SampleRecord.written, run: 7,
        eventCount: pending.count, started: overtimeEnd, pending: pending)
    }
    return [
      "options": record(options, []),
      "pending": record(CountdownOptions(milestones: [milestones[0]]), pending),
    ]
  }()

  @Test(
    "version 5 is read, and written with the same bytes", arguments: laterRecords.keys.sorted())
  func version5(name: String) throws {
    let record = try #require(Self.laterRecords[name])
    let bytes = try Self.bytes("version-5/\(name)")
    #expect(try RecordFile.record(from: bytes) == record)
    #expect(try RecordFile.bytes(of: record) == bytes)
  }

  @Test("a record is written as version 5 only if it has a milestone that version 4 does not know")
  func firstVersion() throws {
    func version(of record: CountdownRecord) throws -> String {
      let text = String(decoding: try RecordFile.bytes(of: record), as: UTF8.self)
      return text.split(separator: "\n").first { $0.hasPrefix("  \"version\"") }.map { "\($0)" }
        ?? ""
    }
    var record = SampleRecord.make()
    #expect(try version(of: record).contains("4"))
    record.options.milestones.append(.progress(0.5))
    #expect(try version(of: record).contains("5"))
  }

  @Test("every field of a record is in its file")
  func noneForgotten() throws {
    // Two records that differ in every field are read back unchanged.
    let records = [
      SampleRecord.make(),
      CountdownRecord(
        id: "eggs", label: nil, state: .idle, target: Self.plan, total: .seconds(1),
        phaseIndex: 3,
        options: CountdownOptions(milestoneLatenessLimit: .seconds(2), keepsRecord: true),
        written: .init(steady: .origin, wall: Self.overtimeEnd, boot: nil), certainty: .suspect,
        run: 7, eventCount: 8, started: Self.overtimeEnd,
        pending: [Self.finish(at: Self.overtimeEnd)],
        lease: .init(to: Self.process, until: .origin)),
    ]
    func fields(_ value: Any) -> [(String, String)] {
      Mirror(reflecting: value).children.map { ($0.label ?? "", "\($0.value)") }
    }
    for (left, right) in [
      (fields(records[0]), fields(records[1])),
      (fields(records[0].options), fields(records[1].options)),
    ] {
      for (one, other) in zip(left, right) { #expect(one.1 != other.1, "\(one.0) is the same") }
    }
    for record in records {
      #expect(try RecordFile.record(from: RecordFile.bytes(of: record)) == record)
    }
  }

  @Test("every file in the folder is tested")
  func complete() throws {
    let names = [
      "version-1": Self.former.keys.sorted(), "version-2": Self.former.keys.sorted(),
      "version-3": ["paused", "running"], "version-4": Self.records.keys.sorted(),
      "version-5": Self.laterRecords.keys.sorted(),
    ]
    for (version, names) in names {
      let path = Self.folder.appending(path: version).path
      let found = try FileManager.default.contentsOfDirectory(atPath: path)
      #expect(found.sorted() == names.map { $0 + ".json" }.sorted())
    }
  }

  private static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name + ".json")))
  }
}

extension CountdownRecord {
  fileprivate func withLease(_ lease: Lease?) -> CountdownRecord {
    var record = self
    record.lease = lease
    return record
  }
}
