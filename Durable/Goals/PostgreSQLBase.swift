#if POSTGRESQL
  import SandglassCore
  import SandglassDurable

  struct PostgreSQLBase: Base {
    let server: PostgreSQLStore

    let connection: String

    var store: any DurableStore { server }

    init(_ connection: String) async throws {
      // Ten million rows are armed in one statement.
      server = try await PostgreSQLStore(
        connection, limits: PostgreSQLLimits(statement: .seconds(3600)))
      self.connection = connection
    }

    func anotherNode() async throws -> (any Base)? { try await PostgreSQLBase(connection) }

    func countdowns(handling: Bool) -> DurableCountdowns {
      handling ? DurableCountdowns(server) { _ in } : DurableCountdowns(server)
    }

    func arm(_ count: Int, rate: Int, after delay: Duration) async throws {
      let now = store.now.column
      let due = (store.now + delay).column
      _ = try await server.write { transaction in
        try transaction.execute(
          """
          INSERT INTO sandglass.countdowns (number, id, version, state, due, time, total, phase,
            run, events, written, payload)
          SELECT i + (SELECT coalesce(max(number) + 1, 0) FROM sandglass.countdowns),
            'seat ' || (i + $2::bigint), 1, 1, $2::bigint + i * $3::bigint,
            $2::bigint + i * $3::bigint, $2::bigint + i * $3::bigint - $4::bigint, 0, $4::bigint, 0,
            $4::bigint, ''
          FROM generate_series(0, $1::bigint - 1) i
          """, ["\(count)", "\(due)", "\(1_000_000_000 / rate)", "\(now)"])
      }
    }

    func analyze() async throws {
      // It must not run in a transaction with the rows, but before them it may.
      _ = try await server.write {
        try $0.execute("ANALYZE sandglass.countdowns, sandglass.outbox")
      }
    }

    func bytes() async throws -> Int {
      try await number("SELECT pg_total_relation_size('sandglass.countdowns')")
    }

    func events() async throws -> (early: Int, all: Int) {
      (
        try await number("SELECT count(*) FROM sandglass.outbox WHERE fired < due"),
        try await number("SELECT count(*) FROM sandglass.outbox")
      )
    }

    private func number(_ sql: String) async throws -> Int {
      try await server.write { Int(try $0.execute(sql).first?.first?.flatMap { $0 } ?? "") ?? 0 }
    }

    func loop(_ count: Int, batch: Int) async throws {
      for start in stride(from: 0, to: count, by: batch) {
        let numbers = start..<min(count, start + batch)
        _ = try await server.write { transaction in
          try transaction.execute(
            """
            WITH fired AS (
              UPDATE sandglass.countdowns c
              SET version = 2, state = 3, due = NULL, ended = 1, time = 0, events = 1, written = 1,
                changed = pg_current_xact_id()
              FROM generate_series($1::bigint, $2::bigint) AS n (number)
              WHERE c.ctid = ANY (ARRAY(
                  SELECT (SELECT ctid FROM sandglass.countdowns o WHERE o.number = f.number)
                  FROM generate_series($1::bigint, $2::bigint) AS f (number)))
                AND c.number = n.number AND c.version = 1
              RETURNING c.number, c.run, c.payload)
            INSERT INTO sandglass.outbox (shard, countdown, run, event, kind, detail, phase, due,
              fired, payload)
            SELECT number & 15, number, run, 1, 0, 0, 0, 1, 1, payload FROM fired
            """, ["\(numbers.lowerBound)", "\(numbers.upperBound - 1)"])
        }
      }
    }
  }
#endif
