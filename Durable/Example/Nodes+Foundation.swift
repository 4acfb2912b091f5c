#if POSTGRESQL
  import Foundation
  import Logging
  import SandglassDurable
  import ServiceLifecycle
  import UnixSignals

  /// A node that holds reservations on a server.
  struct Node {
    let connection: String
    let log: String?

    func run() async throws {
      // A short lease, so that a node that is gone is replaced soon.
      let store = try await PostgreSQLStore(connection, lease: .seconds(1))
      let services = ServiceGroup(
        services: [try countdowns(in: store)], gracefulShutdownSignals: [.sigterm],
        logger: Logger(label: "reservations") { _ in SwiftLogNoOpLogHandler() })
      try await services.run()
    }

    private func countdowns(in store: PostgreSQLStore) throws -> DurableCountdowns {
      if let log { return try logging(to: log, in: store) }
      return DurableCountdowns(
        store,
        inTransaction: { event, transaction in
          try transaction.execute(
            """
            UPDATE seats SET freed = freed + 1, early = early + $1::int, late = greatest(late, $2),
              fired = $3
            WHERE id = $4
            """,
            [
              event.fired < event.due ? "1" : "0",
              "\((event.fired - event.due) / .milliseconds(1))",
              "\(event.fired.timeSince1970 / .seconds(1))", event.countdown,
            ])
        })
    }

    /// Countdowns whose handler is outside any transaction. It writes a line for each call: the countdown, the id of the
    /// event, how late it was fired, in milliseconds, and when, in seconds since 1970.
    private func logging(to path: String, in store: PostgreSQLStore) throws -> DurableCountdowns {
      let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
      guard file >= 0 else { throw POSIXError(.ENOENT) }
      return DurableCountdowns(store) { event in
        let late = Int((event.fired - event.due) / .milliseconds(1))
        let fired = event.fired.timeSince1970 / .seconds(1)
        let line = "\(event.countdown),\(event.id),\(late),\(fired)\n"
        // A line is written whole or not at all, also beside other processes.
        guard write(file, line, line.utf8.count) == line.utf8.count else {
          throw POSIXError(.EIO)
        }
      }
    }
  }

  /// A server of this process's own, which ends with it.
  struct OwnServer {
    let connection: String

    /// Keeps the server running.
    private let input = Pipe()

    init() throws {
      let server = Process()
      let output = Pipe()
      server.executableURL =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../Scripts/postgresql-server").standardizedFileURL
      server.standardInput = input
      server.standardOutput = output
      try server.run()
      var text = ""
      while !text.contains("\n") {
        let data = output.fileHandleForReading.availableData
        // The script has said why.
        if data.isEmpty { exit(69) }
        text += String(decoding: data, as: UTF8.self)
      }
      connection = text.split(separator: "\n").first.map { String($0) } ?? ""
    }
  }

  /// The process that starts the reservations on a server, and kills or stops one of two nodes again and again.
  struct NodeBreaker {
    let arguments: Arguments
    let connection: String

    func run() async throws -> Bool {
      let store = try await PostgreSQLStore(connection)
      try await reserve(store)
      var nodes = [
        try Arguments.start("--node", connection), try Arguments.start("--node", connection),
      ]
      for number in 1...max(1, arguments.kills) {
        let pause = Double(arguments.seconds) / Double(max(1, arguments.kills))
        try await Task.sleep(for: .seconds(pause * Double.random(in: 0.5...1.5)))
        let place = Int.random(in: 0...1)
        let node = nodes[place]
        if number % 3 == 0 {
          // Frozen for longer than its lease, and thawed.
          kill(node.processIdentifier, SIGSTOP)
          try await Task.sleep(for: .seconds(2.5))
          kill(node.processIdentifier, SIGCONT)
        } else {
          kill(node.processIdentifier, SIGKILL)
          node.waitUntilExit()
          nodes[place] = try Arguments.start("--node", connection)
        }
        let free = try await count(store, "SELECT count(*) FROM seats WHERE freed > 0")
        print("\(number): \(free) of \(arguments.reservations) seats are free")
      }
      return try await finish(store, nodes)
    }

    /// Makes the seats, and starts their reservations.
    func reserve(_ store: PostgreSQLStore) async throws {
      let countdowns = DurableCountdowns(store) { _ in }
      _ = try await store.write { transaction in
        try transaction.execute(
          """
          CREATE TABLE seats (id text PRIMARY KEY, freed int NOT NULL DEFAULT 0,
            early int NOT NULL DEFAULT 0, late float8 NOT NULL DEFAULT 0, fired float8)
          """)
        try transaction.execute(
          "INSERT INTO seats SELECT 'seat ' || i FROM generate_series(1, $1::int) i",
          ["\(arguments.reservations)"])
      }
      await arguments.reserve(countdowns)
    }

    /// Lets the nodes free what is left, and counts.
    private func finish(_ store: PostgreSQLStore, _ nodes: [Process]) async throws -> Bool {
      let deadline = ContinuousClock.now + .seconds(arguments.seconds + 60)
      while try await count(store, "SELECT count(*) FROM seats WHERE freed = 0") > 0,
        ContinuousClock.now < deadline
      {
        try await Task.sleep(for: .milliseconds(50))
      }
      for node in nodes {
        node.terminate()
        node.waitUntilExit()
      }
      let once = try await count(store, "SELECT count(*) FROM seats WHERE freed = 1")
      let never = try await count(store, "SELECT count(*) FROM seats WHERE freed = 0")
      let twice = try await count(store, "SELECT count(*) FROM seats WHERE freed > 1")
      let early = try await count(store, "SELECT sum(early) FROM seats")
      let left = try await count(store, "SELECT count(*) FROM sandglass.outbox")
      let latest = try await count(store, "SELECT ceil(max(late)) FROM seats")
      print(
        """
        seats freed once: \(once), never: \(never), twice: \(twice), early: \(early); events left: \
        \(left); latest after \(latest) ms; kills: \(arguments.kills)
        """)
      return [once, never, twice, early, left] == [arguments.reservations, 0, 0, 0, 0]
    }

    private func count(_ store: PostgreSQLStore, _ sql: String) async throws -> Int {
      let rows = try await store.write { try $0.execute(sql) }
      return rows.first?.first?.flatMap { Int($0) } ?? 0
    }
  }
#endif
