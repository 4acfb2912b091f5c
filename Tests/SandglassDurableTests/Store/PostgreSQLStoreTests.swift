#if POSTGRESQL
  import Foundation
  import SandglassCore
  import SandglassDurableCore
  import SandglassTestSupport
  import Testing

  @testable import Sandglass
  @testable import SandglassDurable

  /// What is particular to a server.
  @Suite(.machine)
  struct PostgreSQLStoreTests {
    private let server: PostgreSQLServer
    private let schema = PostgreSQLServer.schema()

    init() throws {
      server = try PostgreSQLServer.shared.get()
    }

    private static let hour = DurableOperation.start(DurableCourse(.duration(.seconds(3600))))

    private func request(
      _ id: String, _ operation: DurableOperation = hour, key: String? = nil
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
            } catch DurableError.wrongState {
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
        try countdowns.start("a", for: .seconds(60), in: transaction)
      }
      await #expect(throws: DurableError.self) {
        try await store.write { transaction in
          try countdowns.start("b", for: .seconds(60), in: transaction)
          try transaction.execute("INSERT INTO nowhere VALUES (1)")
        }
      }
      #expect(try await store.stored("a")?.row.state == .running)
      #expect(try await store.stored("b") == nil)
      let rows = try await store.write { try $0.execute("SELECT * FROM \(table)") }
      #expect(rows == [["a", nil]])
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

    /// The statements find their rows without reading the whole table, on tables that were never analysed, and on tables
    /// that were analysed when they were empty.
    @Test(arguments: [false, true])
    func plans(isAnalysed: Bool) async throws {
      _ = try await store()
      let connection = try connection()
      let countdowns = "\(quoted).countdowns"
      try connection.run("ALTER TABLE \(countdowns) SET (autovacuum_enabled = false)")
      try connection.run("ALTER TABLE \(quoted).outbox SET (autovacuum_enabled = false)")
      if isAnalysed { try connection.run("ANALYZE") }
      try connection.run(
        """
        INSERT INTO \(countdowns) (number, id, version, state, due, time, total, phase, run, events,
          written, payload)
        SELECT i, i::text, 1, 1, i, i, 1, 0, 1, 0, 0, '' FROM generate_series(1, 20000) i
        """)
      func plan(_ sql: String) throws -> String {
        let rows = try connection.run("EXPLAIN " + sql)
        return (0..<rows.count).compactMap { rows.text($0, 0) }.joined(separator: "\n")
      }
      let due = try plan(
        """
        SELECT * FROM \(countdowns) WHERE (due, number) > (1, 2) AND due <= 300
          AND number & 15 = ANY ('{1,2,3}') ORDER BY due, number LIMIT 4
        """)
      #expect(due.contains("countdowns_due") && !due.contains("Seq Scan"), "\(due)")
      let fire = try plan(
        """
        UPDATE \(countdowns) c SET version = 2 FROM unnest('{1,2,3}'::bigint[], '{1,1,1}'::bigint[])
          AS n (number, expected) WHERE c.number = n.number AND c.version = n.expected
        """)
      #expect(fire.contains("countdowns_pkey") && !fire.contains("Seq Scan"), "\(fire)")
    }
  }
#endif
