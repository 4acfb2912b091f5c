#if POSTGRESQL && SERVER
  import Hummingbird
  import SandglassDurable

  /// Seats that are held for ten minutes. Then they are free again, unless they were sold.
  struct Shop: Sendable {
    let store: PostgreSQLStore
    let countdowns: DurableCountdowns

    init(_ connection: String) async throws {
      store = try await PostgreSQLStore(connection)
      countdowns = DurableCountdowns(
        store,
        inTransaction: { event, transaction in
          guard event.kind == .finished else { return }
          try transaction.execute(
            "UPDATE seats SET state = 'free' WHERE id = $1 AND state = 'held'", [event.countdown])
        })
      try await store.write { transaction in
        try transaction.execute(
          "CREATE TABLE IF NOT EXISTS seats (id text PRIMARY KEY, state text)")
      }
    }

    func hold(_ seat: String) async throws {
      try await store.write { transaction in
        let held = try transaction.execute(
          "UPDATE seats SET state = 'held' WHERE id = $1 AND state = 'free' RETURNING id", [seat])
        guard !held.isEmpty else { throw HTTPError(.conflict, message: "The seat is taken.") }
        try countdowns.in(transaction).start(seat, for: .seconds(600))
      }
    }

    func sell(_ seat: String) async throws {
      do {
        try await store.write { transaction in
          try transaction.execute("UPDATE seats SET state = 'sold' WHERE id = $1", [seat])
          try countdowns.in(transaction).cancel(seat)
        }
      } catch DurableError.refused, DurableError.unknown {
        throw HTTPError(.conflict, message: "The seat is not held.")
      }
    }

    func run() async throws {
      let router = Router()
      router.post("seats/:seat/hold") { _, context in
        try await hold(context.parameters.require("seat"))
        return HTTPResponse.Status.ok
      }
      router.post("seats/:seat/sell") { _, context in
        try await sell(context.parameters.require("seat"))
        return HTTPResponse.Status.ok
      }
      var app = Application(router: router)
      app.addServices(countdowns)
      try await app.runService()
    }
  }
#endif
