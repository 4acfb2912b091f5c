#if SQLITE && POSTGRESQL
  import GRDB
  import Logging
  import SandglassCore
  import SandglassTesting
  import SandglassTestSupport
  import Testing

  @testable import Sandglass
  @testable import SandglassDurable

  /// What those who operate countdowns read and repair, on both databases.
  struct AdministrationTests {
    private typealias Subject = DurableStoreTests.Subject
    private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private static let kinds = [DurableStoreTests.Kind.sqlite, .postgresql]

    private func administration(_ subject: Subject) throws -> DurableAdministration {
      DurableAdministration(try #require(subject.store as? any AdministeredStore))
    }

    private func all(
      _ administration: DurableAdministration, _ filter: DurableFilter, limit: Int
    ) async throws -> [DurableCountdown] {
      var countdowns: [DurableCountdown] = []
      var place: DurablePlace?
      repeat {
        let page = try await administration.list(filter, after: place, limit: limit)
        #expect(page.damaged.isEmpty)
        countdowns += page.countdowns
        place = page.next
      } while place != nil
      return countdowns
    }

    @Test(.random, arguments: kinds)
    func lists(_ kind: DurableStoreTests.Kind) async throws {
      var random = SeededGenerator(for: "AdministrationTests.lists")
      let subject = try await Subject(kind)
      let administration = try administration(subject)
      let letters = ["a", "b", "ä", "\u{D7FF}", "\u{E000}", "\u{10FFFF}", "%", "_", "'"]
      func text(_ lengths: ClosedRange<Int>) -> String {
        (0..<random.number(lengths)).map { _ in letters[random.number(0...8)] }.joined()
      }
      for _ in 0..<150 {
        let id = text(1...4)
        let start = CountdownOperation.start(.duration(.seconds(random.number(1...50))))
        _ = try? await subject.perform(start, id)
        if random.once(in: 3) { _ = try? await subject.perform(.pause, id) }
        if random.once(in: 4) { _ = try? await subject.perform(.cancel, id) }
      }
      let everything = try await all(administration, DurableFilter(), limit: 1_000)
      #expect(
        everything.map { Array($0.id.utf8) }
          == everything.map { Array($0.id.utf8) }.sorted {
            $0.lexicographicallyPrecedes($1)
          })
      for _ in 0..<repetitions(1_000, atLeast: 50) {
        var filter = DurableFilter(idPrefix: text(0...2))
        if random.once(in: 2) { filter.states = [.running, .idle] }
        if random.once(in: 2) {
          filter.dueBefore = WallMoment(subject.store.now) + .seconds(random.number(0...60))
        }
        let expected = everything.filter { countdown in
          countdown.id.utf8.starts(with: filter.idPrefix.utf8)
            && (filter.states.isEmpty || filter.states.contains(countdown.state))
            && filter.dueBefore.map { end in countdown.end.map { $0 < end } ?? false } ?? true
        }
        let listed = try await all(administration, filter, limit: random.number(1...20))
        try #require(Set(listed.map(\.id)) == Set(expected.map(\.id)), "\(filter)")
        try #require(listed.count == expected.count, "\(filter)")
        try #require(try await administration.count(filter) == expected.count, "\(filter)")
        guard filter.dueBefore != nil else { continue }
        let dues = listed.compactMap(\.end)
        try #require(dues == dues.sorted(), "\(filter)")
      }
    }

    @Test
    func endsOfPrefixes() {
      #expect(DurableFilter.end(ofPrefix: "a") == "b")
      #expect(DurableFilter.end(ofPrefix: "a\u{10FFFF}") == "b")
      #expect(DurableFilter.end(ofPrefix: "\u{D7FF}") == "\u{E000}")
      #expect(DurableFilter.end(ofPrefix: "\u{10FFFF}") == nil)
    }

    @Test(arguments: kinds)
    func damagedRows(_ kind: DurableStoreTests.Kind) async throws {
      let subject = try await Subject(kind)
      let administration = try administration(subject)
      for id in ["a", "b"] { try await subject.perform(.start(.duration(.seconds(1))), id) }
      subject.time.advance(by: .seconds(1))
      _ = try await subject.fireAll()
      try await subject.damage("UPDATE countdowns SET state = 9 WHERE id = 'a'")
      let page = try await administration.list()
      #expect(page.countdowns.map(\.id) == ["b"])
      let row = try #require(page.damaged.first)
      #expect(row.text.contains("no valid state"))
      let whole = try #require(try await subject.store.stored("b")?.row.number)
      await #expect(throws: DurableError.self) { try await administration.removeDamaged(whole) }
      #expect(try await administration.removeDamaged(row.number))
      #expect(try await !administration.removeDamaged(row.number))
      #expect(try await administration.outbox().map(\.event?.countdown) == ["b"])
      try await subject.damage("UPDATE outbox SET kind = 99")
      let entry = try #require(try await administration.outbox().first)
      #expect(entry.event == nil)
      #expect(entry.error?.contains("no valid kind") == true)
      #expect(try await administration.drop(entry.id))
      #expect(try await !administration.drop(entry.id))
      #expect(try await administration.outbox().isEmpty)
    }

    @Test(arguments: kinds)
    func status(_ kind: DurableStoreTests.Kind) async throws {
      let subject = try await Subject(kind)
      let administration = try administration(subject)
      for id in ["a", "b", "c"] { try await subject.perform(.start(.duration(.seconds(1))), id) }
      try await subject.perform(.pause, "c")
      subject.time.advance(by: .seconds(1))
      let events = try await subject.fireAll()
      var ticket = events[0].ticket
      ticket.failures = 3
      _ = try await subject.store.note([EventOutcome(.givenUp(ticket), error: "x")])
      try await subject.perform(.start(.duration(.seconds(1))), "d")
      subject.time.advance(by: .seconds(3))
      let status = try await administration.status()
      #expect(status.countdowns == [.finished: 2, .paused: 1, .running: 1])
      #expect(status.overdue == 1)
      #expect(status.overdueSince == status.taken - .seconds(2))
      #expect(status.waitingEvents == 1)
      #expect(status.waitingSince == status.taken - .seconds(3))
      #expect(status.givenUpEvents == 1)
      #expect(!status.isPaused)
      #expect(status.nodes.map(\.shards) == (kind == .sqlite ? [] : [16]))
      let depth = try #require(try await subject.store.outboxDepth())
      #expect(
        depth == OutboxDepth(waiting: 1, since: Moment(status.taken) - .seconds(3), givenUp: 1))
      let entries = try await administration.outbox(givenUp: true)
      #expect(entries.map(\.error) == ["x"])
      #expect(entries.map(\.isGivenUp) == [true])
      #expect(entries.map(\.failures) == [3])
    }

    @Test
    func limits() async throws {
      let subject = try await Subject(.sqlite)
      let administration = try administration(subject)
      for id in ["a", "b"] { try await subject.perform(.start(.duration(.seconds(60))), id) }
      for limit in [Int.min, 0, 1] {
        #expect(try await administration.list(limit: limit).countdowns.map(\.id) == ["a"])
      }
      #expect(try await administration.list(limit: .max).countdowns.count == 2)
      #expect(try await administration.outbox(after: .max, limit: .max).isEmpty)
      #expect(try await administration.outbox(after: .min).isEmpty)
    }

    @Test
    func payloads() throws {
      #expect(throws: DurableError.self) { try [UInt8].json(Double.nan) }
      #expect(try [UInt8].json(["a": 1]) == Array(#"{"a":1}"#.utf8))
    }

    /// An event that was given up is handed out again, by an engine that runs, with all its attempts.
    @Test(arguments: kinds)
    func replays(_ kind: DurableStoreTests.Kind) async throws {
      let subject = try await Subject(kind)
      let administration = try administration(subject)
      let fails = Locked(true)
      let heard = Heard()
      let countdowns = DurableCountdowns(
        subject.store, on: subject.time.timekeeper,
        options: DurableOptions(retries: RetryPolicy(attempts: 2)), logger: Self.silent,
        receiver: .closure { event in
          if fails.withLock({ $0 }) { throw CancellationError() }
          heard.add(event)
        })
      try await countdowns.start("a", for: .seconds(1), payload: .json(["seat": 17]))
      try await withRun(of: countdowns) {
        func entries() async throws -> [OutboxEntry] {
          try await administration.outbox(givenUp: true)
        }
        try await passTime(of: subject.time) { try await !entries().isEmpty }
        let number = try #require(try await entries().first?.number)
        fails.withLock { $0 = false }
        #expect(try await administration.replay(number))
        #expect(try await !administration.replay(number))
        try await passTime(of: subject.time) { try await administration.outbox().isEmpty }
      }
      let event = try #require(heard.events.first)
      #expect(heard.events.count == 1)
      #expect(event.attempt == 1)
      #expect(try event.payload(as: [String: Int].self) == ["seat": 17])
      #expect(throws: DurableError.self) { try event.payload(as: [Int].self) }
      let countdown = try await countdowns.countdown("a")
      #expect(try countdown?.payload(as: [String: Int].self) == ["seat": 17])
    }

    /// Nothing fires while firing is paused, and everything after that.
    @Test(arguments: kinds)
    func pauses(_ kind: DurableStoreTests.Kind) async throws {
      let subject = try await Subject(kind)
      let administration = try administration(subject)
      let heard = Heard()
      let countdowns = DurableCountdowns(
        subject.store, on: subject.time.timekeeper, options: DurableOptions(), logger: Self.silent,
        receiver: .closure { heard.add($0) })
      try await administration.pauseFiring()
      #expect(try await administration.status().isPaused)
      try await countdowns.start("a", for: .seconds(1))
      try await withRun(of: countdowns) {
        try await passTime(of: subject.time) {
          try await administration.status().overdueSince.map {
            $0 < WallMoment(subject.store.now) - .seconds(10)
          } ?? false
        }
        #expect(heard.events.isEmpty)
        try await administration.resumeFiring()
        try await passTime(of: subject.time) { !heard.events.isEmpty }
      }
      #expect(heard.events.map(\.countdown) == ["a"])
    }

    private func withRun(
      of countdowns: DurableCountdowns, _ body: () async throws -> Void
    ) async throws {
      let run = Task { try await countdowns.run() }
      defer { countdowns.stop() }
      try await body()
      countdowns.stop()
      try await run.value
    }

    /// Operators may read the views with any tool.
    @Test
    func views() async throws {
      let sqlite = try await Subject(.sqlite)
      let postgresql = try await Subject(.postgresql)
      for subject in [sqlite, postgresql] {
        try await subject.perform(.start(.duration(.seconds(1))), "a")
        try await subject.perform(.start(.duration(.milliseconds(2500))), "b")
        try await subject.perform(.pause, "b")
        subject.time.advance(by: .seconds(1))
        _ = try await subject.fireAll()
      }
      let file = try #require(sqlite.store as? SQLiteStore)
      let countdowns = try await file.database.read {
        try Row.fetchAll(
          $0, sql: "SELECT id, state, seconds_left FROM sandglass_countdown_view ORDER BY id"
        )
        .map { "\($0[0] as String) \($0[1] as String) \($0[2] as Double? ?? 0)" }
      }
      #expect(countdowns == ["a finished 0.0", "b paused 2.5"])
      let events = try await file.database.read {
        try String.fetchAll($0, sql: "SELECT countdown || kind || due FROM sandglass_event_view")
      }
      let due = try #require(events.first)
      #expect(due.hasPrefix("afinished") && due.hasSuffix("Z"))
      let server = try #require(postgresql.store as? PostgreSQLStore)
      let schema = server.schema.name
      let rows = try await server.write {
        try $0.execute(
          "SELECT id, state, seconds_left::float8 FROM \(schema).countdown_view ORDER BY id")
          + $0.execute("SELECT countdown, kind, given_up FROM \(schema).event_view")
      }
      #expect(rows == [["a", "finished", nil], ["b", "paused", "2.5"], ["a", "finished", "f"]])
    }
  }
#endif
