import SandglassCore
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import Sandglass
@testable import SandglassLedger
@testable import SandglassStores

@MainActor
@Suite("Law 12: a record with extreme times affects no other record")
struct ExtremeRecordTests {
  private static let ends = [Duration(attoseconds: .min), Duration(attoseconds: .max)]
  private static let walls = [
    WallMoment(secondsSince1970: .min), WallMoment(secondsSince1970: .max),
    // More than 584 years from now.
    WallMoment(secondsSince1970: 30_000_000_000), WallMoment(secondsSince1970: -30_000_000_000),
  ]

  /// Records with extreme values, in every state.
  private static let records: [CountdownRecord] = walls.flatMap { wall in
    ends.flatMap { duration in
      [Moment.origin, .distantFuture].flatMap { moment in
        [
          CountdownRecord.State.running(deadline: moment, wallDeadline: wall),
          .overtime(deadline: moment, wallDeadline: wall),
          .paused(remaining: duration), .finished(at: wall),
        ].flatMap { state in
          [CountdownTarget.wall(wall), .duration(duration)].flatMap { target in
            [true, false].map { record(state, target, total: duration, countsPastZero: $0) }
          }
        }
      }
    }
  }

  private static func record(
    _ state: CountdownRecord.State, _ target: CountdownTarget, total: Duration,
    countsPastZero: Bool
  ) -> CountdownRecord {
    CountdownRecord(
      id: "tea", label: nil, state: state, target: target, total: total,
      options: CountdownOptions(countsPastZero: countsPastZero),
      written: ClockInstant(
        steady: .origin, wall: WallMoment(secondsSince1970: 0), boot: BootIdentity("virtual")))
  }

  @Test("all records are listed, with the others beside them")
  func listed() throws {
    let folder = try TemporaryFolder.made()
    let store = FileRecords(folder: folder.path)
    for (number, record) in Self.records.enumerated() {
      try store.save(Self.renamed(record, "extreme-\(number)"))
    }
    try store.save(SampleRecord.make("tea"))
    try folder.write(RecordFile.sealed(Array("{\n  \"format\" : 1\n}".utf8)), to: "worse.json")
    let time = VirtualTime()
    let all = try store.on(time.timekeeper).countdowns()
    #expect(all.filter { (try? $0.result.get()) == nil }.map(\.id) == ["worse"])
    #expect(all.count == Self.records.count + 2)
    let tea = try #require(all.first { $0.id == "tea" })
    #expect(try tea.result.get().options.countsPastZero)
  }

  @Test("an id that cannot be stored is an error of the store, and the countdown runs")
  func invalidID() throws {
    let store = FileRecords(folder: try TemporaryFolder.made().path)
    let time = VirtualTime()
    for id in ["", String(repeating: "a", count: 10_000)] {
      let countdown = store.on(time.timekeeper).countdown(id, startingFrom: .seconds(5))
      guard case .invalidID = countdown.storeError?.kind else {
        Issue.record("\(id.count) characters are accepted")
        continue
      }
      #expect(countdown.start())
      time.advance(by: .seconds(5))
      #expect(countdown.state == .finished)
    }
  }

  @Test("the values of a restored countdown have components, a clock face and dates")
  func takenApart() {
    for record in Self.records {
      let now = record.written
      ReadRecord.check(record.restored(at: now), at: now)
    }
  }

  @Test("the restoration agrees with the restored countdown")
  func agrees() throws {
    for record in Self.records {
      let time = VirtualTime()
      let store = MemoryStore()
      try store.save(record)
      let countdown = try #require(
        try store.on(time.timekeeper).countdown("tea"))
      switch try #require(countdown.restoration?.state) {
      case .idle:
        #expect(countdown.state == .idle)
      case .running(let remaining):
        #expect(countdown.remaining == min(remaining, Moment.distantFuture - time.now))
      case .paused(let remaining):
        #expect(countdown.remaining == remaining)
      case .overtime(let past, _):
        #expect(countdown.reading.overtime == past)
      case .finished:
        #expect(countdown.state == .finished)
      }
      time.advance(by: .seconds(1))
      _ = (countdown.timerInterval.dates, countdown.reading.clockFace, countdown.end)
    }
  }

  @Test("after 584 years of overtime in nanoseconds, no tick is due any more")
  func lastTick() {
    var machine = CountdownMachine(
      .zero, options: CountdownOptions(unit: .nanoseconds(1), countsPastZero: true))
    let now = Self.records[0].written
    let longest = Moment.distantFuture - .origin
    machine.watch(true, at: now.steady) { _ in }
    machine.restoreOvertime(timeToZero: .zero - longest, at: now.steady)
    machine.noteReported(at: now.steady)
    machine.advance(to: now.steady) { _ in }
    #expect(machine.nextDue(wantsMilestones: true)?.moment == .distantFuture)
  }

  @Test("random records that are restored at five random instants do not trap", .random)
  func random() {
    var records = RandomRecord(seed: SeededGenerator.seedOfThisRun)
    for _ in 0..<repetitions(20_000) {
      let record = records.next()
      for _ in 0..<5 { ReadRecord.restore(record, atAny: &records.random) }
    }
  }

  @Test("random records continue as countdowns under random operations", .random)
  func countdowns() throws {
    var records = RandomRecord(seed: SeededGenerator.seedOfThisRun)
    for _ in 0..<repetitions(1_500) {
      let record = Self.renamed(records.next(), "tea")
      let time = VirtualTime(
        wall: records.random.extremeWallMoment())
      let store = MemoryStore()
      try store.save(record)
      let countdown = try #require(
        try store.on(time.timekeeper).countdown("tea"))
      for _ in 0..<5 {
        switch records.random.number(0...6) {
        case 0: countdown.start()
        case 1: countdown.pause()
        case 2: countdown.resume()
        case 3: countdown.extend(by: records.random.extremeDuration())
        case 4: countdown.restart()
        case 5: time.freeze(for: records.random.extremeDuration())
        default:
          time.setWallClock(
            to: records.random.extremeWallMoment())
        }
        _ = (countdown.timerInterval.dates, countdown.reading.clockFace, countdown.state)
      }
      #expect(store.tea == nil || store.tea?.id == "tea")
    }
  }

  private static func renamed(_ record: CountdownRecord, _ id: String) -> CountdownRecord {
    CountdownRecord(
      id: id, label: record.label, state: record.state, target: record.target,
      total: record.total, options: record.options, written: record.written,
      certainty: record.certainty)
  }
}
