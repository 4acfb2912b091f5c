#if SQLITE
  import Foundation
  import GRDB
  import SandglassDurable

  /// The process that starts the reservations, kills their holder again and again, and counts in the end.
  struct Breaker {
    private let arguments: Arguments
    private let folder: URL
    private let path: String

    init(_ arguments: Arguments) throws {
      self.arguments = arguments
      folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("sandglass-reservations-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      path = folder.appendingPathComponent("reservations.sqlite").path
    }

    func run() async throws -> Bool {
      defer { try? FileManager.default.removeItem(at: folder) }
      try await reserve()
      for number in 1...max(1, arguments.kills) {
        let holder = try Arguments.start("--file", path)
        let pause = Double(arguments.seconds) / Double(max(1, arguments.kills))
        try await Task.sleep(for: .seconds(pause * Double.random(in: 0.5...1.5)))
        kill(holder.processIdentifier, SIGKILL)
        holder.waitUntilExit()
        print("kill \(number): \(try await freed()) of \(arguments.reservations) seats are free")
      }
      return try await finish()
    }

    /// Starts reservations that end at random times while the holder is killed.
    private func reserve() async throws {
      let store = try SQLiteStore(path: path)
      let countdowns = DurableCountdowns(store) { _ in }
      try await store.database.write { database in
        try Holder.makeTable(in: database)
        for seat in 1...arguments.reservations {
          try database.execute(
            sql: "INSERT INTO seats (id) VALUES (?)", arguments: ["seat \(seat)"])
        }
      }
      await arguments.reserve(countdowns)
      try store.database.close()
    }

    /// Lets the last holder free what is left, and counts.
    private func finish() async throws -> Bool {
      let holder = try Arguments.start("--file", path)
      // If it cannot be read, the holder does not stay behind.
      defer { if holder.isRunning { kill(holder.processIdentifier, SIGKILL) } }
      let deadline = ContinuousClock.now + .seconds(arguments.seconds + 60)
      while try await freed() < arguments.reservations, ContinuousClock.now < deadline {
        try await Task.sleep(for: .milliseconds(50))
      }
      // The last one is shut down in an orderly way.
      holder.terminate()
      holder.waitUntilExit()
      let counts = try await read { database in
        let row = try Row.fetchOne(
          database,
          sql: """
            SELECT SUM(freed = 1), SUM(freed = 0), SUM(freed > 1), SUM(early),
              (SELECT COUNT(*) FROM sandglass_outbox) FROM seats
            """)
        return (0..<5).map { column -> Int in row?[column] ?? 0 }
      }
      print(
        """
        seats freed once: \(counts[0]), never: \(counts[1]), twice: \(counts[2]), \
        early: \(counts[3]); events left: \(counts[4]); kills: \(arguments.kills)
        """)
      return counts == [arguments.reservations, 0, 0, 0, 0]
    }

    private func freed() async throws -> Int {
      try await read { database in
        try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM seats WHERE freed > 0") ?? 0
      }
    }

    /// Reads beside the holder. A pool would write when it is opened.
    private func read<Result: Sendable>(
      _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
      var configuration = Configuration()
      configuration.readonly = true
      // Whoever opens the file first after a kill keeps the others out for a moment.
      configuration.busyMode = .timeout(30)
      return try await DatabaseQueue(path: path, configuration: configuration).read(body)
    }
  }
#endif
