import Foundation
import SandglassCore
import SandglassTestSupport
import Testing

@testable import Sandglass
@testable import SandglassLedger
@testable import SandglassStores

/// The files in Tests/GoldenRecords/countdown are never changed: later versions must read them.
@Suite("Law 12: records that were written before are read")
struct GoldenRecordTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "GoldenRecords/countdown")

  private static let process = ProcessIdentity(
    number: 4711, start: "2841", space: "pid:[4026531836]", boot: BootIdentity("A"))

  private static let overtimeEnd = WallMoment(nanosecondsSince1970: 1_795_226_761_123_456_788)

  private static func finish(at wall: WallMoment) -> PendingEvent {
    PendingEvent(
      .finish, run: 1, number: 1, total: .seconds(1500),
      at: .init(steady: .origin, wall: wall, boot: nil))
  }

  private static let plan = CountdownTarget.phases(
    PhasePlan(
      [Phase("Focus — 集中", .seconds(1500)), Phase("", .milliseconds(300_001))], rounds: 4))

  private static let changes: [String: CountdownRecord.Change] = [
    "running": .extended(by: .milliseconds(-300_001)), "paused": .paused, "overtime": .started,
    "idle": .corrected(by: .nanoseconds(1)),
  ]

  /// What the files contain, by state.
  private static let states: [String: CountdownRecord] = {
    let instant = SampleRecord.written
    let kinds: [PendingEvent.Kind] = [
      .milestone(.remaining(.seconds(5.5))), .phaseEnd(isSkipped: true), .finish,
    ]
    let pending = kinds.enumerated().map { index, kind in
      PendingEvent(
        kind, run: 1_795_226_000_000_000_000, number: index + 1,
        phaseIndex: index,
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
        revision: 4_611_686_018_427_387_904, change: changes[name],
        eventCount: 3, started: WallMoment(nanosecondsSince1970: 1_795_226_000_000_000_000),
        pending: name == "paused" ? [] : pending,
        lease: name == "paused" ? nil : .init(to: process, until: Moment(nanoseconds: 5)))
    }
    return records
  }()

  /// What the files contain that have milestones of all kinds.
  private static let milestones: [String: CountdownRecord] = {
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
        change: .undone, eventCount: pending.count, started: overtimeEnd, pending: pending)
    }
    return [
      "options": record(options, []),
      "pending": record(CountdownOptions(milestones: [milestones[0]]), pending),
    ]
  }()

  private static let records = states.merging(milestones) { $1 }

  @Test("a record is read, and written with the same bytes", arguments: records.keys.sorted())
  func sameBytes(name: String) throws {
    let record = try #require(Self.records[name])
    let bytes = Array(try Data(contentsOf: Self.folder.appending(path: name + ".json")))
    #expect(try RecordFile.record(from: bytes) == record)
    #expect(try RecordFile.bytes(of: record) == bytes)
  }

  @Test("every field of a record is in its file")
  func noneForgotten() throws {
    // Two records that differ in every field are read back unchanged.
    let records = [
      SampleRecord.make(),
      CountdownRecord(
        id: "eggs", label: nil, state: .idle, target: Self.plan, total: .seconds(1),
        phaseIndex: 3, untold: .milliseconds(300),
        options: CountdownOptions(
          milestoneLatenessLimit: .seconds(2), keepsRecord: true, pausesAsleep: true),
        written: .init(
          steady: .origin, wall: Self.overtimeEnd, boot: nil, asleep: .nanoseconds(7)),
        certainty: .suspect,
        run: 7, revision: 9, change: .wentBack, eventCount: 8, started: Self.overtimeEnd,
        pending: [Self.finish(at: Self.overtimeEnd)],
        lease: .init(to: Self.process, until: .origin)),
    ]
    #expect(SampleRecord.sameFields(of: records) == [])
    for record in records {
      #expect(try RecordFile.record(from: RecordFile.bytes(of: record)) == record)
    }
  }

  @Test("every file in the folder is tested")
  func complete() throws {
    let found = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(found.sorted() == Self.records.keys.map { $0 + ".json" }.sorted())
  }
}
