#if SQLITE
  import GRDB
  import SandglassCore
  import SandglassDurable

  struct SQLiteBase: Base {
    let file: SQLiteStore

    var store: any DurableStore { file }

    init(path: String) throws {
      file = try SQLiteStore(path: path)
    }

    func anotherNode() -> (any Base)? { nil }

    func countdowns(handling: Bool) -> DurableCountdowns {
      handling ? DurableCountdowns(file) { _ in } : DurableCountdowns(file)
    }

    func arm(_ count: Int, rate: Int, after delay: Duration) async throws {
      let now = store.now.column
      let due = (store.now + delay).column
      try await file.database.write { database in
        try database.execute(
          sql: """
            INSERT INTO sandglass_countdowns (id, version, state, due, time, total, phase, run,
              events, written, payload)
            WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
            SELECT 'seat ' || (i + ?), 1, 1, ? + i * ?, ? + i * ?, ? + i * ? - ?, 0, ?, 0, ?, x''
            FROM n
            """,
          arguments: [
            count, due, due, 1_000_000_000 / rate, due, 1_000_000_000 / rate, due,
            1_000_000_000 / rate, now, now, now,
          ])
      }
    }

    func analyze() async throws { try await file.database.write { try $0.execute(sql: "ANALYZE") } }

    func bytes() async throws -> Int { try await number("PRAGMA page_count") * 4096 }

    func events() async throws -> (early: Int, all: Int) {
      (
        try await number("SELECT COUNT(*) FROM sandglass_outbox WHERE fired < due"),
        try await number("SELECT COUNT(*) FROM sandglass_outbox")
      )
    }

    private func number(_ sql: String) async throws -> Int {
      try await file.database.read { try Int.fetchOne($0, sql: sql) } ?? 0
    }

    func loop(_ count: Int, batch: Int) async throws {
      for start in stride(from: 1, through: count, by: batch) {
        let numbers = start..<min(count + 1, start + batch)
        try await file.database.write { database in
          let update = try database.cachedStatement(
            sql: """
              UPDATE sandglass_countdowns SET version = ?, state = ?, due = ?, ended = ?, time = ?,
                total = ?, phase = ?, run = ?, events = ?, written = ?, extras = ?
              WHERE number = ? AND version = ?
              """)
          let insert = try database.cachedStatement(
            sql: """
              INSERT INTO sandglass_outbox (countdown, run, event, kind, detail, phase, due, fired,
                payload)
              SELECT number, ?, ?, ?, ?, ?, ?, ?, payload FROM sandglass_countdowns
              WHERE number = ?
              """)
          for number in numbers {
            try update.execute(arguments: [2, 3, nil, 1, 0, 1, 0, 1, 1, 1, nil, number, 1])
            try insert.execute(arguments: [1, 1, 0, 0, 0, 1, 1, number])
          }
        }
      }
    }
  }
#endif
