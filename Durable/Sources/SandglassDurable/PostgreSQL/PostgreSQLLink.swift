#if POSTGRESQL
  import Dispatch
  import Sandglass
  import SandglassCore

  /// A connection on a queue of its own, which connects again when the connection is lost.
  final class PostgreSQLLink: Sendable {
    private struct State {
      var connection: PostgreSQLConnection?
      var failures = 0
      var failure: PostgreSQLFailure?

      /// The server is not asked for a connection before this moment.
      var nextAttempt = Moment.origin
    }

    private let text: String
    private let patience: PostgreSQLPatience
    private let timekeeper: Timekeeper
    private let queue: DispatchQueue

    /// Only what runs on the queue takes the lock, so nobody waits for it.
    private let state = Locked(State())

    private static let patience = RetryPolicy(
      attempts: 1_000, firstDelay: .milliseconds(100), longestDelay: .seconds(1))

    init(
      _ text: String, _ name: String, _ patience: PostgreSQLPatience, on timekeeper: Timekeeper
    ) {
      self.text = text
      self.patience = patience
      self.timekeeper = timekeeper
      queue = DispatchQueue(label: "sandglass.postgresql.\(name)")
    }

    func schedule(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

    func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
      queue.asyncAfter(deadline: .now() + .nanoseconds(Int(delay.column)), execute: body)
    }

    /// Runs statements on the queue. They are run again on a new connection if the connection is lost, so they must be
    /// ones that may be repeated.
    func perform<Result: Sendable>(
      _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Result
    ) async throws(DurableError) -> Result {
      let result: Swift.Result<Result, DurableError> = await withCheckedContinuation { waiting in
        schedule {
          do {
            waiting.resume(returning: .success(try self.withConnection(body)))
          } catch {
            waiting.resume(returning: .failure(DurableError(error)))
          }
        }
      }
      return try result.get()
    }

    /// Calls `body` with a connection, and once more with a new one if the connection turns out to be lost. Must be
    /// called on the queue.
    func withConnection<Result>(
      _ body: (PostgreSQLConnection) throws -> Result
    ) throws -> Result {
      let (connection, isNew) = try connect()
      do {
        return try body(connection)
      } catch let failure as PostgreSQLFailure {
        guard failure.isLost, !isNew, !patience.isStopped else { throw failure }
      }
      return try body(try connect().connection)
    }

    private func connect() throws(PostgreSQLFailure) -> (
      connection: PostgreSQLConnection, isNew: Bool
    ) {
      try state.withLock { (state) throws(PostgreSQLFailure) in
        if let connection = state.connection, connection.isAlive { return (connection, false) }
        return (try connect(&state), true)
      }
    }

    private func connect(
      _ state: inout State
    ) throws(PostgreSQLFailure) -> PostgreSQLConnection {
      state.connection = nil
      if patience.isStopped {
        throw PostgreSQLFailure("the countdowns have been stopped", isLost: true)
      }
      if let failure = state.failure, timekeeper.now < state.nextAttempt { throw failure }
      do {
        let connection = try PostgreSQLConnection(text, patience)
        state.connection = connection
        (state.failures, state.failure) = (0, nil)
        return connection
      } catch {
        state.failures += 1
        state.failure = error
        let delay = Self.patience.delay(
          afterFailures: min(state.failures, 999), random: .random(in: 0...1))
        state.nextAttempt = timekeeper.now + (delay ?? .seconds(1))
        throw error
      }
    }
  }

  /// A connection on which a store writes.
  struct PostgreSQLWriter: GroupDatabase {
    let link: PostgreSQLLink
    let clock: PostgreSQLClock
    let schema: PostgreSQLSchema
    let node: PostgreSQLNode
    let limits: PostgreSQLLimits

    /// Whether a call waits for a countdown that another transaction has locked. Otherwise it is made again later.
    let waits: Bool

    func schedule(_ turn: @escaping @Sendable (Transact<PostgreSQLTransaction>) -> Void) {
      link.schedule { turn { body in try transact(body) } }
    }

    func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
      link.schedule(after: delay, body)
    }

    private func transact(_ body: (PostgreSQLTransaction) throws -> Void) throws {
      // Only the begin is repeated on another connection.
      let transaction = try link.withConnection { connection in
        PostgreSQLTransaction(
          PostgreSQLTables(connection, schema, node, waits: waits),
          at: try clock.begin(on: connection, limits.settings))
      }
      let actions: [() -> Void]
      do {
        try body(transaction)
        actions = try transaction.beforeCommit.map { try $0() }
      } catch {
        _ = try? transaction.connection.run("ROLLBACK")
        throw error
      }
      try commit(transaction)
      for action in actions { action() }
    }

    private func commit(_ transaction: PostgreSQLTransaction) throws(DurableError) {
      do throws(PostgreSQLFailure) {
        guard try transaction.connection.run("COMMIT").command == "COMMIT" else {
          throw PostgreSQLFailure("the transaction was rolled back")
        }
      } catch {
        throw error.isLost ? DurableError.uncertain(error.message) : DurableError(error)
      }
    }

    func inSavepoint<Result>(
      of transaction: PostgreSQLTransaction, _ body: () throws -> Result
    ) throws -> Result {
      try transaction.inSavepoint(body)
    }

    func isOpen(_ transaction: PostgreSQLTransaction) -> Bool {
      transaction.connection.isInTransaction
    }

    /// A serialization failure, a deadlock, or a lock that was not given in time.
    func isConflict(_ error: any Error) -> Bool { DurableError(error).isConflict }

    static var callsAtOnce: Int { 500 }

    func perform(
      _ requests: [DurableRequest], in transaction: PostgreSQLTransaction
    ) throws -> [RequestOutcome] {
      try transaction.tables.perform(requests, at: transaction.moment)
    }
  }

  /// A transaction of a ``PostgreSQLStore``, for your own statements.
  ///
  /// What a statement of yours changes with `SET` or `SET LOCAL` counts until the transaction ends, also for other
  /// closures and handlers that share it.
  ///
  /// Use it only inside the closure that it was passed to. Do not run `COMMIT` or `ROLLBACK` in it.
  public final class PostgreSQLTransaction {
    let tables: PostgreSQLTables

    /// When the transaction has begun, by the clock of the database.
    let moment: Moment

    /// What is called at the end of the transaction. It returns what is called when the transaction is on disk.
    private(set) var beforeCommit: [() throws -> () -> Void] = []

    var connection: PostgreSQLConnection { tables.connection }

    init(_ tables: PostgreSQLTables, at moment: Moment) {
      self.tables = tables
      self.moment = moment
    }

    /// Runs a statement.
    ///
    /// - Parameters:
    ///   - sql: One statement, with `$1`, `$2` and so on in the places of the values.
    ///   - values: The values as text; nil for null. The database decides their types.
    /// - Returns: The rows that the statement returns, with each column as text; nil for null.
    /// - Throws: `DurableError.database` with the message of the database. `DurableError.invalid` if the statement or a
    ///   value contains a zero byte, which the database cannot store.
    @discardableResult
    public func execute(
      _ sql: String, _ values: [String?] = []
    ) throws(DurableError) -> [[String?]] {
      for (place, text) in ([sql] + values).enumerated() where text?.utf8.contains(0) == true {
        let what = place == 0 ? "the statement" : "the value $\(place)"
        throw .invalid("\(what) contains a zero byte; accepted: none")
      }
      do {
        let rows = try connection.run(sql, values.map { .inferred($0) }, asText: true)
        return (0..<rows.count).map { row in
          (0..<rows.columns).map { rows.text(row, $0) }
        }
      } catch {
        throw DurableError(error)
      }
    }

    /// Calls `action` at the end of the transaction, and what it returns when the transaction is on disk, unless
    /// ``inSavepoint(_:)`` undoes the part that contains this call.
    func beforeCommit(_ action: @escaping () throws -> () -> Void) { beforeCommit.append(action) }

    func inSavepoint<Result>(_ body: () throws -> Result) throws -> Result {
      let actions = beforeCommit.count
      try connection.run("SAVEPOINT sandglass")
      do {
        let result = try body()
        try connection.run("RELEASE SAVEPOINT sandglass")
        return result
      } catch {
        beforeCommit.removeSubrange(actions...)
        try connection.run("ROLLBACK TO SAVEPOINT sandglass; RELEASE SAVEPOINT sandglass")
        throw error
      }
    }
  }

  /// The clock of the database.
  final class PostgreSQLClock: Sendable {
    private let timekeeper: Timekeeper

    /// Whether the wall clock of the timekeeper is the clock of the database, as in tests.
    private let isVirtual: Bool

    private let bounds = Locked(ClockBounds())

    init(on timekeeper: Timekeeper, isVirtual: Bool) {
      self.timekeeper = timekeeper
      self.isVirtual = isVirtual
    }

    /// A moment that the clock has reached.
    var now: Moment {
      if isVirtual { return Moment(timekeeper.wallNow) }
      let now = timekeeper.now
      return bounds.withLock { $0.earliest(at: now) } ?? .origin
    }

    /// Begins a transaction, and returns what the clock shows at its begin. The same round trip tells how the clock
    /// differs from the steady clock here.
    ///
    func begin(
      on connection: PostgreSQLConnection, _ settings: String
    ) throws(PostgreSQLFailure) -> Moment {
      let asked = timekeeper.now
      let rows: PostgreSQLRows
      do {
        rows = try begun(on: connection, settings)
      } catch {
        // Nothing else would end a transaction that has begun and failed.
        _ = try? connection.run("ROLLBACK")
        throw error
      }
      let answered = timekeeper.now
      if isVirtual { return Moment(timekeeper.wallNow) }
      guard let text = rows.text(0, 0), let microseconds = UInt64(text) else {
        throw PostgreSQLFailure("the database has no valid clock")
      }
      let reading = Moment(nanoseconds: microseconds.multipliedReportingOverflow(by: 1_000).0)
      bounds.withLock {
        $0.learn(reading, resolution: .microseconds(1), asked: asked, answered: answered)
      }
      return reading
    }

    private func begun(
      on connection: PostgreSQLConnection, _ settings: String
    ) throws(PostgreSQLFailure) -> PostgreSQLRows {
      try connection.run(
        "RESET ALL; BEGIN ISOLATION LEVEL READ COMMITTED; " + settings
          + "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")
    }
  }
#endif
