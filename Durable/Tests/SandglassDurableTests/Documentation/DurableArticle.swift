#if SQLITE
  import Foundation
  import GRDB
  #if SERVER
    import Hummingbird
  #endif
  import Logging
  import Sandglass
  import SandglassDurable
  import SandglassTestSupport
  import ServiceLifecycle
  import Testing

  /// The code of Durable/Sources/SandglassDurable/SandglassDurable.docc/CountdownsInADatabase.md.
  @Suite(.programs)
  struct DurableArticle {
    private let folder = Result { try TemporaryFolder.made() }

    private enum SeatError: Error {
      case taken
    }

    private func release(_ seat: String) async throws {}
    private func mail(_ event: DurableEvent) async throws {}

    private func storeWithHeldSeat() async throws -> SQLiteStore {
      let store = try SQLiteStore(path: try folder.get().file("shop.sqlite"))
      try await store.database.write {
        try $0.execute(sql: "CREATE TABLE seats (id TEXT PRIMARY KEY, state TEXT)")
        try $0.execute(sql: "INSERT INTO seats VALUES ('seat-17', 'held')")
      }
      return store
    }

    @Test
    func reservations() async throws {
      let path = try folder.get().file("shop.sqlite")
      let store = try SQLiteStore(path: path)
      let countdowns = DurableCountdowns(store) { event in
        try await release(event.countdown)
      }
      try await countdowns.start("seat-17", for: .seconds(600), key: "request-4711")
      try await countdowns.extend("seat-17", by: .seconds(120))
      try await countdowns.cancel("seat-17")
      #expect(try await countdowns.countdown("seat-17")?.state == .idle)
    }

    #if POSTGRESQL
      @Test
      func server() async throws {
        let connection = try PostgreSQLServer.shared.get().connection
        let store = try await PostgreSQLStore(connection, schema: "shop countdowns")
        try await store.write { transaction in
          try transaction.execute("DROP TABLE IF EXISTS seats")
          try transaction.execute("CREATE TABLE seats (id text, state text)")
          try transaction.execute("INSERT INTO seats VALUES ('seat-17', 'free')")
        }
        let countdowns = DurableCountdowns(
          store,
          inTransaction: { event, transaction in
            guard event.kind == .finished else { return }
            try transaction.execute(
              "UPDATE seats SET state = 'free' WHERE id = $1 AND state = 'held'", [event.countdown])
          })
        try await store.write { transaction in
          let held = try transaction.execute(
            "UPDATE seats SET state = 'held' WHERE id = $1 AND state = 'free' RETURNING id",
            ["seat-17"])
          guard !held.isEmpty else { throw SeatError.taken }
          try countdowns.in(transaction).start("seat-17", for: .milliseconds(1))
        }
        await #expect(throws: SeatError.taken) {
          try await store.write { transaction in
            try transaction.execute("UPDATE seats SET state = 'sold'")
            throw SeatError.taken
          }
        }
        let states = try await store.write { try $0.execute("SELECT state FROM seats") }
        #expect(states == [["held"]])
      }
    #endif

    #if POSTGRESQL && SERVER
      @Test
      func program() async throws {
        let server = try PostgreSQLServer("fsync=off")
        let shop = try await Shop(server.connection)
        func state() async throws -> String? {
          try await shop.store.write { try $0.execute("SELECT state FROM seats") }.first?.first
            ?? nil
        }
        try await shop.store.write { try $0.execute("INSERT INTO seats VALUES ('1', 'free')") }
        await #expect(throws: HTTPError.self) { try await shop.sell("1") }
        #expect(try await state() == "free")
        try await shop.hold("1")
        await #expect(throws: HTTPError.self) { try await shop.hold("1") }
        #expect(try await state() == "held")
        try await shop.sell("1")
        #expect(try await state() == "sold")
        #expect(try await shop.countdowns.countdown("1")?.state == .idle)
        await #expect(throws: HTTPError.self) { try await shop.sell("1") }
      }
    #endif

    @Test
    func services() async throws {
      let store = try SQLiteStore(path: try folder.get().file("shop.sqlite"))
      let countdowns = DurableCountdowns(store) { _ in }
      let logger = Logger(label: "shop")
      let services = ServiceGroup(services: [countdowns], logger: logger)
      async let running: Void = services.run()
      await services.triggerGracefulShutdown()
      try await running
    }

    @Test
    func transaction() async throws {
      let store = try await storeWithHeldSeat()
      let countdowns = DurableCountdowns(
        store,
        inTransaction: { event, database in
          guard event.kind == .finished else { return }
          try database.execute(
            sql: "UPDATE seats SET state = 'free' WHERE id = ? AND state = 'held'",
            arguments: [event.countdown])
        })
      try await store.database.write { database in
        try database.execute(sql: "UPDATE seats SET state = 'held' WHERE id = 'seat-17'")
        try countdowns.in(database).start("seat-17", for: .milliseconds(1))
      }
      let run = Task { try await countdowns.run() }
      while try await store.database.read({
        try String.fetchOne($0, sql: "SELECT state FROM seats")
      }) != "free" {
        try await Task.sleep(for: .milliseconds(1))
      }
      countdowns.stop()
      try await run.value
    }

    @Test
    func reminder() async throws {
      let store = try SQLiteStore(path: try folder.get().file("shop.sqlite"))
      let (kinds, continuation) = AsyncStream.makeStream(of: DurableEvent.Kind.self)
      let countdowns = DurableCountdowns(store) { continuation.yield($0.kind) }
      try await countdowns.start(
        "seat-17", for: .seconds(120), milestones: [.remaining(.seconds(30))])
      let run = Task { try await countdowns.run() }
      var heard = kinds.makeAsyncIterator()
      try await countdowns.extend("seat-17", by: .seconds(-90))
      #expect(await heard.next() == .milestone(.remaining(.seconds(30))))
      try await countdowns.extend("seat-17", by: .seconds(60))
      try await countdowns.extend("seat-17", by: .seconds(-60))
      #expect(await heard.next() == .milestone(.remaining(.seconds(30))))
      countdowns.stop()
      try await run.value
    }

    @Test
    func sale() async throws {
      let store = try await storeWithHeldSeat()
      let countdowns = DurableCountdowns(store) { _ in }
      try await countdowns.start("seat-17", for: .seconds(600))
      try await store.database.write { database in
        try countdowns.in(database).cancel("seat-17")
        try database.execute(sql: "UPDATE seats SET state = 'sold' WHERE id = 'seat-17'")
      }
      #expect(try await countdowns.countdown("seat-17")?.state == .idle)
    }

    @Test
    func loop() async throws {
      let store = try SQLiteStore(path: try folder.get().file("shop.sqlite"))
      let countdowns = DurableCountdowns(store)
      try await countdowns.start(
        "trial-9", for: .milliseconds(2), milestones: [.remaining(.milliseconds(1))])
      let run = Task { try await countdowns.run() }
      for await event in countdowns.events {
        switch event.kind {
        case .milestone: try await mail(event)
        case .finished: countdowns.stop()
        default: break
        }
      }
      try await run.value
    }

    @Test
    func payload() async throws {
      struct Order: Codable {
        var customer: String
        var seats: Int
      }

      let store = try SQLiteStore(path: try folder.get().file("shop.sqlite"))
      let (orders, continuation) = AsyncStream.makeStream(of: Int.self)
      let countdowns = DurableCountdowns(store) { event in
        let order = try event.payload(as: Order.self)
        continuation.yield(order.seats)
      }
      try await countdowns.start(
        "order-4", for: .seconds(600), payload: .json(Order(customer: "Ada", seats: 2)))
      try await countdowns.extend("order-4", by: .seconds(-600))
      let run = Task { try await countdowns.run() }
      #expect(await orders.first { _ in true } == 2)
      countdowns.stop()
      try await run.value
    }

    @Test
    func list() async throws {
      struct Order: Codable {
        var customer: String
      }

      let store = try SQLiteStore(path: try folder.get().file("shop.sqlite"))
      var printed: [String] = []
      func print(_ customer: String, _ id: String, _ remaining: Duration) {
        #expect(remaining > .zero)
        printed.append("\(customer) \(id)")
      }
      let countdowns = DurableCountdowns(store) { _ in }
      for id in ["seat-1", "seat-2"] {
        try await countdowns.start(
          id, for: .seconds(600), payload: .json(Order(customer: "Ada")))
      }
      let administration = DurableAdministration(of: store)
      var place: DurablePlace?
      repeat {
        let page = try await administration.list(DurableFilter(states: [.running]), after: place)
        for countdown in page.countdowns {
          let order = try countdown.payload(as: Order.self)
          print(order.customer, countdown.id, countdown.remaining)
        }
        place = page.next
      } while place != nil
      #expect(printed == ["Ada seat-1", "Ada seat-2"])
    }

    @Test
    func repair() async throws {
      let store = try SQLiteStore(path: try folder.get().file("shop.sqlite"))
      let administration = DurableAdministration(of: store)
      for entry in try await administration.outbox(givenUp: true) {
        try await administration.replay(entry.number)
      }
      #expect(try await administration.status().givenUpEvents == 0)
    }

    @Test
    func bids() async throws {
      let store = try SQLiteStore(path: try folder.get().file("shop.sqlite"))
      let countdowns = DurableCountdowns(store) { _ in }
      try await countdowns.start("auction-3", for: .seconds(5))
      func bid(on auction: String) async throws -> Bool {
        guard let seen = try await countdowns.countdown(auction) else { return false }
        do {
          if seen.remaining < .seconds(10) {
            try await countdowns.extend(auction, by: .seconds(10), ifVersion: seen.version)
          }
          return seen.state == .running
        } catch DurableError.refused {
          return false
        } catch DurableError.otherVersion {
          return try await bid(on: auction)
        }
      }
      #expect(try await bid(on: "auction-3"))
      #expect(try await countdowns.countdown("auction-3")?.total == .seconds(15))
    }

    @Test
    func oldTable() async throws {
      let store = try SQLiteStore(path: try folder.get().file("shop.sqlite"))
      try await store.database.write {
        try $0.execute(sql: "CREATE TABLE reservations (seat TEXT, expires_at INTEGER)")
        try $0.execute(sql: "INSERT INTO reservations VALUES ('seat-1', 1), ('seat-2', 4000000000)")
      }
      let countdowns = DurableCountdowns(store) { _ in }
      let rows = try await store.database.read {
        try Row.fetchAll($0, sql: "SELECT seat, expires_at FROM reservations")
          .map { (seat: $0["seat"] as String, end: $0["expires_at"] as Int64) }
      }
      let starts = try rows.map { row in
        try DurableStart(
          row.seat, until: WallMoment(secondsSince1970: row.end), key: "import \(row.seat)")
      }
      for result in await countdowns.start(starts) { _ = try result.get() }
      #expect(try await countdowns.countdown("seat-1")?.state == .finished)
      #expect(try await countdowns.countdown("seat-2")?.state == .running)
    }
  }
#endif
