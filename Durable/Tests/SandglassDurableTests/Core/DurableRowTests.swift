import SandglassCore
import SandglassDurable
import SandglassLedger
import SandglassTestSupport
import Testing

/// A stored countdown does what a naive model does, and what it is made of fits into columns.
struct DurableRowTests {
  private static let start = 1_800_000_000_000_000_000

  @Test(.random)
  func model() throws {
    var random = SeededGenerator(for: "DurableRowTests.model")
    for _ in 0..<repetitions(10_000, atLeast: 500) {
      var now = Self.start
      var row = DurableRow(id: "a", at: Moment(nanoseconds: UInt64(now)))
      var plain = PlainCountdown()
      var events: [PlainCountdown.Event] = []
      for _ in 0..<20 {
        now += random.once(in: 5) ? 0 : random.number(0...200) * 1_000_000
        let moment = Moment(nanoseconds: UInt64(now))
        let operation = CountdownOperation.random(using: &random, at: now)
        let change: DurableChange?
        var isCancelled = false
        if random.once(in: 3) {
          change = row.firing(at: moment)
          plain.go(to: now)
        } else {
          change = try? row.performing(operation, at: moment)
          isCancelled = operation == .cancel && change != nil
          #expect(plain.perform(operation, at: now) == (change != nil), "\(operation)")
        }
        if let change {
          #expect(change.row.version == row.version + 1)
          events += change.events.map {
            PlainCountdown.Event(kind: $0.kind, run: $0.run, due: $0.instant.wall.whole)
          }
          // What a cancelled run had yet to fire is dropped.
          if isCancelled { events = plain.events }
          // What the columns lack, nothing depends on.
          row = DurableRow(DurableColumns(change.row))
          try #require(DurableColumns(row) == DurableColumns(change.row))
        }
        guard change != nil || row.due.map({ $0 > moment }) ?? true else { continue }
        try #require(events == plain.events)
        #expect(row.due.map { $0 > moment } ?? true)
        switch plain.state {
        case .idle: #expect(row.state == .idle)
        case .finished: #expect(row.state == .finished)
        case .paused(let remaining):
          #expect(row.record.state == .paused(remaining: .nanoseconds(remaining)))
        case .running(let deadline):
          let moment = Moment(nanoseconds: UInt64(deadline))
          #expect(
            row.record.state == .running(deadline: moment, wallDeadline: WallMoment(moment)))
        }
        #expect(row.record.phaseIndex == plain.phase || plain.state == .idle)
      }
    }
  }

  /// A record keeps 256 pending events, so a node that was away for long must not settle all at once.
  @Test
  func manyPhases() throws {
    let now = Moment(nanoseconds: UInt64(Self.start))
    let plan = PhasePlan([Phase("a", .seconds(1)), Phase("b", .seconds(1))], rounds: 500)
    let row = try DurableRow(id: "a", at: now)
      .performing(.start(.phases(plan)), at: now).row
    let change = try #require(row.firing(at: now + .seconds(86_400)))
    #expect(change.events.count == 1_001)
    #expect(change.events.map(\.number) == Array(1...1_001))
    #expect(change.row.due == nil)
  }

  @Test(arguments: [
    (CountdownOperation.start(.duration(.zero)), "0.0 seconds"),
    (.start(.duration(.seconds(-1))), "-1.0 seconds"),
    (.start(.duration(.seconds(Int64.max))), "36525 days"),
    (.start(.phases(PhasePlan([]))), "0 phases"),
    (.start(.phases(PhasePlan([Phase("a", .zero)]))), "phase is 0.0 seconds"),
    (.start(.phases(PhasePlan([Phase("a", .seconds(1))], rounds: 1_001))), "1001"),
    (
      .start(.wall(WallMoment(nanosecondsSince1970: Int128.max))),
      "within 36525 days"
    ),
    (.start(.wall(WallMoment(secondsSince1970: -1))), "after 1970"),
    (.extend(by: .seconds(Int64.max)), "36525 days"),
    (.extend(by: .seconds(Int64.min)), "36525 days"),
    (.extend(by: .seconds(36_525 * 86_400)), "would remain"),
    (.moveEnd(to: WallMoment(nanosecondsSince1970: Int128.min), after: nil), "after 1970"),
  ])
  func absurd(_ operation: CountdownOperation, text: String) throws {
    let now = Moment(nanoseconds: UInt64(Self.start))
    var row = DurableRow(id: "a", at: now)
    if case .start = operation {
    } else {
      row = try row.performing(.start(.duration(.seconds(60))), at: now).row
    }
    let error = #expect(throws: DurableError.self) { try row.performing(operation, at: now) }
    #expect("\(try #require(error))".contains(text), "\(String(describing: error))")
  }

  @Test(arguments: [
    ([Milestone.remaining(.zero)], "milestone is 0.0 seconds"),
    (Array(repeating: .elapsed(.seconds(1)), count: 101), "101 milestones"),
    ([.progress(1)], "progress of 1.0"),
  ])
  func absurd(_ milestones: [Milestone], text: String) throws {
    let error = #expect(throws: DurableError.self) {
      try DurableLimits.start(.duration(.seconds(1)), milestones: milestones)
    }
    #expect("\(try #require(error))".contains(text), "\(String(describing: error))")
  }

  @Test
  func requests() {
    let long = String(repeating: "ä", count: 101)
    #expect(throws: DurableError.invalid("the id has 0 bytes; accepted: 1 to 200")) {
      try DurableRequest(.pause, "", key: nil, version: nil)
    }
    #expect(throws: DurableError.invalid("the key has 202 bytes; accepted: 1 to 200")) {
      try DurableRequest(.pause, "a", key: long, version: nil)
    }
    #expect(throws: DurableError.invalid("the id contains a zero byte; accepted: none")) {
      try DurableRequest(.pause, "a\0b", key: nil, version: nil)
    }
    #expect(
      throws: DurableError.invalid("the payload has 65537 bytes; accepted: at most 65536")
    ) {
      try DurableRequest(
        .pause, "a", payload: Array(repeating: 0, count: 65_537), key: nil, version: nil)
    }
  }
}
