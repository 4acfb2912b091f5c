#if SQLITE
  import GRDB
  import Logging
  import SandglassDurable
  import ServiceLifecycle
  import UnixSignals

  /// The process that is killed. It holds reservations, and frees each seat when its reservation ends.
  struct Holder {
    let path: String

    func run() async throws {
      let store = try SQLiteStore(path: path)
      try await store.database.write { try Self.makeTable(in: $0) }
      let countdowns = DurableCountdowns(store, inTransaction: Self.free)
      let services = ServiceGroup(
        services: [countdowns], gracefulShutdownSignals: [.sigterm],
        logger: Logger(label: "reservations") { _ in SwiftLogNoOpLogHandler() })
      try await services.run()
    }

    /// Frees a seat, in the transaction in which the event leaves the outbox.
    static func free(_ event: DurableEvent, in database: Database) throws {
      try database.execute(
        sql: """
          UPDATE seats SET freed = freed + 1, early = early + ?, late = max(late, ?) WHERE id = ?
          """,
        arguments: [
          event.fired < event.due ? 1 : 0, (event.fired - event.due) / .milliseconds(1),
          event.countdown,
        ])
    }

    static func makeTable(in database: Database) throws {
      try database.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS seats (
            id TEXT PRIMARY KEY, freed INTEGER NOT NULL DEFAULT 0,
            early INTEGER NOT NULL DEFAULT 0, late REAL NOT NULL DEFAULT 0)
          """)
    }
  }
#endif
