#if POSTGRESQL
  import Foundation
  import SandglassCore
  import SandglassTestSupport
  import SandglassTesting
  import Testing

  @testable import Sandglass
  @testable import SandglassDurable

  /// Several nodes on one server.
  @Suite(.programs)
  struct NodesTests {
    private let server: PostgreSQLServer
    private let schema = PostgreSQLServer.schema()
    private let time = VirtualTime()

    init() throws {
      server = try PostgreSQLServer.shared.get()
    }

    /// A node whose clock is virtual.
    private func node() async throws -> PostgreSQLStore {
      try await PostgreSQLStore(server.connection, schema: schema, virtual: time.timekeeper)
    }

    private func start(_ id: String, _ duration: Duration, on store: PostgreSQLStore) async throws {
      _ = try await store.perform(
        try DurableRequest(.start(.duration(duration)), id, key: nil, version: nil))
    }

    private func due(on store: PostgreSQLStore) async throws -> [DurableRow] {
      try await store.rows(
        NearRows.Fetch(
          after: NearRows.Place(due: .origin, number: -1), through: store.now, limit: 100)
      ).rows
    }

    private func events(of store: PostgreSQLStore) async throws -> [DurableEvent] {
      try await store.events(after: OutboxPlace(), limit: 100).events
    }

    @Test
    func equalParts() async throws {
      let (first, second) = (try await node(), try await node())
      #expect(try await first.renew().shards.count == Shards.count)
      // The other node gives back what it has too much of.
      #expect(try await second.renew().shards.isEmpty)
      #expect(try await first.renew().shards.count == Shards.count / 2)
      let part = try await second.renew()
      #expect(part.shards.count == Shards.count / 2)
      #expect(part.next == second.now + .seconds(10) / 3)
      try await first.leave()
      #expect(try await second.renew().shards.count == Shards.count)
    }

    /// A node that was frozen beyond its lease fires nothing, and finds that its shards are taken.
    @Test
    func frozenNode() async throws {
      let (frozen, other) = (try await node(), try await node())
      _ = try await frozen.renew()
      try await start("a", .seconds(5), on: frozen)
      time.advance(by: .seconds(9))
      #expect(try await other.renew().shards.isEmpty)
      time.advance(by: .seconds(2))
      let rows = try await due(on: frozen)
      try #require(rows.count == 1)
      #expect(try await other.renew().shards.count == Shards.count)
      #expect(try await frozen.fire(rows).isEmpty)
      #expect(try await events(of: other).isEmpty)
      #expect(try await other.fire(try await due(on: other)).map(\.version) == [2])
      #expect(try await events(of: other).count == 1)
      // A node that is alive again gets its part back in time.
      #expect(try await frozen.renew().shards.isEmpty)
      #expect(try await other.renew().shards.count == Shards.count / 2)
    }

    /// A lease that has ended, but of which nobody has taken anything, is as good as before.
    @Test
    func lateRenewal() async throws {
      let store = try await node()
      let before = try await store.renew().shards
      try await start("a", .seconds(5), on: store)
      time.advance(by: .seconds(60))
      #expect(try await store.fire(try await due(on: store)).map(\.version) == [2])
      #expect(try await store.renew().shards == before)
    }

    /// The lease of a dead node ends in time, also if the clock of the database was set back.
    @Test
    func clockSetBack() async throws {
      let (dead, other) = (try await node(), try await node())
      _ = try await dead.renew()
      #expect(try await other.renew().shards.isEmpty)
      time.setWallClock(to: time.timekeeper.wallNow - .seconds(3600))
      #expect(try await other.renew().shards.count == Shards.count)
    }

    /// Two nodes that renew when the clock has been set would each wait for the other's row.
    @Test
    func renewedTogether() async throws {
      let (store, other) = (try await node(), try await node())
      _ = try await store.renew()
      _ = try await other.renew()
      time.setWallClock(to: time.timekeeper.wallNow - .seconds(3600))
      let connection = try PostgreSQLConnection(server.connection)
      try connection.run(
        """
        BEGIN; UPDATE "\(schema)".nodes SET lease = lease
        WHERE node <> (SELECT owner FROM "\(schema)".shards WHERE shard = 0);
        UPDATE "\(schema)".shards SET owner = NULL, epoch = epoch + 1 WHERE shard = 0
        """)
      // The clock is at another time for the renewal, so it looks at all rows, and takes none that is being changed.
      #expect(try await store.renew().shards.count == Shards.count / 2)
      try connection.run("ROLLBACK")
      #expect(
        try connection.run("SELECT count(*) FROM \"\(schema)\".nodes", []).int(0, 0) == 2)
    }

    /// The lease of a node that is ahead by a moment is left alone.
    @Test
    func clockAhead() async throws {
      let (store, other) = (try await node(), try await node())
      _ = try await store.renew()
      time.setWallClock(to: time.timekeeper.wallNow - .milliseconds(500))
      #expect(try await other.renew().shards.isEmpty)
    }

    /// What another node changes is heard of at the next renewal, even if its transaction was in progress before others
    /// that were read. An end that is moved further away is heard of when the row would have been fired.
    @Test
    func changesOfOthers() async throws {
      let (store, other) = (try await node(), try await node())
      _ = try await store.renew()
      try await start("a", .seconds(50), on: store)
      #expect(try await store.news().changed.map(\.id) == ["a"])
      let connection = try PostgreSQLConnection(server.connection)
      try connection.run(
        """
        BEGIN; UPDATE "\(schema)".countdowns SET version = 7, changed = pg_current_xact_id()
        """)
      try await start("b", .seconds(50), on: other)
      #expect(Set(try await store.news().changed.map(\.id)).contains("b"))
      #expect(try await store.news().changed.isEmpty)
      try connection.run("COMMIT")
      #expect(try await store.news().changed.contains { $0.id == "a" && $0.version == 7 })
      time.advance(by: .seconds(49))
      let rows = try await store.rows(
        NearRows.Fetch(
          after: NearRows.Place(due: .origin, number: -1), through: store.now + .seconds(2),
          limit: 10)
      ).rows
      _ = try await other.perform(
        try DurableRequest(.extend(by: .seconds(9)), "b", key: nil, version: nil))
      time.advance(by: .seconds(2))
      let current = try await store.fire(rows)
      #expect(current.first { $0.id == "b" }?.due == store.now + .seconds(8))
    }

    /// Events that another node adds are heard of.
    @Test
    func eventsOfOthers() async throws {
      let (store, other) = (try await node(), try await node())
      _ = try await store.renew()
      try await start("a", .seconds(50), on: store)
      _ = try await store.news()
      #expect(try await store.news().mayHaveEvents == false)
      _ = try await other.perform(
        try DurableRequest(.extend(by: .seconds(-60)), "a", key: nil, version: nil))
      #expect(try await store.news().mayHaveEvents)
      #expect(try await events(of: store).map(\.kind) == [.finished])
    }

    /// Two engines and a store that is not run, in real time. Each event is handled by either node, and when one stops,
    /// the other goes on alone. If a busy machine stops a node for longer than its lease, which is short here, the other
    /// node hands its events out again.
    @Test
    func twoEngines() async throws {
      let heard = Heard()
      var stores: [PostgreSQLStore] = []
      for _ in 0..<3 {
        stores.append(
          try await PostgreSQLStore(server.connection, schema: schema, lease: .seconds(1)))
      }
      let engines = stores.map { store in DurableCountdowns(store) { heard.add($0) } }
      let runs = engines.prefix(2).map { engine in Task { try await engine.run() } }
      #expect(try await poll { stores.prefix(2).allSatisfy { $0.heldShards == 8 } })
      for number in 0..<300 {
        let engine = engines[number % 3]
        try await engine.start("\(number)", for: .milliseconds(number % 7 * 50 + 1))
      }
      try await engines[2].start("long", for: .seconds(3600))
      try await engines[0].extend("long", by: .seconds(-3599))
      func heardIDs() -> Int { Set(heard.events.map(\.id)).count }
      #expect(try await poll { heardIDs() >= 301 })
      engines[0].stop()
      try await runs[0].value
      for number in 0..<50 { try await engines[2].start("again \(number)", for: .milliseconds(1)) }
      #expect(try await poll { heardIDs() >= 351 })
      #expect(try await poll { stores[1].heldShards == Shards.count })
      engines[1].stop()
      try await runs[1].value
      #expect(heardIDs() == 351)
      #expect(heard.events.allSatisfy { $0.due <= $0.fired })
    }

    /// Two nodes as processes, of which one is killed or stopped again and again. The example counts by itself.
    @Test
    func kills() throws {
      let server = try PostgreSQLServer("fsync=off")
      try runDurableExample(
        reservations: 200, "--kills", "2", "--seconds", "3", "--postgresql", server.connection)
    }
  }
#endif
