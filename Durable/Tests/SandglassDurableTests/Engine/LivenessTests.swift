#if SQLITE && POSTGRESQL
  import Foundation
  import Logging
  import SandglassCore
  import SandglassLedger
  import SandglassTestSupport
  import SandglassTesting
  import Testing

  @testable import Sandglass
  @testable import SandglassDurable

  /// What one countdown, one row or one handler does, it does to that countdown alone. In real time, on a server.
  @Suite(.programs)
  struct LivenessTests {
    private let server: PostgreSQLServer
    private let schema = PostgreSQLServer.schema()
    private let heard = Heard()

    init() throws {
      server = try PostgreSQLServer.shared.get()
    }

    private var quoted: String { "\"\(schema)\"" }

    private func store() async throws -> PostgreSQLStore {
      try await PostgreSQLStore(
        server.connection, schema: schema, limits: PostgreSQLLimits(lock: .milliseconds(20)))
    }

    private static let options = DurableOptions(
      retries: RetryPolicy(
        attempts: 3, firstDelay: .milliseconds(1), longestDelay: .milliseconds(2)))

    private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// Countdowns whose handler writes what it has heard, and does more with those that are bad.
    private func countdowns(
      _ store: PostgreSQLStore,
      bad: @escaping @Sendable (PostgreSQLTransaction) throws -> Void
    ) -> DurableCountdowns {
      DurableCountdowns(store, options: Self.options, logger: Self.silent) {
        [heard] event, transaction in
        if event.countdown.hasPrefix("bad") { try bad(transaction) }
        heard.add(event)
      }
    }

    private func hears(_ count: Int) async throws -> Bool {
      try await poll { Set(heard.events.map(\.id)).count == count }
    }

    private func running(
      _ countdowns: DurableCountdowns, _ body: () async throws -> Void
    ) async throws {
      let run = Task { try await countdowns.run() }
      try await body()
      countdowns.stop()
      try await run.value
    }

    /// A handler meets a row of the user's that somebody has locked. The others are handled, and it is handled when the
    /// row is free, however often it has been tried.
    @Test
    func lockedRowOfTheUser() async throws {
      let store = try await store()
      let seats = quoted + ".seats"
      try await store.write { transaction in
        try transaction.execute("CREATE TABLE \(seats) AS SELECT 1 AS id")
      }
      let countdowns = countdowns(store) { try $0.execute("UPDATE \(seats) SET id = 2") }
      let other = try PostgreSQLConnection(server.connection)
      try other.run("BEGIN; UPDATE \(seats) SET id = 3")
      try await running(countdowns) {
        for number in 0..<5 { try await countdowns.start("bad \(number)", for: .milliseconds(1)) }
        for number in 0..<200 { try await countdowns.start("\(number)", for: .milliseconds(1)) }
        #expect(try await hears(200))
        // Long enough for more attempts than an event at fault gets.
        for number in 0..<100 {
          try await countdowns.start("more \(number)", for: .milliseconds(1))
        }
        #expect(try await hears(300))
        try other.run("COMMIT")
        #expect(try await hears(305))
      }
    }

    /// Handlers that take long, one of them after it has failed. Others wait for none of them to return.
    @Test
    func slowHandlers() async throws {
      let store = try await store()
      let slow = Locked(0)
      let countdowns = DurableCountdowns(store, options: Self.options, logger: Self.silent) {
        [heard] event, transaction in
        guard event.countdown.hasPrefix("bad") else { return heard.add(event) }
        if event.countdown == "bad 0", event.attempt == 1 { throw DurableError.invalid("bad") }
        slow.withLock { $0 += 1 }
        try transaction.execute("SELECT pg_sleep(600)")
      }
      try await running(countdowns) {
        for number in 0..<4 {
          try await countdowns.start("bad \(number)", for: .milliseconds(1))
          #expect(try await poll { slow.withLock { $0 } == number + 1 })
        }
        for number in 0..<200 { try await countdowns.start("\(number)", for: .milliseconds(1)) }
        #expect(try await hears(200))
      }
    }

    /// Somebody has locked the row of a countdown. The others of its shard fire.
    @Test
    func lockedCountdown() async throws {
      let store = try await store()
      let countdowns = countdowns(store) { _ in }
      let other = try PostgreSQLConnection(server.connection)
      try await running(countdowns) {
        try await countdowns.start("a", for: .milliseconds(300))
        try other.run("BEGIN; SELECT FROM \(quoted).countdowns WHERE id = 'a' FOR UPDATE")
        async let late = countdowns.extend("a", by: .milliseconds(1))
        for number in 0..<200 { try await countdowns.start("\(number)", for: .milliseconds(1)) }
        #expect(try await hears(200))
        try other.run("ROLLBACK")
        // It was asked before the end or after it, or for longer than a call waits.
        do {
          _ = try await late
        } catch DurableError.refused {
        } catch let error as DurableError where error.isConflict {}
        #expect(try await hears(201))
      }
    }

    /// A call for a locked countdown is answered with its own answer, whatever comes of calls beside it.
    @Test
    func lockedCountdownBesideRefusals() async throws {
      let store = try await store()
      let countdowns = countdowns(store) { _ in }
      try await countdowns.start("a", for: .seconds(60))
      let other = try PostgreSQLConnection(server.connection)
      try other.run("BEGIN; SELECT FROM \(quoted).countdowns WHERE id = 'a' FOR UPDATE")
      async let extended = countdowns.extend("a", by: .seconds(1))
      await withTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            for _ in 0..<25 {
              await #expect(throws: DurableError.unknown(id: "nobody")) {
                try await countdowns.cancel("nobody")
              }
            }
          }
        }
      }
      try other.run("ROLLBACK")
      var total = Duration.seconds(60)
      do {
        _ = try await extended
        total += .seconds(1)
      } catch let error as DurableError where error.isConflict {
        // A call does not wait for ever.
      }
      #expect(try await store.stored("a")?.row.record.total == total)
    }

    /// Somebody has locked an event. What has become of others is written, and a stop does not wait for it.
    @Test(arguments: [false, true])
    func lockedEvent(isStopped: Bool) async throws {
      let store = try await store()
      let countdowns = DurableCountdowns(store, options: Self.options, logger: Self.silent) {
        [heard] in heard.add($0)
      }
      let other = try PostgreSQLConnection(server.connection)
      func waiting() -> Int64? {
        try? PostgreSQLConnection(server.connection)
          .run("SELECT count(*) FROM \(quoted).outbox", []).number(0, 0)
      }
      try await countdowns.start("a", for: .milliseconds(1))
      try await store.write { transaction in
        try transaction.execute("SELECT pg_sleep(0.01)")
        _ = try transaction.tables.perform(
          try DurableRequest(.start(.duration(.seconds(3600))), "a", key: nil, version: nil),
          at: transaction.moment)
      }
      #expect(waiting() == 1)
      try other.run("BEGIN; SELECT FROM \(quoted).outbox FOR UPDATE")
      try await running(countdowns) {
        for number in 0..<100 { try await countdowns.start("\(number)", for: .milliseconds(1)) }
        #expect(try await poll { heard.events.count >= 100 && waiting() == 1 })
        if isStopped { return }
        try other.run("ROLLBACK")
        // The start has ended the first run. The second one goes on.
        #expect(try await poll { waiting() == 0 })
      }
    }

    /// Handlers that end the transaction are given up, and those that were handed out with them are handled once.
    @Test
    func handlersThatEndTheTransaction() async throws {
      let store = try await store()
      let countdowns = countdowns(store) { try $0.execute("ROLLBACK") }
      for number in 0..<100 {
        try await countdowns.start(
          "\(number % 20 == 0 ? "bad " : "")\(number)", for: .milliseconds(1))
      }
      try await running(countdowns) {
        #expect(
          try await poll {
            Set(heard.events.map(\.countdown)).filter { !$0.hasPrefix("bad") }.count == 95
          })
        let connection = try PostgreSQLConnection(server.connection)
        #expect(
          try await poll {
            let given = try? connection.run(
              "SELECT count(*), min(failures), max(failures) FROM \(quoted).outbox WHERE given_up",
              [])
            return (0..<3).map { given?.number(0, $0) } == [5, 3, 3]
          })
      }
    }

    /// A transaction that stays open is read of once.
    @Test
    func openTransaction() async throws {
      let (store, other) = (try await store(), try await store())
      _ = try await store.renew()
      let open = try PostgreSQLConnection(server.connection)
      try open.run("BEGIN; SELECT pg_current_xact_id()")
      _ = try await store.news()
      for id in 0..<50 {
        _ = try await other.perform(
          try DurableRequest(.start(.duration(.seconds(50))), "\(id)", key: nil, version: nil))
      }
      #expect(try await store.news().changed.count == 50)
      #expect(try await store.news().changed.isEmpty)
      try open.run("ROLLBACK")
    }

    /// A row and an event that cannot be read are left alone, and the others go on.
    @Test(arguments: DurableStoreTests.Kind.allCases.filter { $0 != .memory })
    func damagedData(_ kind: DurableStoreTests.Kind) async throws {
      let subject = try await DurableStoreTests.Subject(kind)
      for id in ["a", "b", "c", "d"] {
        try await subject.perform(.start(.duration(.seconds(1))), id)
      }
      try await subject.damage("UPDATE countdowns SET state = 99 WHERE id = 'b'")
      subject.time.advance(by: .seconds(1))
      #expect(try await subject.fireAll().map(\.countdown) == ["a", "c", "d"])
      try await subject.damage(
        "UPDATE outbox SET kind = 77 WHERE number = (SELECT min(number) FROM outbox)")
      let page = try await subject.store.events(after: OutboxPlace(), limit: 3)
      #expect(page.events.count == 2 && page.faults.count == 1 && page.places.count == 3)
    }

    /// The engine goes on beside rows that cannot be fired.
    @Test
    func rowsThatFail() async throws {
      let time = VirtualTime()
      let store = MemoryStore(timekeeper: time.timekeeper)
      await store.failFiring(of: "bad")
      let countdowns = DurableCountdowns(
        store, on: time.timekeeper, options: DurableOptions(), logger: Self.silent,
        receiver: .closure { [heard] in heard.add($0) })
      for number in 0..<3_000 {
        try await countdowns.start(
          number % 300 == 7 ? "bad \(number)" : "\(number)", for: .seconds(1))
      }
      try await running(countdowns) {
        try await passTime(of: time) { heard.events.count == 2_990 }
        await store.failFiring(of: "")
        try await passTime(of: time) { heard.events.count == 3_000 }
      }
    }

    /// A closure that takes too long is cancelled, and has failed.
    @Test
    func handlerLimit() async throws {
      let time = VirtualTime()
      let store = MemoryStore(timekeeper: time.timekeeper)
      var options = Self.options
      options.handlerLimit = .seconds(5)
      let countdowns = DurableCountdowns(
        store, on: time.timekeeper, options: options, logger: Self.silent,
        receiver: .closure { [heard] event in
          if event.attempt < 3 { try await time.timekeeper.sleep(for: .seconds(100_000)) }
          heard.add(event)
        })
      try await countdowns.start("a", for: .seconds(1))
      try await running(countdowns) {
        try await passTime(of: time, by: .seconds(1)) { heard.events.map(\.attempt) == [3] }
      }
    }

    /// A server that is stopped, and not gone, does not keep the engine from ending.
    @Test
    func serverThatDoesNotAnswer() async throws {
      let own = try PostgreSQLServer("fsync=off")
      let store = try await PostgreSQLStore(
        own.connection + " application_name=stopped", schema: schema, lease: .seconds(1))
      let countdowns = countdowns(store) { _ in }
      let run = Task { try await countdowns.run() }
      for number in 0..<20 { try await countdowns.start("\(number)", for: .milliseconds(1)) }
      #expect(try await hears(20))
      let connection = try PostgreSQLConnection(own.connection)
      let backends = try connection.run(
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'stopped'", [])
      let ids = try (0..<backends.count).map { Int32(try backends.int($0, 0)) }
      #expect(ids.count >= 4)
      for id in ids { kill(id, SIGSTOP) }
      defer { for id in ids { kill(id, SIGCONT) } }
      let before = ContinuousClock.now
      countdowns.stop()
      try await run.value
      #expect(ContinuousClock.now - before < .seconds(10))
    }

    /// A `write` may start more countdowns with keys than a server has locks.
    @Test
    func manyKeys() async throws {
      let own = try PostgreSQLServer(
        "fsync=off", "max_locks_per_transaction=10", "max_connections=10")
      let store = try await PostgreSQLStore(own.connection, schema: schema)
      let countdowns = DurableCountdowns(store)
      try await store.write { transaction in
        for number in 0..<3_000 {
          try countdowns.in(transaction).start(
            "\(number)", for: .seconds(60), key: "key \(number)")
        }
        #expect(throws: DurableError.unknown(id: "nobody")) {
          try countdowns.in(transaction).cancel("nobody", key: "again")
        }
        try countdowns.in(transaction).cancel("1", key: "again")
      }
      #expect(try await countdowns.countdown("2999")?.state == .running)
      #expect(try await countdowns.countdown("1")?.state == .idle)
    }

    /// What a statement of the user's sets ends with its transaction, and no error has a password.
    @Test
    func settingsAndPasswords() async throws {
      let store = try await store()
      try await store.write { transaction in
        try transaction.execute("SET standard_conforming_strings = off")
        try transaction.execute("SET search_path = nowhere")
      }
      let settings = try await store.write {
        try $0.execute("SELECT current_setting('standard_conforming_strings')")
          + $0.execute("SHOW search_path")
      }
      #expect(settings.first == ["on"] && settings.last != ["nowhere"])
      for text in ["postgresql://a:secret@[::1", "password= secret nonsense", "secret"] {
        let error = await #expect(throws: DurableError.self) { try await PostgreSQLStore(text) }
        #expect(error.map { "\($0)".contains("secret") } == false)
      }
    }

    @Test
    func limits() {
      let least = PostgreSQLLimits(lock: .zero, statement: .zero, idle: .seconds(-1))
      #expect(least.lock == .milliseconds(1))
      #expect(least.statement == .milliseconds(100) && least.idle == .milliseconds(100))
      let most = PostgreSQLLimits(
        lock: .seconds(Int64.max), statement: .seconds(Int64.max), idle: .seconds(Int64.max))
      #expect(most.lock == .seconds(60))
      #expect(most.statement == .seconds(3600) && most.idle == .seconds(3600))
      var options = DurableOptions(handlerLimit: .zero)
      #expect(options.handlerLimit == .milliseconds(100))
      options.handlerLimit = .seconds(-1)
      #expect(options.handlerLimit == .milliseconds(100))
    }

    @Test
    func whatTheDatabaseSays() async throws {
      let store = try await store()
      let seats = quoted + ".seats"
      try await store.write { transaction in
        try transaction.execute("CREATE TABLE \(seats) (id text CONSTRAINT one_seat PRIMARY KEY)")
      }
      for _ in 0..<2 {
        do {
          try await store.write { try $0.execute("INSERT INTO \(seats) VALUES ('a')") }
        } catch DurableError.database(_, code: "23505", constraint: "one_seat") {}
      }
      for (statement, value) in [("SELECT 1 -- \0 WHERE false", nil), ("SELECT $1", "a\0b")] {
        await #expect(throws: DurableError.self) {
          try await store.write { try $0.execute(statement, value.map { [$0] } ?? []) }
        }
      }
      #expect(try await store.write { try $0.execute("SHOW lock_timeout") } == [["20ms"]])
    }
  }
#endif
