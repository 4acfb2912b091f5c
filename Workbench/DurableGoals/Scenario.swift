#if SQLITE
  import CoreMetrics
  import GRDB
  import GoalSupport
  import SandglassCore
  import SandglassDurable
  import SandglassDurableCore

  /// What is measured. The two numbers are a rate per second and a number of seconds, unless a case says otherwise.
  enum Mode: String, CaseIterable {
    /// Countdowns end at an even rate, and nobody handles the events.
    case fires

    /// As `fires`, with a closure that handles the events.
    case handled

    /// As many as the first number are due in one second. The tables were analysed when they were empty if the second
    /// number is 1, and never if it is 0.
    case burst

    /// A loop with the same statements, for as many rows as the first number, in transactions of the second number.
    case loop

    /// What a program without the engine does: it asks for due rows once a second.
    case poller

    /// As `fires` at 1,000 a second for ten seconds, beside as many armed rows as the first number.
    case armed
  }

  struct Scenario {
    private let mode: Mode
    private let first: Int
    private let second: Int
    private let store: SQLiteStore
    private let recorder = Recorder()

    init(_ mode: Mode, _ first: Int, _ second: Int, path: String) throws {
      (self.mode, self.first, self.second) = (mode, first, second)
      store = try SQLiteStore(path: path)
      MetricsSystem.bootstrap(recorder)
    }

    func run() async throws {
      switch mode {
      case .fires, .handled:
        try await fire(first * second, rate: first)
      case .burst:
        if second == 1 { try await store.database.write { try $0.execute(sql: "ANALYZE") } }
        try await fire(first, rate: first)
      case .armed:
        try await arm(first, rate: 1, after: .seconds(86_400))
        let pages = try await number("PRAGMA page_count")
        print("\(grouped(first)) armed rows: \(pages * 4096 / max(1, first)) bytes a row")
        try await fire(10_000, rate: 1_000)
      case .loop: try await loop()
      case .poller: try await poll()
      }
    }

    /// Adds rows that are due at an even rate.
    private func arm(_ count: Int, rate: Int, after delay: Duration) async throws {
      let now = store.now.column
      let due = (store.now + delay).column
      try await store.database.write { database in
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

    private func fire(_ count: Int, rate: Int) async throws {
      // Enough time to add the rows.
      let delay = Duration.seconds(2 + count / 100_000)
      let begin = store.now + delay
      try await arm(count, rate: rate, after: delay)
      let handled = mode == .handled
      let countdowns =
        handled ? DurableCountdowns(store) { _ in } : DurableCountdowns(store)
      let run = Task { try await countdowns.run() }
      let label = handled ? "sandglass_durable_handled_after" : "sandglass_durable_lateness"
      while recorder.count(label) < count { try await Task.sleep(for: .milliseconds(5)) }
      let took = store.now - begin
      countdowns.stop()
      try await run.value
      let early = try await number("SELECT COUNT(*) FROM sandglass_outbox WHERE fired < due")
      let left = try await number("SELECT COUNT(*) FROM sandglass_outbox")
      report(
        "\(mode.rawValue) \(grouped(count)) at \(grouped(rate))/s", recorder.times(label), took,
        rest: ", early: \(early), events: \(grouped(left))")
    }

    private func poll() async throws {
      let count = first * second
      let begin = store.now + .seconds(2)
      try await arm(count, rate: first, after: .seconds(2))
      var times: [Int64] = []
      while times.count < count {
        try await Task.sleep(for: .seconds(1))
        let fetch = NearRows.Fetch(
          after: NearRows.Place(due: .origin, number: -1), through: store.now, limit: 100_000)
        let rows = try await store.rows(fetch)
        _ = try await store.fire(rows)
        let now = store.now
        times += rows.compactMap { row in row.due.map { (now - $0).column } }
      }
      report(
        "poller \(grouped(count)) at \(grouped(first))/s", times.sorted(), store.now - begin,
        rest: "")
    }

    private func loop() async throws {
      try await arm(first, rate: 1_000_000, after: .seconds(1))
      let batch = second
      let begin = ContinuousClock.now
      for start in stride(from: 1, through: first, by: batch) {
        let numbers = start..<min(first + 1, start + batch)
        try await store.database.write { database in
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
      let took = ContinuousClock.now - begin
      print("loop: \(grouped(Int(Double(first) / (took / .seconds(1)))))/s")
    }

    private func number(_ sql: String) async throws -> Int {
      try await store.database.read { try Int.fetchOne($0, sql: sql) } ?? 0
    }

    private func report(_ name: String, _ times: [Int64], _ took: Duration, rest: String) {
      func part(_ share: Double) -> String {
        let place = min(times.count - 1, Int(Double(times.count) * share))
        return milliseconds(Duration(column: times[place]))
      }
      print(
        """
        \(name): p50 \(part(0.5)), p99 \(part(0.99)), max \(part(1)) ms, all after \
        \(milliseconds(took)) ms\(rest)
        """)
    }
  }
#endif
