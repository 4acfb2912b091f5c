#if POSTGRESQL
  import Foundation
  import SandglassCore
  import SandglassLedger
  import SandglassTesting
  import SandglassTestSupport
  import Testing

  @testable import Sandglass
  @testable import SandglassDurable

  /// What is particular to a server.
  @Suite(.programs)
  struct PostgreSQLStoreTests {
    private let server: PostgreSQLServer
    private let schema = PostgreSQLServer.schema()

    init() throws {
      server = try PostgreSQLServer.shared.get()
    }

    private static let hour = CountdownOperation.start(.duration(.seconds(3600)))

    private func request(
      _ id: String, _ operation: CountdownOperation = hour, key: String? = nil
    ) throws -> DurableRequest {
      try DurableRequest(operation, id, key: key, version: nil)
    }

    private func store() async throws -> PostgreSQLStore {
      try await PostgreSQLStore(server.connection, schema: schema)
    }

    private func connection() throws -> PostgreSQLConnection {
      try PostgreSQLConnection(server.connection)
    }

    private var quoted: String { "\"\(schema)\"" }

    @Test
    func tablesAreMadeOnce() async throws {
      let schema = schema
      let connection = server.connection
      try await withThrowingTaskGroup { group in
        for _ in 0..<4 {
          group.addTask { _ = try await PostgreSQLStore(connection, schema: schema) }
        }
        try await group.waitForAll()
      }
      try self.connection().run("UPDATE \(quoted).schema_version SET version = 99")
      let error = await #expect(throws: DurableError.self) { try await store() }
      guard case .newerSchema(version: 99, let supported)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(supported >= 1)
    }

    /// A build that runs goes on while the next one changes the tables, and is refused when it begins again.
    @Test
    func rollingUpgrade() async throws {
      let schema = PostgreSQLServer.schema()
      let store = try await PostgreSQLStore(server.connection, schema: schema)
      let heard = Heard()
      let countdowns = DurableCountdowns(store) { heard.add($0) }
      let run = Task { try await countdowns.run() }
      defer { countdowns.stop() }
      try await countdowns.start("before", for: .milliseconds(200))
      let name = store.schema.name
      try await store.write { transaction in
        for table in ["countdowns", "outbox", "keys", "nodes", "shards", "settings"] {
          try transaction.execute(
            "ALTER TABLE \(name).\(table) ADD COLUMN colour text NOT NULL DEFAULT 'red'")
        }
        try transaction.execute("UPDATE \(name).schema_version SET version = version + 1")
      }
      let starts = try (0..<20).map { number in
        try DurableStart("\(number)", for: .milliseconds(100), key: "k\(number)")
      }
      for result in await countdowns.start(starts) { _ = try result.get() }
      try await countdowns.start("long", for: .seconds(60))
      try await countdowns.pause("long")
      try await countdowns.cancel("long")
      while heard.events.count < 21 { try await Task.sleep(for: .milliseconds(5)) }
      #expect(Set(heard.events.map(\.countdown)).count == 21)
      await #expect(throws: DurableError.newerSchema(version: 2, supported: 1)) {
        try await PostgreSQLStore(self.server.connection, schema: schema)
      }
      countdowns.stop()
      try await run.value
    }

    @Test
    func tablesAreNotMadeUnasked() async throws {
      let schema = PostgreSQLServer.schema()
      await #expect(throws: DurableError.olderSchema(version: 0, needed: 1)) {
        try await PostgreSQLStore(self.server.connection, schema: schema, migrates: false)
      }
      _ = try await PostgreSQLStore(server.connection, schema: schema)
      let store = try await PostgreSQLStore(server.connection, schema: schema, migrates: false)
      #expect(try await store.stored("a") == nil)
    }

    @Test
    func strangeSchemas() async throws {
      for name in ["a \" ' \\ ; --", "Ä", String(repeating: "x", count: 63)] {
        let store = try await PostgreSQLStore(server.connection, schema: name)
        let id = UUID().uuidString
        _ = try await store.perform(request(id))
        #expect(try await store.stored(id)?.row.state == .running)
      }
      for name in ["", String(repeating: "x", count: 64), "a\0b"] {
        await #expect(throws: DurableError.self) {
          try await PostgreSQLStore(server.connection, schema: name)
        }
      }
    }

    @Test
    func strangeConnections() async throws {
      let error = await #expect(throws: DurableError.self) {
        try await PostgreSQLStore("nonsense")
      }
      guard case .invalid? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      let missing = await #expect(throws: DurableError.self) {
        try await PostgreSQLStore("host=/nowhere dbname=postgres")
      }
      guard case .database? = missing else {
        Issue.record("\(String(describing: missing))")
        return
      }
    }

    /// The same requests on several nodes at once: each is done once.
    @Test
    func requestsRace() async throws {
      let stores = [try await store(), try await store(), try await store()]
      let done = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<300 {
          group.addTask {
            do {
              let answer = try await stores[number % 3].perform(
                try request("\(number / 6)", key: number % 2 == 0 ? "k\(number / 6)" : nil))
              return answer.change == nil ? 0 : 1
            } catch DurableError.refused {
              return 0
            }
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(done == 50)
    }

    /// A request that is made on several nodes at once is done once, and every node gets the answer.
    @Test
    func keysRace() async throws {
      let stores = [try await store(), try await store(), try await store()]
      _ = try await stores[0].perform(request("a"))
      try await withThrowingTaskGroup { group in
        for number in 0..<150 {
          group.addTask {
            let extends = try request("a", .extend(by: .seconds(1)), key: "k\(number / 3)")
            _ = try await stores[number % 3].perform(extends)
          }
        }
        try await group.waitForAll()
      }
      #expect(try await stores[0].stored("a")?.row.record.total == .seconds(3650))
    }

    /// Two nodes change the same countdowns in opposite orders: nothing is lost, whatever locks are in the way.
    @Test
    func changesRace() async throws {
      let stores = [try await store(), try await store()]
      for id in 0..<10 { _ = try await stores[0].perform(request("\(id)")) }
      try await withThrowingTaskGroup { group in
        for number in 0..<200 {
          group.addTask {
            let id = number < 100 ? number % 10 : 9 - number % 10
            _ = try await stores[number / 100].perform(
              try request("\(id)", .extend(by: .seconds(1))))
          }
        }
        try await group.waitForAll()
      }
      for id in 0..<10 {
        #expect(try await stores[0].stored("\(id)")?.row.record.total == .seconds(3620))
      }
    }

    /// A transaction of the user's: both or nothing.
    @Test
    func usersTransaction() async throws {
      let store = try await store()
      let countdowns = DurableCountdowns(store)
      let table = quoted + ".seats"
      try await store.write { _ = try $0.execute("CREATE TABLE \(table) (id text, note text)") }
      try await store.write { transaction in
        try transaction.execute("INSERT INTO \(table) VALUES ($1, $2)", ["a", nil])
        try countdowns.in(transaction).start("a", for: .seconds(60))
      }
      await #expect(throws: DurableError.self) {
        try await store.write { transaction in
          try countdowns.in(transaction).start("b", for: .seconds(60))
          try transaction.execute("INSERT INTO nowhere VALUES (1)")
        }
      }
      #expect(try await store.stored("a")?.row.state == .running)
      #expect(try await store.stored("b") == nil)
      let rows = try await store.write { try $0.execute("SELECT * FROM \(table)") }
      #expect(rows == [["a", nil]])
    }

    /// A transaction of another store is refused, and nothing is written there.
    @Test
    func othersTransaction() async throws {
      let other = try await self.store()
      let countdowns = DurableCountdowns(try await store())
      await #expect(throws: DurableError.self) {
        try await other.write { try countdowns.in($0).start("a", for: .seconds(60)) }
      }
      #expect(try await other.stored("a") == nil)
    }

    /// A transaction of the user's that meets a locked row is made again, and nothing stays of the first time.
    @Test
    func usersTransactionAgain() async throws {
      let store = try await PostgreSQLStore(
        server.connection, schema: schema, limits: PostgreSQLLimits(lock: .milliseconds(20)))
      let (seats, notes) = (quoted + ".seats", quoted + ".notes")
      try await store.write { transaction in
        try transaction.execute("CREATE TABLE \(seats) AS SELECT 1 AS id")
        try transaction.execute("CREATE TABLE \(notes) (time int)")
      }
      let other = try connection()
      try other.run("BEGIN; UPDATE \(seats) SET id = 2")
      let times = Locked(0)
      async let written = store.write { transaction in
        let time = times.withLock {
          $0 += 1
          return $0
        }
        try transaction.execute("INSERT INTO \(notes) VALUES ($1)", ["\(time)"])
        try transaction.execute("UPDATE \(seats) SET id = 3")
        return time
      }
      #expect(try await poll { times.withLock { $0 } >= 2 })
      try other.run("COMMIT")
      let last = try await written
      #expect(try await store.write { try $0.execute("TABLE \(notes)") } == [["\(last)"]])
    }

    /// A duration counts from the beginning of the transaction.
    @Test
    func usersTransactionBegins() async throws {
      let store = try await store()
      let countdowns = DurableCountdowns(store)
      let (later, end) = try await store.write { transaction in
        let later = try transaction.execute("SELECT extract(epoch FROM clock_timestamp())")
        return (later, try countdowns.in(transaction).start("a", for: .seconds(60)).end)
      }
      let seconds = try #require(later.first?.first.flatMap { $0 }.flatMap { Double($0) })
      #expect(try #require(end).timeSince1970 < .seconds(seconds + 60))
    }

    /// As with a file: what a savepoint undoes is not forgotten, and what is kept takes effect when `write` returns.
    @Test
    func changesInTransaction() async throws {
      let time = VirtualTime()
      let store = try await PostgreSQLStore(
        server.connection, schema: schema, virtual: time.timekeeper)
      let heard = Heard()
      let countdowns = DurableCountdowns(store) { heard.add($0) }
      let run = Task { try await countdowns.run() }
      for id in ["sold", "kept"] { try await countdowns.start(id, for: .seconds(10)) }
      try await countdowns.start("short", for: .seconds(3600))
      try await store.write { transaction in
        try countdowns.in(transaction).cancel("sold")
        try countdowns.in(transaction).extend("short", by: .seconds(-3589))
        try transaction.execute("SAVEPOINT mine")
        try countdowns.in(transaction).cancel("kept")
        try transaction.execute("ROLLBACK TO SAVEPOINT mine")
      }
      try await passTime(of: time) { heard.events.count == 2 }
      countdowns.stop()
      try await run.value
      #expect(Set(heard.events.map(\.countdown)) == ["kept", "short"])
    }

    /// A connection that was lost is made again.
    @Test
    func lostConnections() async throws {
      let store = try await PostgreSQLStore(
        server.connection + " application_name=lost", schema: schema)
      _ = try await store.perform(request("a"))
      let ended = try connection().run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lost'")
      #expect(ended.count == 2)
      #expect(try await store.stored("a")?.row.state == .running)
      _ = try await store.perform(request("b"))
    }

    /// The message of a lost connection has several lines in the client library.
    @Test
    func messageOfLostConnection() async throws {
      let store = try await store()
      let error = await #expect(throws: DurableError.self) {
        try await store.write { try $0.execute("SELECT pg_terminate_backend(pg_backend_pid())") }
      }
      let text = "\(try #require(error))"
      #expect(text.contains("; "))
      #expect(!text.contains { $0 != " " && $0.isWhitespace }, "\(text)")
    }

    /// A node that is cut off in the middle of a transaction does not keep its locks.
    @Test
    func idleTransactionsEnd() async throws {
      let store = try await store()
      let limit = try await store.write {
        try $0.execute("SHOW idle_in_transaction_session_timeout")
      }
      #expect(limit == [["5s"]])
    }

    /// The clock is the database's, and what is fired is never early by it.
    @Test
    func clock() async throws {
      let store = try await store()
      func server() throws -> Moment {
        let rows = try connection().run(
          "SELECT (extract(epoch FROM clock_timestamp()) * 1000000000)::bigint", [])
        return Moment(column: try rows.int(0, 0))
      }
      let before = try server()
      _ = try await store.perform(request("a"))
      let now = store.now
      #expect(now <= (try server()))
      #expect(before - now < .seconds(1))
    }

    /// The statements find a batch of rows without reading the whole table, on tables that were never analysed, and on
    /// tables that were analysed when they were empty.
    @Test(arguments: [false, true])
    func readsFewRows(isAnalysed: Bool) async throws {
      let store = try await store()
      _ = try await store.renew()
      let connection = try connection()
      let countdowns = "\(quoted).countdowns"
      try connection.run("ALTER TABLE \(countdowns) SET (autovacuum_enabled = false)")
      try connection.run("ALTER TABLE \(quoted).outbox SET (autovacuum_enabled = false)")
      if isAnalysed { try connection.run("ANALYZE \(countdowns), \(quoted).outbox") }
      try connection.run(
        """
        INSERT INTO \(countdowns) (number, id, version, state, due, time, total, phase, run, events,
          written, payload)
        SELECT i, i::text, 1, 1, i, i, 1, 0, 1, 0, 0, '\\x0001ff' FROM generate_series(1, 20000) i
        """)
      let schema = schema
      /// How many rows the statements of a transaction have read without an index, and with one.
      @Sendable func reads(
        _ body: (PostgreSQLTables) throws -> Void, _ transaction: PostgreSQLTransaction
      )
        throws -> [Int]
      {
        func counts() throws -> [Int] {
          try transaction.execute(
            """
            SELECT sum(seq_tup_read), sum(coalesce(idx_tup_fetch, 0))
            FROM pg_stat_xact_user_tables
            WHERE schemaname = $1 AND relname IN ('countdowns', 'outbox')
            """, [schema]
          )[0].map { Int($0 ?? "") ?? 0 }
        }
        let before = try counts()
        try body(transaction.tables)
        return zip(try counts(), before).map { $0 - $1 }
      }
      let first = NearRows.Place(due: .origin, number: -1)
      let rows = try await store.rows(
        NearRows.Fetch(after: first, through: store.now, limit: 2_000)
      ).rows
      #expect(rows.map(\.number) == Array(1...2_000))
      let fired = try await store.write { transaction in
        try reads(
          { _ = try $0.fire(rows, at: transaction.moment, skipsLocked: false) }, transaction)
      }
      #expect(fired[0] == 0 && fired[1] <= 3 * 2_000, "\(fired)")
      let events = try await store.events(after: OutboxPlace(), limit: 500).events
      #expect(events.count == 500)
      #expect(events.allSatisfy { $0.payload == [0, 1, 255] })
      let noted = try await store.write { transaction in
        try reads({ try $0.note(events.map { EventOutcome(.handled($0.ticket)) }) }, transaction)
      }
      #expect(noted[0] == 0 && noted[1] <= 2 * 500, "\(noted)")
      let read = try await store.write { transaction in
        try reads(
          { tables in
            let after = NearRows.Place(due: Moment(nanoseconds: 9_000), number: 9_000)
            let fetch = NearRows.Fetch(after: after, through: transaction.moment, limit: 1_000)
            #expect(try tables.rows(fetch).count == 1_000)
            #expect(try tables.events(after: OutboxPlace(), limit: 10).events.count == 10)
            _ = try tables.lastEvents()
            _ = try tables.changes(since: tables.snapshot(), through: transaction.moment)
          }, transaction)
      }
      // Of each shard, ten events are read with their countdowns.
      #expect(read[0] == 0 && read[1] <= 1_000 + 2 * 10 * Shards.count + 100, "\(read)")
    }
  }
#endif
