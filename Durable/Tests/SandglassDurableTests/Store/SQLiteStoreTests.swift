#if SQLITE
  import Foundation
  import GRDB
  import SandglassCore
  import SandglassTestSupport
  import Testing

  @testable import SandglassDurable

  /// What is particular to files.
  @Suite(.programs)
  struct SQLiteStoreTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
      folder = try TemporaryFolder.made()
      path = folder.file("countdowns.sqlite")
    }

    private static let hour = CountdownOperation.start(.duration(.seconds(3600)))

    private func request(_ id: String) throws -> DurableRequest {
      try DurableRequest(Self.hour, id, key: nil, version: nil)
    }

    @Test
    func secondStoreIsRefused() async throws {
      var store: SQLiteStore? = try SQLiteStore(path: path)
      #expect(throws: DurableError.inUse(path: path)) { try SQLiteStore(path: path) }
      let link = folder.file("link.sqlite")
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      #expect(throws: DurableError.inUse(path: path)) { try SQLiteStore(path: link) }
      _ = try await store?.perform(request("a"))
      try store?.database.close()
      store = nil
      let next = try SQLiteStore(path: path)
      #expect(try await next.stored("a")?.row.state == .running)
    }

    /// If the lock is removed, or the database is replaced, the first store does nothing more.
    @Test(arguments: ["lock", "database"])
    func secondStoreBesideTheFirst(removed: String) async throws {
      let first = try SQLiteStore(path: path)
      _ = try await first.perform(request("a"))
      #expect(try await first.renew().shards == .everything)
      try FileManager.default.removeItem(atPath: path + ".lock")
      if removed == "database" {
        for end in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: path + end) }
      }
      let second = try SQLiteStore(path: path)
      _ = try await second.perform(request("b"))
      #expect(try await second.renew().shards == .everything)
      await #expect(throws: DurableError.inUse(path: path)) { try await first.renew() }
      await #expect(throws: DurableError.inUse(path: path)) {
        try await first.perform(request("c"))
      }
      await #expect(throws: DurableError.inUse(path: path)) { try await first.fire([]) }
      let countdowns = DurableCountdowns(first)
      await #expect(throws: DurableError.inUse(path: path)) {
        try await first.database.write {
          _ = try countdowns.in($0).start("d", for: .seconds(1))
        }
      }
    }

    @Test
    func tablesAreNotMadeUnasked() throws {
      #expect(throws: DurableError.olderSchema(version: 0, needed: 1)) {
        try SQLiteStore(path: path, migrates: false)
      }
      do { _ = try SQLiteStore(path: path) }
      _ = try SQLiteStore(path: path, migrates: false)
    }

    @Test
    func newerTablesAreRefused() throws {
      try SQLiteStore(path: path).database.write {
        try $0.execute(sql: "UPDATE sandglass_schema SET version = 99")
      }
      let error = #expect(throws: DurableError.self) { try SQLiteStore(path: path) }
      guard case .newerSchema(version: 99, let supported)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(supported >= 1)
    }

    @Test
    func notADatabase() throws {
      try folder.write(Array(repeating: 65, count: 5_000), to: "countdowns.sqlite")
      #expect(throws: DurableError.database("file is not a database", code: "26")) {
        try SQLiteStore(path: path)
      }
      #expect(throws: DurableError.self) {
        try SQLiteStore(path: folder.file("no/such/folder.sqlite"))
      }
    }

    @Test
    func fullAndReadOnly() async throws {
      let store = try SQLiteStore(path: path)
      _ = try await store.perform(request("a"))
      let pages = try await store.database.write { try Int.fetchOne($0, sql: "PRAGMA page_count") }
      try await store.database.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA max_page_count = \(pages ?? 1)")
      }
      let payload = Array(repeating: UInt8(1), count: 65_536)
      let large = try DurableRequest(Self.hour, "b", payload: payload, key: "k", version: nil)
      await #expect(throws: DurableError.database("database or disk is full", code: "13")) {
        try await store.perform(large)
      }
      #expect(try await store.stored("b") == nil)
      // Calls that share its transaction are done, or fail as well.
      async let fails: Void = {
        await #expect(throws: DurableError.self) { try await store.perform(large) }
      }()
      async let pauses = store.perform(
        DurableRequest(.pause, "a", key: nil, version: nil))
      await fails
      let isPaused = (try? await pauses) != nil
      #expect(try await store.stored("a")?.row.state == (isPaused ? .paused : .running))
      try await store.database.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA max_page_count = 100000; PRAGMA query_only = 1")
      }
      await #expect(
        throws: DurableError.database("attempt to write a readonly database", code: "8")
      ) {
        try await store.perform(large)
      }
      try await store.database.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA query_only = 0")
      }
      _ = try await store.perform(large)
    }

    @Test
    func damagedRows() async throws {
      let store = try SQLiteStore(path: path)
      _ = try await store.perform(request("a"))
      try await store.database.write {
        try $0.execute(sql: "UPDATE sandglass_countdowns SET state = 9")
      }
      await #expect(
        throws: DurableError.damaged("the countdown \"a\" has no valid state")
      ) { try await store.stored("a") }
    }

    /// Calls that come together share transactions, and one that fails does not disturb the others.
    @Test
    func groupCommit() async throws {
      let store = try SQLiteStore(path: path)
      let failed = await withTaskGroup(of: Bool.self) { group in
        for number in 0..<500 {
          group.addTask {
            do {
              // Half of them come second.
              _ = try await store.perform(request("\(number / 2)"))
              return false
            } catch {
              return true
            }
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(failed == 250)
      let count = try await store.database.read {
        try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM sandglass_countdowns")
      }
      #expect(count == 250)
    }

    /// The statements find their rows without sorting or reading the whole table, on tables that were never analysed,
    /// and on tables that were analysed when they were empty.
    @Test(arguments: [false, true])
    func plans(isAnalysed: Bool) async throws {
      let store = try SQLiteStore(path: path)
      if isAnalysed { try await store.database.write { try $0.execute(sql: "ANALYZE") } }
      func plan(_ sql: String) async throws -> String {
        try await store.database.read { database in
          try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql)
            .map { $0["detail"] as String }.joined(separator: "; ")
        }
      }
      let due = try await plan(
        """
        SELECT * FROM sandglass_countdowns
        WHERE (due, number) > (1, 2) AND due <= 3 ORDER BY due, number LIMIT 4
        """)
      #expect(due.contains("USING INDEX sandglass_due") && !due.contains("TEMP B-TREE"), "\(due)")
      let fire = try await plan(
        "UPDATE sandglass_countdowns SET version = 2 WHERE number = 1 AND version = 1")
      #expect(fire.contains("USING INTEGER PRIMARY KEY"), "\(fire)")
      let outbox = try await plan(
        """
        SELECT o.number, c.id FROM sandglass_outbox o
        JOIN sandglass_countdowns c ON c.number = o.countdown
        WHERE o.number > 1 AND o.given_up = 0 ORDER BY o.number LIMIT 5
        """)
      #expect(!outbox.contains("TEMP B-TREE") && !outbox.contains("SCAN"), "\(outbox)")
      let cancel = try await plan("DELETE FROM sandglass_outbox WHERE countdown = 1 AND run = 2")
      #expect(!cancel.contains("SCAN"), "\(cancel)")
    }
  }
#endif
