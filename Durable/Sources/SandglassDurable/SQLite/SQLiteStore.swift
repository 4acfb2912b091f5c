#if SQLITE
  import Foundation
  public import GRDB
  public import Sandglass
  package import SandglassCore
  import SandglassStores

  /// Durable countdowns in an SQLite file.
  ///
  /// The file may also contain your own tables: ``database`` is a GRDB pool like any other. The countdowns are in tables
  /// whose names begin with `sandglass_`. Leave those to the library.
  ///
  /// One store at a time runs the countdowns of a file. A second one, in this process or another, is refused. While a
  /// store has the file, the file `<path>.lock` beside it is locked. The system unlocks it when the process ends,
  /// however it ends. If that file is removed, or the database is replaced, so that another store gets in, the first one
  /// writes and fires nothing more. Other programs may read the tables at any time.
  ///
  /// A change is on disk when the call that made it returns. Calls that come at the same time share a transaction.
  public final class SQLiteStore: Sendable {
    /// The database, for your own tables.
    public let database: DatabasePool

    let timekeeper: Timekeeper
    private let group: GroupCommit<SQLiteWriter>
    private let lock: LockFile
    let owner: SQLiteOwner

    /// Whether an administrator has changed something since the engine has heard of it.
    private let isAdministered = Locked(false)

    /// Opens or creates a file, and makes or migrates the tables of the countdowns.
    ///
    /// - Parameters:
    ///   - path: The path of the file. Its folder must exist.
    ///   - timekeeper: The timekeeper whose wall clock is the clock of the database. Tests pass a virtual one.
    ///   - migrates: Whether missing or older tables are made or changed. If not, they are refused.
    /// - Throws: `DurableError.inUse` if another store has the file. `DurableError.newerSchema` if a newer version of
    ///   the library has changed the tables, and `olderSchema` if they are older and it does not migrate.
    ///   `DurableError.database` if the file cannot be read and written.
    public init(
      path: String, timekeeper: Timekeeper = .shared, migrates: Bool = true
    ) throws(DurableError) {
      self.timekeeper = timekeeper
      // Links lead to the same file.
      let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      lock = try Self.lock(path)
      do {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { database in
          // A change is on disk when its transaction is committed. What the log contains is moved to its place after
          // every 16 MB, which costs less than after every 4 MB, and takes some tens of milliseconds.
          try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000")
        }
        database = try DatabasePool(path: path, configuration: configuration)
        owner = try database.write { database in
          try SQLiteSchema.migrate(database, mayChange: migrates)
          return try SQLiteOwner(ofFile: path, database)
        }
      } catch {
        throw DurableError(error)
      }
      group = GroupCommit(SQLiteWriter(pool: database, owner: owner))
    }

    private static func lock(_ path: String) throws(DurableError) -> LockFile {
      do {
        guard let lock = try LockFile.taken(atPath: path + ".lock") else {
          throw DurableError.inUse(path: path)
        }
        return lock
      } catch {
        throw DurableError(error)
      }
    }
  }

  extension SQLiteStore: DurableStore {
    package var now: Moment { Moment(timekeeper.wallNow) }

    package func perform(_ request: DurableRequest) async throws(DurableError) -> DurableAnswer {
      try await group.perform(request) { [timekeeper] database in
        try SQLiteTables(database).perform(request, at: Moment(timekeeper.wallNow))
      }
    }

    package func fire(_ rows: [DurableRow]) async throws(DurableError) -> [DurableRow] {
      try await group.perform { [timekeeper] database in
        try SQLiteTables(database).fireEach(rows, at: Moment(timekeeper.wallNow))
      }
    }

    package func note(_ outcomes: [EventOutcome]) async throws(DurableError) -> [EventOutcome] {
      try await group.perform { database in
        let tables = SQLiteTables(database)
        for outcome in outcomes { try tables.note(outcome) }
        return []
      }
    }

    package func prune(before moment: Moment) async throws(DurableError) {
      // In small steps, so that nothing that is due waits for long.
      while try await group.perform({
        try SQLiteTables($0).prune(before: moment, limit: 500)
      }) {}
    }

    /// Looks once a second whether the file is still the one that was opened, and this store its owner. If not, the store
    /// runs nothing any more.
    package func renew() async throws(DurableError) -> Renewal {
      do {
        try await database.read { [owner] in try owner.check($0) }
      } catch {
        throw DurableError(error)
      }
      let isPaused = try await read { try $0.isPaused }
      return Renewal(shards: isPaused ? [:] : .everything, next: now + .seconds(1))
    }

    package func news() async throws(DurableError) -> News {
      let mayHaveEvents = isAdministered.withLock { isAdministered in
        defer { isAdministered = false }
        return isAdministered
      }
      return News(mayHaveEvents: mayHaveEvents)
    }

    package func outboxDepth() async throws(DurableError) -> OutboxDepth? {
      try await read { try $0.outboxDepth() }
    }

    /// See ``GroupCommit/deliver(_:to:remove:)``.
    func deliver(
      _ events: [DurableEvent],
      to handler: @escaping @Sendable (DurableEvent, Database) throws -> Void
    ) async throws(DurableError) -> [EventTicket: any Error] {
      try await group.deliver(events, to: handler) { try SQLiteTables($1).remove($0) }
    }
  }

  extension SQLiteStore: AdministeredStore {
    func inspect<Result: Sendable>(
      _ body: @escaping @Sendable (SQLiteTables, Moment) throws -> Result
    ) async throws(DurableError) -> Result {
      let now = now
      return try await read { try body($0, now) }
    }

    func administer<Result: Sendable>(
      _ body: @escaping @Sendable (SQLiteTables) throws -> Result
    ) async throws(DurableError) -> Result {
      let result = try await group.perform { try body(SQLiteTables($0)) }
      isAdministered.withLock { $0 = true }
      return result
    }
  }

  // MARK: - Reading

  extension SQLiteStore {
    package func stored(_ id: String) async throws(DurableError) -> StoredCountdown? {
      try await read { try $0.stored(id) }
    }

    package func rows(_ fetch: NearRows.Fetch) async throws(DurableError) -> NearRows.Page {
      try await read { try $0.rows(fetch) }
    }

    package func events(
      after place: OutboxPlace, limit: Int
    ) async throws(DurableError) -> OutboxPage {
      try await read { try $0.events(after: place.last, limit: limit) }
    }

    package func event(_ ticket: EventTicket) async throws(DurableError) -> DurableEvent? {
      try await read { try $0.event(ticket) }
    }

    private func read<Result: Sendable>(
      _ body: @escaping @Sendable (SQLiteTables) throws -> Result
    ) async throws(DurableError) -> Result {
      do {
        return try await database.read { try body(SQLiteTables($0)) }
      } catch {
        throw DurableError(error)
      }
    }
  }
#endif
