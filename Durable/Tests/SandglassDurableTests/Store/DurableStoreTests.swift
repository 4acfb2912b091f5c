#if SQLITE && POSTGRESQL
  import GRDB
  import SandglassCore
  import SandglassLedger
  import SandglassTesting
  import SandglassTestSupport
  import Testing

  @testable import Sandglass
  @testable import SandglassDurable

  /// What every store must do, for each store.
  struct DurableStoreTests {
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
      case memory, sqlite, postgresql

      var testDescription: String { rawValue }
    }

    /// A store on virtual time, with what it needs.
    struct Subject {
      let time = VirtualTime()
      let store: any DurableStore
      private let folder = try? TemporaryFolder.made()

      init(_ kind: Kind) async throws {
        switch kind {
        case .memory: store = MemoryStore(timekeeper: time.timekeeper)
        case .sqlite:
          let path = try #require(folder).file("countdowns.sqlite")
          store = try SQLiteStore(path: path, timekeeper: time.timekeeper)
        case .postgresql:
          store = try await PostgreSQLStore(
            PostgreSQLServer.shared.get().connection, schema: PostgreSQLServer.schema(),
            virtual: time.timekeeper)
        }
        // The store takes all shards.
        _ = try await store.renew()
      }

      @discardableResult
      func perform(
        _ operation: CountdownOperation, _ id: String = "a", payload: [UInt8] = [],
        key: String? = nil, version: Int? = nil
      ) async throws -> DurableAnswer {
        try await store.perform(
          DurableRequest(operation, id, payload: payload, key: key, version: version))
      }

      /// Changes the tables behind the store's back.
      func damage(_ sql: String) async throws {
        if let store = store as? SQLiteStore {
          let sql = sql.replacing("countdowns", with: "sandglass_countdowns")
            .replacing("outbox", with: "sandglass_outbox")
          try await store.database.write { try $0.execute(sql: sql) }
        } else if let store = store as? PostgreSQLStore {
          try await store.write { transaction in
            let schema = store.schema.name
            try transaction.execute(
              sql.replacing("countdowns", with: schema + ".countdowns")
                .replacing("outbox", with: schema + ".outbox"))
          }
        }
      }

      func due(within duration: Duration, limit: Int = 100) async throws -> [DurableRow] {
        try await store.rows(Self.fetch(through: store.now + duration, limit: limit)).rows
      }

      static func fetch(
        after place: NearRows.Place = NearRows.Place(due: .origin, number: -1),
        through moment: Moment, limit: Int = 100
      ) -> NearRows.Fetch {
        NearRows.Fetch(after: place, through: moment, limit: limit)
      }

      func fireAll() async throws -> [DurableEvent] {
        var place = OutboxPlace()
        for event in try await store.events(after: place, limit: 10_000).events {
          place.pass(event.ticket)
        }
        _ = try await store.fire(try await due(within: .zero))
        return try await store.events(after: place, limit: 10_000).events
      }
    }

    private static let minute = CountdownOperation.start(.duration(.seconds(60)))

    @Test(arguments: Kind.allCases)
    func whatIsStoredIsRead(_ kind: Kind) async throws {
      let subject = try await Subject(kind)
      #expect(try await subject.store.stored("a") == nil)
      let plan = PhasePlan([Phase("Wörk", .seconds(25)), Phase("", .milliseconds(1))], rounds: 3)
      let start = CountdownOperation.start(
        .phases(plan), milestones: [.remaining(.seconds(5)), .remaining(.nanoseconds(1))])
      let bytes = (0...255).map { UInt8($0) }
      let answer = try await subject.perform(start, "ä ' \" --", payload: bytes)
      let stored = try #require(try await subject.store.stored("ä ' \" --"))
      #expect(DurableColumns(stored.row) == DurableColumns(answer.stored.row))
      #expect(stored.payload == bytes)
      #expect(stored.row.record.target.plan == plan)
      #expect(stored.row.version == 1)
      let paused = try await subject.perform(.pause, "ä ' \" --")
      let again = try #require(try await subject.store.stored("ä ' \" --"))
      #expect(DurableColumns(again.row) == DurableColumns(paused.stored.row))
      #expect(again.payload == bytes)
      #expect(again.row.due == nil)
    }

    private static func operation(
      _ random: inout SeededGenerator, to target: CountdownTarget,
      milestones: [Milestone], at wall: WallMoment
    ) -> CountdownOperation {
      let time = Duration.milliseconds(random.number(1...20_000))
      switch random.number(0...9) {
      case 0...2: return .start(target, milestones: milestones)
      case 3: return .pause
      case 4: return .resume()
      case 5: return .extend(by: time)
      case 6: return .extend(by: .zero - time)
      case 7: return .moveEnd(to: wall + time - .seconds(5), after: nil)
      case 8: return .skip
      default: return .cancel
      }
    }

    /// An operation means the same on a row as on a countdown of an app, or is refused for the same reason.
    @Test(.random, arguments: Kind.allCases)
    func sameOperations(_ kind: Kind) async throws {
      var random = SeededGenerator(for: "DurableStoreTests.sameOperations")
      let subject = try await Subject(kind)
      for history in 0..<repetitions(kind == .memory ? 10_000 : 500, atLeast: 20) {
        let milestones = [Milestone.remaining(.milliseconds(random.number(1...20_000)))]
        let options = CountdownOptions(milestones: milestones)
        let length = Duration.milliseconds(random.number(1...30_000))
        let plan = PhasePlan([Phase("a", length), Phase("b", .seconds(5))])
        let hasPhases = random.once(in: 2)
        let target = hasPhases ? CountdownTarget.phases(plan) : .duration(length)
        let countdown =
          hasPhases
          ? Countdown(phases: plan.phases, options: options, on: subject.time.timekeeper)
          : Countdown(length, options: options, on: subject.time.timekeeper)
        var operations = [CountdownOperation.start(target, milestones: milestones)]
        for _ in 0..<random.number(1...8) {
          let operation = operations.last ?? .cancel
          let refusal = Self.refusal(of: operation, by: countdown)
          do {
            let row = try await subject.perform(operation, "\(history)").stored.row
            let reading = countdown.reading
            let state = row.record.restored(
              at: ClockInstant(ofDatabase: subject.store.now)
            ).state
            try #require(refusal.map { $0.reason == .changesNothing } ?? true, "\(operations)")
            try #require(row.state == reading.state, "\(operations)")
            try #require(
              state.remaining == reading.remaining || row.state == .idle, "\(operations)")
            try #require(row.record.total == reading.total || row.state == .idle, "\(operations)")
            try #require(row.record.phaseIndex == reading.phaseIndex, "\(operations)")
          } catch DurableError.refused(_, let other) {
            try #require(refusal == other, "\(operations)")
          }
          subject.time.advance(
            by: .milliseconds(random.once(in: 4) ? 0 : random.number(0...12_000)))
          operations.append(
            Self.operation(
              &random, to: target, milestones: milestones, at: subject.time.timekeeper.wallNow))
        }
      }
    }

    private static func refusal(
      of operation: CountdownOperation, by countdown: Countdown
    ) -> CountdownRefusal? {
      do throws(CountdownRefusal) {
        try countdown.perform(operation)
        return nil
      } catch {
        return error
      }
    }

    @Test(arguments: Kind.allCases)
    func refusals(_ kind: Kind) async throws {
      let subject = try await Subject(kind)
      await #expect(throws: DurableError.unknown(id: "a")) { try await subject.perform(.pause) }
      try await subject.perform(Self.minute)
      await #expect(
        throws: DurableError.refused(
          id: "a",
          CountdownRefusal(
            of: "start", in: .running, .state(accepted: [.idle, .overtime, .finished])))
      ) { try await subject.perform(Self.minute) }
      await #expect(throws: DurableError.otherVersion(id: "a", version: 1, expected: 2)) {
        try await subject.perform(.cancel, version: 2)
      }
      await #expect(throws: DurableError.otherVersion(id: "b", version: 0, expected: 1)) {
        try await subject.perform(Self.minute, "b", version: 1)
      }
      #expect(try await subject.store.stored("b") == nil)
      #expect(try await subject.perform(.cancel, version: 1).stored.row.version == 2)
      #expect(try await subject.due(within: .seconds(3600)).isEmpty)
    }

    @Test(arguments: Kind.allCases)
    func keys(_ kind: Kind) async throws {
      let subject = try await Subject(kind)
      try await subject.perform(Self.minute, key: "k")
      subject.time.advance(by: .seconds(10))
      let again = try await subject.perform(Self.minute, key: "k")
      #expect(again.change == nil)
      #expect(again.stored.row.version == 1)
      try await subject.perform(.extend(by: .seconds(5)), key: "l")
      let twice = try await subject.perform(.extend(by: .seconds(5)), key: "l")
      #expect(twice.stored.row.record.total == .seconds(65))
      await #expect(throws: DurableError.keyUsed(key: "k", id: "a")) {
        try await subject.perform(Self.minute, "b", key: "k")
      }
      // A request that was refused has not used its key.
      await #expect(throws: DurableError.self) { try await subject.perform(.resume(), key: "m") }
      try await subject.perform(.pause, key: "m")
    }

    @Test(arguments: Kind.allCases)
    func rowsInOrder(_ kind: Kind) async throws {
      let subject = try await Subject(kind)
      for number in 0..<50 {
        let duration = Duration.seconds(1 + number * 7 % 10)
        try await subject.perform(.start(.duration(duration)), "\(number)")
      }
      let end = subject.store.now + .seconds(8)
      var rows: [DurableRow] = []
      var place = NearRows.Place(due: .origin, number: -1)
      while true {
        let next = try await subject.store.rows(Subject.fetch(after: place, through: end, limit: 7))
          .rows
        rows += next
        guard next.count == 7, let last = next.last, let due = last.due else { break }
        place = NearRows.Place(due: due, number: last.number)
      }
      #expect(rows.count == 40)
      let places = rows.map { NearRows.Place(due: $0.due ?? .distantFuture, number: $0.number) }
      #expect(places == places.sorted())
    }

    @Test(arguments: Kind.allCases)
    func firing(_ kind: Kind) async throws {
      let subject = try await Subject(kind)
      try await subject.perform(Self.minute, payload: [1, 2, 3])
      let due = subject.store.now + .seconds(60)
      let rows = try await subject.due(within: .seconds(60))
      subject.time.advance(by: .seconds(60) - .nanoseconds(1))
      #expect(try await subject.store.fire(rows).map(\.version) == [1])
      #expect(try await subject.store.events(after: OutboxPlace(), limit: 10).events.isEmpty)
      subject.time.advance(by: .nanoseconds(2))
      #expect(try await subject.store.fire(rows).map(\.version) == [2])
      // A second time, the version is out of date. If others may have changed the row, it is returned as it is now.
      #expect(try await subject.store.fire(rows).allSatisfy { $0.version == 2 && $0.due == nil })
      let events = try await subject.store.events(after: OutboxPlace(), limit: 10).events
      let event = try #require(events.first)
      #expect(events.count == 1)
      #expect(event.kind == .finished)
      #expect(event.countdown == "a")
      #expect(event.payload == [1, 2, 3])
      #expect(event.due == WallMoment(due))
      #expect(event.fired == WallMoment(due + .nanoseconds(1)))
      #expect(try await subject.store.event(event.ticket) == event)
      #expect(try await subject.store.stored("a")?.row.state == .finished)
      #expect(try await subject.due(within: .seconds(3600)).isEmpty)
    }

    @Test(arguments: Kind.allCases)
    func phasesAndMilestones(_ kind: Kind) async throws {
      let subject = try await Subject(kind)
      let plan = PhasePlan([Phase("a", .seconds(10)), Phase("b", .seconds(5))])
      try await subject.perform(
        .start(.phases(plan), milestones: [.remaining(.seconds(4))]))
      var kinds: [DurableEvent.Kind] = []
      for _ in 0..<20 {
        subject.time.advance(by: .seconds(1))
        kinds += try await subject.fireAll().map(\.kind)
      }
      #expect(
        kinds == [
          .milestone(.remaining(.seconds(4))), .phaseEnded(index: 0, isSkipped: false),
          .milestone(.remaining(.seconds(4))),
          .phaseEnded(index: 1, isSkipped: false), .finished,
        ])
    }

    @Test(arguments: Kind.allCases)
    func nothingAfterACancel(_ kind: Kind) async throws {
      let subject = try await Subject(kind)
      try await subject.perform(
        .start(.duration(.seconds(60)), milestones: [.remaining(.seconds(30))]))
      let rows = try await subject.due(within: .seconds(60))
      subject.time.advance(by: .seconds(30))
      #expect(try await subject.fireAll().map(\.kind) == [.milestone(.remaining(.seconds(30)))])
      let answer = try await subject.perform(.cancel)
      #expect(answer.change?.withdrawn == answer.stored.row.record.run)
      #expect(try await subject.store.events(after: OutboxPlace(), limit: 10).events.isEmpty)
      subject.time.advance(by: .seconds(60))
      #expect(try await subject.store.fire(rows).allSatisfy { $0.due == nil })
      #expect(try await subject.fireAll().isEmpty)
      #expect(try await subject.store.stored("a")?.row.state == .idle)
    }

    /// A run that has ended keeps its event and its payload, although another begins.
    @Test(arguments: Kind.allCases)
    func payloadsOfTwoRuns(_ kind: Kind) async throws {
      let subject = try await Subject(kind)
      try await subject.perform(Self.minute, payload: [1])
      subject.time.advance(by: .seconds(61))
      // The first run has not been fired, but it has ended.
      try await subject.perform(Self.minute, payload: [2])
      try await subject.perform(.cancel)
      try await subject.perform(Self.minute, payload: [3])
      subject.time.advance(by: .seconds(60))
      _ = try await subject.fireAll()
      let events = try await subject.store.events(after: OutboxPlace(), limit: 10).events
      #expect(events.map(\.payload) == [[1], [3]])
      #expect(Set(events.map(\.id)).count == 2)
    }

    @Test(arguments: Kind.allCases)
    func outcomes(_ kind: Kind) async throws {
      let subject = try await Subject(kind)
      for id in ["a", "b", "c", "d"] { try await subject.perform(Self.minute, id) }
      subject.time.advance(by: .seconds(60))
      var tickets = try await subject.fireAll().map(\.ticket)
      try #require(tickets.count == 4)
      tickets[1].failures = 3
      tickets[1].notBefore = subject.store.now + .seconds(9)
      tickets[2].failures = 10
      _ = try await subject.store.note([
        EventOutcome(.handled(tickets[0])), EventOutcome(.delayed(tickets[1]), error: "x"),
        EventOutcome(.givenUp(tickets[2]), error: "y"),
      ])
      let left = try await subject.store.events(after: OutboxPlace(), limit: 10).events
      #expect(left.map(\.countdown) == ["b", "d"])
      #expect(left.first?.ticket == tickets[1])
      #expect(left.first?.attempt == 4)
      #expect(try await subject.store.event(tickets[0]) == nil)
      #expect(try await subject.store.event(tickets[2]) == nil)
      #expect(try await subject.store.event(tickets[1])?.attempt == 4)
      var place = OutboxPlace()
      place.pass(tickets[1])
      place.pass(tickets[0])
      #expect(try await subject.store.events(after: place, limit: 1).events.count == 1)
    }

    @Test(arguments: Kind.allCases)
    func pruning(_ kind: Kind) async throws {
      let subject = try await Subject(kind)
      for id in ["handled", "undelivered", "given up"] {
        try await subject.perform(Self.minute, id)
      }
      let long = CountdownOperation.start(.duration(.seconds(6000)))
      try await subject.perform(long, "running", key: "k")
      subject.time.advance(by: .seconds(60))
      let events = try await subject.fireAll()
      subject.time.advance(by: .seconds(60))
      for event in events {
        switch event.countdown {
        case "handled": _ = try await subject.store.note([EventOutcome(.handled(event.ticket))])
        case "given up":
          let ticket = event.ticket.givenUp(at: subject.store.now)
          _ = try await subject.store.note([EventOutcome(.givenUp(ticket))])
        default: break
        }
      }
      subject.time.advance(by: .seconds(60))
      func left(olderThan seconds: Int64) async throws -> [String] {
        try await subject.store.prune(before: subject.store.now - .seconds(seconds))
        var left: [String] = []
        for id in ["handled", "undelivered", "given up", "running"] {
          if let stored = try await subject.store.stored(id) { left.append(stored.row.id) }
        }
        return left
      }
      #expect(try await left(olderThan: 121).count == 4)
      // An event is kept from when it was given up, however long it has been tried.
      #expect(try await left(olderThan: 61) == ["undelivered", "given up", "running"])
      #expect(try await left(olderThan: 0) == ["undelivered", "running"])
      // The key is forgotten, too.
      try await subject.perform(Self.minute, "b", key: "k")
    }
  }
#endif
