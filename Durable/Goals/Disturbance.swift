#if POSTGRESQL
  import Logging
  import Sandglass
  import SandglassCore
  import SandglassDurable

  /// What users and operators do to a database, beside countdowns that it does not concern.
  enum Disturbance: String, CaseIterable {
    case none

    /// A transaction that has written something stays open.
    case openTransaction

    /// A handler needs a row that somebody has locked.
    case lockedRow

    /// Somebody has locked countdowns that are due.
    case lockedCountdowns

    /// Sixteen callers change any of twenty countdowns, on both nodes.
    case hotCountdowns

    /// Handlers throw, or end the transaction that they share with others.
    case handlersThatThrow, handlersThatEndTheTransaction

    /// Handlers take a second, and then throw.
    case slowHandlers

    /// Sixty-four callers at once.
    case callers

    /// Rows that the database refuses to change.
    case rowsThatFail

    /// Rows that cannot be read.
    case damagedRows
  }

  /// Measures 1,000 countdowns in ten seconds on two nodes, beside each disturbance.
  struct Unrelated: Sendable {
    let connection: String

    private static let count = 1_000
    private static let disturbing = 20
    private static let silent = Logger(label: "goals") { _ in SwiftLogNoOpLogHandler() }

    /// - Returns: How late they were fired, and how late their handlers had been called, in nanoseconds.
    func times(beside disturbance: Disturbance) async throws -> (fired: [Int64], handled: [Int64]) {
      let schema = disturbance.rawValue
      var stores: [PostgreSQLStore] = []
      for _ in 0..<2 { stores.append(try await PostgreSQLStore(connection, schema: schema)) }
      let first = stores[0]
      try await first.write {
        try $0.execute("CREATE TABLE \"\(schema)\".seats AS SELECT 1 AS seat")
      }
      let times = Locked<[String: (fired: Int64, handled: Int64)]>([:])
      let services = stores.map { store in
        DurableCountdowns(store, logger: Self.silent) { event, transaction in
          guard event.countdown.hasPrefix("seat") else {
            return try handle(transaction, disturbance)
          }
          let time = (
            fired: (event.fired - event.due).column, handled: (store.now - Moment(event.due)).column
          )
          times.withLock { $0[event.countdown] = time }
        }
      }
      let runs = services.map { service in Task { try await service.run() } }
      // Until the nodes have shared the shards.
      let begin = first.now + .seconds(15)
      let starts = try (0..<Self.count).map { place in
        try DurableStart("seat \(place)", until: WallMoment(begin + .milliseconds(10 * place)))
      }
      let bad = try (0..<Self.disturbing).map { place in
        try DurableStart("bad \(place)", until: WallMoment(begin + .milliseconds(500 * place)))
      }
      for result in await services[0].start(starts + bad) { _ = try result.get() }
      let disturbing = Task { try await disturb(as: disturbance, schema, services) }
      while times.withLock({ $0.count }) < Self.count, first.now < begin + .seconds(60) {
        try await Task.sleep(for: .milliseconds(5))
      }
      disturbing.cancel()
      _ = await disturbing.result
      for service in services { service.stop() }
      for run in runs { try await run.value }
      let all = times.withLock { Array($0.values) }
      return (all.map(\.fired).sorted(), all.map(\.handled).sorted())
    }

    private func handle(
      _ transaction: PostgreSQLTransaction, _ disturbance: Disturbance
    ) throws {
      struct Failure: Error {}
      switch disturbance {
      case .lockedRow:
        try transaction.execute("UPDATE \"\(disturbance.rawValue)\".seats SET seat = 2")
      case .handlersThatThrow: throw Failure()
      case .slowHandlers:
        try transaction.execute("SELECT pg_sleep(1)")
        throw Failure()
      case .handlersThatEndTheTransaction: try transaction.execute("ROLLBACK")
      default: break
      }
    }

    /// Disturbs until the task is cancelled, or for as long as it takes.
    private func disturb(
      as disturbance: Disturbance, _ schema: String, _ services: [DurableCountdowns]
    ) async throws {
      let other = try await PostgreSQLStore(
        connection, schema: schema, limits: PostgreSQLLimits(statement: .seconds(60)))
      let countdowns = "\"\(schema)\".countdowns"
      switch disturbance {
      case .none, .handlersThatThrow, .handlersThatEndTheTransaction, .slowHandlers: break
      case .openTransaction:
        try await hold(other, "CREATE TEMP TABLE opened ()")
      case .lockedRow:
        try await hold(other, "SELECT FROM \"\(schema)\".seats FOR UPDATE")
      case .lockedCountdowns:
        try await hold(other, "SELECT FROM \(countdowns) WHERE id LIKE 'bad%' FOR UPDATE")
      case .hotCountdowns: await call(16, services)
      case .callers: await call(64, services)
      case .rowsThatFail:
        try await other.write { transaction in
          try transaction.execute(
            """
            CREATE FUNCTION "\(schema)".refuse() RETURNS trigger LANGUAGE plpgsql AS
              'BEGIN RAISE EXCEPTION ''refused''; END'
            """)
          try transaction.execute(
            """
            CREATE TRIGGER refuse BEFORE UPDATE ON \(countdowns) FOR EACH ROW
              WHEN (OLD.id LIKE 'bad%') EXECUTE FUNCTION "\(schema)".refuse()
            """)
        }
      case .damagedRows:
        try await other.write {
          try $0.execute("UPDATE \(countdowns) SET state = 9 WHERE id LIKE 'bad%'")
        }
      }
    }

    private func hold(_ store: PostgreSQLStore, _ statement: String) async throws {
      try await store.write { transaction in
        try transaction.execute(statement)
        try transaction.execute("SELECT pg_sleep(27)")
      }
    }

    private func call(_ callers: Int, _ services: [DurableCountdowns]) async {
      await withTaskGroup { group in
        for caller in 0..<callers {
          group.addTask {
            while !Task.isCancelled {
              // What has ended is refused.
              _ = try? await services[caller % 2].extend(
                "bad \(Int.random(in: 0..<Self.disturbing))", by: .milliseconds(1))
            }
          }
        }
      }
    }
  }
#endif
