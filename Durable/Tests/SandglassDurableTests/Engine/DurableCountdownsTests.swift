#if SQLITE
  import GRDB
  import Logging
  import Metrics
  import MetricsTestKit
  import SandglassCore
  import SandglassTestSupport
  import SandglassTesting
  import ServiceLifecycle
  import Testing

  @testable import Sandglass
  @testable import SandglassDurable

  /// The engine, in virtual time.
  struct DurableCountdownsTests {
    private struct Failure: Error {}

    private let time = VirtualTime()
    private let heard = Heard()
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
      folder = try TemporaryFolder.made()
      path = folder.file("countdowns.sqlite")
    }

    private func store() throws -> SQLiteStore {
      try SQLiteStore(path: path, timekeeper: time.timekeeper)
    }

    /// Runs countdowns during `body`.
    private func running(
      _ countdowns: DurableCountdowns, _ body: () async throws -> Void
    ) async throws {
      try await withThrowingTaskGroup { group in
        group.addTask { try await countdowns.run() }
        defer { countdowns.stop() }
        try await body()
        countdowns.stop()
        try await group.waitForAll()
      }
    }

    @Test
    func fires() async throws {
      let countdowns = DurableCountdowns(try store()) { [heard] in heard.add($0) }
      let early = try await countdowns.start("before", for: .seconds(60), payload: [7])
      #expect(early.state == .running)
      #expect(early.remaining == .seconds(60))
      #expect(early.end == time.wallNow + .seconds(60))
      try await running(countdowns) {
        try await countdowns.start(
          "during", for: .milliseconds(500), milestones: [.remaining(.milliseconds(200))])
        try await countdowns.start("far", for: .seconds(86_400 * 365))
        try await passTime(of: time) { heard.events.count == 3 }
      }
      #expect(heard.events.map(\.countdown) == ["during", "during", "before"])
      #expect(
        heard.events.map(\.kind) == [
          .milestone(.remaining(.milliseconds(200))), .finished, .finished,
        ])
      #expect(heard.events.allSatisfy { $0.due <= $0.fired && $0.attempt == 1 })
      #expect(heard.events.last?.payload == [7])
      #expect(heard.events.last?.due == early.end)
      #expect(try await countdowns.countdown("before")?.state == .finished)
      #expect(try await countdowns.countdown("far")?.state == .running)
      #expect(try await countdowns.countdown("none") == nil)
    }

    @Test
    func operations() async throws {
      let countdowns = DurableCountdowns(try store()) { [heard] in heard.add($0) }
      let plan = PhasePlan([Phase("work", .seconds(25)), Phase("break", .seconds(5))])
      var state = try await countdowns.start("a", phases: plan)
      #expect(state.phase == Phase("work", .seconds(25)))
      time.advance(by: .seconds(10))
      state = try await countdowns.pause("a", ifVersion: state.version)
      #expect((state.state, state.remaining, state.end) == (.paused, .seconds(15), nil))
      time.advance(by: .seconds(100))
      state = try await countdowns.resume("a")
      #expect((state.state, state.remaining) == (.running, .seconds(15)))
      state = try await countdowns.extend("a", by: .seconds(5))
      #expect((state.remaining, state.total) == (.seconds(20), .seconds(30)))
      state = try await countdowns.moveEnd(of: "a", to: time.wallNow + .seconds(3))
      #expect(state.remaining == .seconds(3))
      state = try await countdowns.skip("a")
      #expect((state.phaseIndex, state.phase?.name) == (1, "break"))
      // What is due but has not been fired has happened all the same.
      time.advance(by: .seconds(6))
      #expect(try await countdowns.countdown("a")?.state == .finished)
      await #expect(throws: DurableError.self) { try await countdowns.cancel("a") }
      state = try await countdowns.start("a", until: time.wallNow + .seconds(9))
      state = try await countdowns.cancel("a")
      #expect(state.state == .idle)
      try await running(countdowns) {
        try await passTime(of: time) { heard.events.count == 3 }
      }
      #expect(
        heard.events.map(\.kind) == [
          .phaseEnded(index: 0, isSkipped: true), .phaseEnded(index: 1, isSkipped: false),
          .finished,
        ])
    }

    @Test
    func failingHandler() async throws {
      let options = DurableOptions(
        retries: RetryPolicy(
          attempts: 3, firstDelay: .seconds(1), longestDelay: .seconds(300)))
      let given = Lines()
      let countdowns = DurableCountdowns(
        try store(), options: options, logger: Logger(label: "test") { _ in given.handler() }
      ) { [heard] event in
        heard.add(event)
        if event.countdown == "bad" || event.attempt < 3 { throw Failure() }
      }
      try await running(countdowns) {
        try await countdowns.start(
          "bad", for: .seconds(1), milestones: [.remaining(.milliseconds(500))])
        try await countdowns.start("good", for: .seconds(1))
        try await passTime(of: time) { heard.events.count == 9 }
      }
      #expect(heard.events.filter { $0.countdown == "good" }.map(\.attempt) == [1, 2, 3])
      let bad = heard.events.filter { $0.countdown == "bad" }
      #expect(bad.map(\.attempt) == [1, 2, 3, 1, 2, 3])
      // In order, although the first one failed.
      #expect(Set(bad.prefix(3).map(\.id)).count == 1)
      #expect(bad.last?.kind == .finished)
      #expect(given.lines.filter { $0.contains("given up") }.count == 2)
    }

    @Test
    func inTransaction() async throws {
      let store = try store()
      try await store.database.write {
        try $0.execute(sql: "CREATE TABLE seats (id TEXT PRIMARY KEY, freed INTEGER NOT NULL)")
      }
      let countdowns = DurableCountdowns(
        store, options: DurableOptions(retries: RetryPolicy(firstDelay: .milliseconds(1))),
        inTransaction: { [heard] event, database in
          heard.add(event)
          try database.execute(
            sql: "INSERT INTO seats VALUES (?, 1) ON CONFLICT DO UPDATE SET freed = freed + 1",
            arguments: [event.countdown])
          if event.attempt < 3, event.countdown.hasSuffix("7") { throw Failure() }
        })
      try await running(countdowns) {
        for number in 0..<300 {
          try await countdowns.start("\(number)", for: .milliseconds(1 + number % 10))
        }
        try await passTime(of: time) {
          try await store.database.read {
            try Int.fetchOne($0, sql: "SELECT SUM(freed) FROM seats")
          } == 300
        }
      }
      #expect(heard.events.count == 300 + 30 * 2)
      #expect(
        try await store.database.read {
          try Int.fetchOne($0, sql: "SELECT MAX(freed) FROM seats")
        } == 1)
      #expect(try await store.events(after: OutboxPlace(), limit: 1).events.isEmpty)
    }

    /// A start in a transaction of the user's exists if and only if the transaction does.
    @Test
    func startInTransaction() async throws {
      let store = try store()
      let countdowns = DurableCountdowns(
        store,
        inTransaction: { [heard] event, _ in heard.add(event) })
      try await running(countdowns) {
        await #expect(throws: Failure.self) {
          try await store.database.write { database in
            try countdowns.in(database).start("undone", for: .seconds(1))
            throw Failure()
          }
        }
        try await store.database.write { database in
          try countdowns.in(database).start("a", for: .seconds(1), key: "k")
          try countdowns.in(database).start("a", for: .seconds(1), key: "k")
          try countdowns.in(database).start("b", until: time.wallNow - .seconds(1))
          #expect(throws: DurableError.self) {
            try countdowns.in(database).start("a", for: .seconds(1))
          }
        }
        try await store.database.writeWithoutTransaction { database in
          _ = #expect(throws: DurableError.self) {
            try countdowns.in(database).start("c", for: .seconds(1))
          }
        }
        try await passTime(of: time) { heard.events.count == 2 }
      }
      #expect(heard.events.map(\.countdown) == ["b", "a"])
      #expect(try await countdowns.countdown("undone") == nil)
      #expect(try await countdowns.countdown("c") == nil)
    }

    /// A cancel and an extension in a transaction of the user's are made if and only if the transaction is kept, and the
    /// engine forgets no row of which a savepoint has undone the change.
    @Test
    func changesInTransaction() async throws {
      let store = try store()
      let countdowns = DurableCountdowns(store) { [heard] in heard.add($0) }
      try await running(countdowns) {
        for id in ["sold", "kept", "failed", "longer"] {
          try await countdowns.start(
            id, for: .seconds(10), milestones: [.remaining(.seconds(9))])
        }
        try await store.database.write { database in
          try countdowns.in(database).cancel("sold", key: "k")
          try countdowns.in(database).cancel("sold", key: "k")
          try countdowns.in(database).extend("longer", by: .seconds(10))
          try database.inSavepoint {
            try countdowns.in(database).cancel("kept")
            return .rollback
          }
        }
        await #expect(throws: Failure.self) {
          try await store.database.write { database in
            try countdowns.in(database).cancel("failed")
            throw Failure()
          }
        }
        try await passTime(of: time) { heard.events.count == 6 }
      }
      let finished = heard.events.filter { $0.kind == .finished }.map(\.countdown)
      #expect(Set(finished.prefix(2)) == ["kept", "failed"])
      #expect(finished.last == "longer")
      #expect(!heard.events.contains { $0.countdown == "sold" })
      await #expect(throws: DurableError.self) {
        try await store.database.write { try countdowns.in($0).cancel("kept") }
      }
    }

    /// The next process fires what was due in between, and hands out what was not acknowledged.
    @Test
    func nextProcess() async throws {
      try await firstProcess()
      time.advance(by: .seconds(1_000))
      let countdowns = DurableCountdowns(try store()) { [heard] in heard.add($0) }
      try await running(countdowns) {
        try await passTime(of: time) { heard.events.count == 3 }
      }
      let (again, next) = (
        heard.events.filter { $0.countdown == "a" }, heard.events.filter { $0.countdown == "b" }
      )
      #expect(again.count == 2 && again[0].id == again[1].id)
      #expect(next.count == 1 && next[0].fired > next[0].due + .seconds(800))
    }

    private func firstProcess() async throws {
      let unread = DurableCountdowns(try store())
      try await unread.start("a", for: .seconds(1))
      try await unread.start("b", for: .seconds(100))
      try await running(unread) {
        var iterator = unread.events.makeAsyncIterator()
        let passing = Task { try await passTime(of: time) { heard.events.count == 1 } }
        heard.add(try #require(await iterator.next()))
        try await passing.value
      }
    }

    @Test
    func events() async throws {
      let countdowns = DurableCountdowns(
        try store(), options: DurableOptions(retries: RetryPolicy(firstDelay: .seconds(1))))
      for number in 0..<5 { try await countdowns.start("\(number)", for: .seconds(1 + number)) }
      let reading = Task { [heard] in
        for await event in countdowns.events {
          heard.add(event)
          if heard.events.count == 2 { break }
        }
        for await event in countdowns.events { heard.add(event) }
        return true
      }
      try await running(countdowns) {
        try await passTime(of: time) { heard.events.count == 6 }
      }
      // The sequence ends with the run.
      #expect(await reading.value)
      let ids = heard.events.map(\.countdown)
      #expect(Set(ids).count == 5)
      #expect(ids.filter { $0 == "1" }.count == 2)
      // The last one was being read when the run ended, and was acknowledged then.
      let store = try #require(countdowns.store as? SQLiteStore)
      #expect(try await store.events(after: OutboxPlace(), limit: 10).events.isEmpty)
    }

    /// An event that nobody has begun to read is taken back by a cancel.
    @Test
    func cancelBeforeReading() async throws {
      let countdowns = DurableCountdowns(try store())
      let course = [Milestone.remaining(.milliseconds(900))]
      try await countdowns.start("a", for: .seconds(1_000), milestones: [.remaining(.seconds(999))])
      try await countdowns.start("b", for: .seconds(1_000), milestones: course)
      let store = try #require(countdowns.store as? SQLiteStore)
      try await running(countdowns) {
        try await passTime(of: time) {
          try await store.events(after: OutboxPlace(), limit: 1).events.isEmpty == false
        }
        for _ in 0..<20 { time.advance(by: .milliseconds(100)) }
        try await countdowns.cancel("a")
        let reading = Task {
          for await event in countdowns.events { heard.add(event) }
        }
        try await passTime(of: time, by: .seconds(10)) { heard.events.count == 2 }
        reading.cancel()
      }
      #expect(heard.events.map(\.countdown) == ["b", "b"])
    }

    @Test
    func failingStore() async throws {
      let store = MemoryStore(timekeeper: time.timekeeper)
      let countdowns = DurableCountdowns(
        store, on: time.timekeeper, options: DurableOptions(), logger: .silent,
        receiver: .closure { [heard] in heard.add($0) })
      for number in 0..<100 {
        try await countdowns.start("\(number)", for: .milliseconds(10 * number + 10))
      }
      try await running(countdowns) {
        try await passTime(of: time) { heard.events.count > 10 }
        await store.fail(with: .database("disk full"))
        await #expect(throws: DurableError.database("disk full")) {
          try await countdowns.cancel("99")
        }
        for _ in 0..<40 { time.advance(by: .milliseconds(50)) }
        await store.fail(with: nil)
        try await passTime(of: time) { Set(heard.events.map(\.id)).count == 100 }
      }
      #expect(await store.events(after: OutboxPlace(), limit: 10).events.isEmpty)
    }

    @Test
    func clockIsSet() async throws {
      let countdowns = DurableCountdowns(try store()) { [heard] in heard.add($0) }
      try await running(countdowns) {
        try await countdowns.start("a", for: .seconds(100))
        time.setWallClock(to: time.wallNow - .seconds(3600))
        for _ in 0..<100 { time.advance(by: .seconds(10)) }
        #expect(heard.events.isEmpty)
        // In the new time, it has an hour and 100 s minus 1,000 s to go.
        time.setWallClock(to: time.wallNow + .seconds(7200))
        try await passTime(of: time) { heard.events.count == 1 }
        #expect(heard.events.allSatisfy { $0.fired >= $0.due })
      }
    }

    @Test
    func service() async throws {
      let countdowns = DurableCountdowns(try store()) { [heard, time] event in
        heard.add(event)
        // A handler that has begun comes to its end.
        try await time.timekeeper.sleep(for: .seconds(5))
        heard.add(event)
      }
      try await countdowns.start("a", for: .seconds(1))
      let group = ServiceGroup(services: [countdowns], logger: .silent)
      try await withThrowingTaskGroup { tasks in
        tasks.addTask { try await group.run() }
        try await passTime(of: time) { heard.events.count == 1 }
        await group.triggerGracefulShutdown()
        try await passTime(of: time) { heard.events.count == 2 }
        try await tasks.waitForAll()
      }
      let store = try #require(countdowns.store as? SQLiteStore)
      #expect(try await store.events(after: OutboxPlace(), limit: 10).events.isEmpty)
      await #expect(throws: DurableError.self) { try await countdowns.run() }
    }

    /// The lateness is reported as what it is.
    @Test
    func metrics() async throws {
      let metrics = TestMetrics()
      MetricsSystem.bootstrap(metrics)
      let countdowns = DurableCountdowns(try store()) { [heard] in heard.add($0) }
      try await countdowns.start("a", for: .seconds(1))
      time.advance(by: .seconds(3601))
      try await running(countdowns) {
        try await passTime(of: time) { heard.events.count == 1 }
      }
      // Other tests may report to the same timer.
      let lateness = try metrics.expectTimer("sandglass_durable_lateness").values
      #expect(lateness.contains { $0 >= 3_600_000_000_000 && $0 < 3_700_000_000_000 })
    }

    /// A handler that is cancelled has not failed: its event is handed out by the next process.
    @Test
    func cancelledRun() async throws {
      let countdowns = DurableCountdowns(try store()) { [heard, time] event in
        heard.add(event)
        try await time.timekeeper.sleep(for: .seconds(1_000_000))
      }
      try await countdowns.start("a", for: .seconds(1))
      let run = Task { try await countdowns.run() }
      try await passTime(of: time) { heard.events.count == 1 }
      run.cancel()
      try? await run.value
      let store = try #require(countdowns.store as? SQLiteStore)
      #expect(try await store.events(after: OutboxPlace(), limit: 10).events.map(\.attempt) == [1])
    }
  }

  extension Logger {
    fileprivate static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  }

  /// The lines that were logged.
  private final class Lines: Sendable {
    private let all = Locked<[String]>([])

    var lines: [String] { all.withLock { $0 } }

    func handler() -> some LogHandler { Handler(lines: self) }

    private struct Handler: LogHandler {
      let lines: Lines
      var metadata: Logger.Metadata = [:]
      var logLevel = Logger.Level.trace

      subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
      }

      func log(event: LogEvent) { lines.all.withLock { $0.append("\(event.message)") } }
    }
  }
#endif
