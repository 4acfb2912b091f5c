#if POSTGRESQL
  import Sandglass
  package import SandglassCore
  import Tracing

  /// Durable countdowns in a PostgreSQL database.
  ///
  /// The countdowns are in tables of a schema of their own. Leave those to the library. Your own tables may be in the
  /// same database, and ``write(_:)`` changes both in one transaction.
  ///
  /// Several stores, in as many processes and on as many machines as you like, may run the countdowns of a schema. Each
  /// is a node, and has an equal part of them. A node holds its part by a lease. When it dies, the others take its part
  /// when the lease has ended. A store that is not run changes and reads countdowns, and has no part.
  ///
  /// A store has a connection for each of nine things, so that none waits for another: what callers read, calls,
  /// transactions of your own, what the engine reads, what it fires, handlers, handlers of what has failed, what has
  /// become of events, and the lease; and up to three more for handlers, when some take long. It connects when it first
  /// needs one, so a store that is not run has two or three. When a connection is lost, the calls on it fail, and the next
  /// ones connect again, at most after a second. A connection string with several servers finds that which can be
  /// written, also after a standby was promoted. A pool such as PgBouncer may be in between, if it gives a whole session
  /// or transaction one connection.
  public final class PostgreSQLStore: Sendable {
    let timekeeper: Timekeeper
    let schema: PostgreSQLSchema
    let node: PostgreSQLNode
    private let clock: PostgreSQLClock
    private let enginesPatience: PostgreSQLPatience

    private let lockedRows = LockedByOthers()
    private let lockedEvents = LockedByOthers()

    /// What the engine reads, and what callers read.
    private let ahead, reader: PostgreSQLLink
    private let calls: GroupCommit<PostgreSQLWriter>
    private let users: GroupCommit<PostgreSQLWriter>
    private let firing: GroupCommit<PostgreSQLWriter>
    private let suspects: GroupCommit<PostgreSQLWriter>
    private let delivery: [GroupCommit<PostgreSQLWriter>]
    private let noting: GroupCommit<PostgreSQLWriter>
    private let lease: GroupCommit<PostgreSQLWriter>

    /// Connects to a database, and makes or migrates the tables of the countdowns.
    ///
    /// - Parameters:
    ///   - connection: A connection string or URI of libpq, such as `postgresql://server/shop` or `host=/run/postgresql`.
    ///     What it does not say is taken from libpq's environment variables.
    ///   - schema: The schema for the tables. It is made if it is not there.
    ///   - lease: After this time, what a dead node has run is taken over, from 1 s to 300 s. It is renewed three times as
    ///     often. All nodes should have the same.
    ///   - limits: How long a transaction may wait. It may never do nothing for longer than half the lease, or a second if
    ///     that is longer.
    ///   - migrates: Whether missing or older tables are made or changed. If not, they are refused.
    /// - Throws: `DurableError.invalid` if the connection string, the name of the schema, the lease or the server's
    ///   version cannot be used. `DurableError.newerSchema` if a newer version of the library has changed the tables, and
    ///   `olderSchema` if they are older and it does not migrate. `DurableError.database` if the database cannot be read and written.
    public convenience init(
      _ connection: String, schema: String = "sandglass", lease: Duration = .seconds(10),
      limits: PostgreSQLLimits = PostgreSQLLimits(), migrates: Bool = true
    ) async throws(DurableError) {
      try await self.init(
        connection, schema: schema, lease: lease, limits: limits, migrates: migrates, virtual: nil)
    }

    /// As the other initialiser. The wall clock of `virtual` is taken for the clock of the database, unless it is nil.
    package init(
      _ connection: String, schema: String, lease: Duration = .seconds(10),
      limits: PostgreSQLLimits = PostgreSQLLimits(), migrates: Bool = true, virtual: Timekeeper?
    ) async throws(DurableError) {
      if let fault = PostgreSQLConnection.fault(in: connection) {
        throw .invalid("the connection string: \(fault); accepted: one of libpq")
      }
      guard (.seconds(1)...(.seconds(300))).contains(lease) else {
        throw .invalid("the lease is \(lease); accepted: 1 s to 300 s")
      }
      let tables = try PostgreSQLSchema(schema)
      self.schema = tables
      let node = PostgreSQLNode(lease: lease)
      self.node = node
      let timekeeper = virtual ?? .shared
      self.timekeeper = timekeeper
      let clock = PostgreSQLClock(on: timekeeper, isVirtual: virtual != nil)
      self.clock = clock
      let limits = limits.atMost(idle: max(lease / 2, .seconds(1)))
      // A server that is stopped, and not gone, would never answer.
      let callers = PostgreSQLPatience(limits.statement + .seconds(5))
      let engine = PostgreSQLPatience(limits.statement + .seconds(5))
      enginesPatience = engine
      func writer(
        _ name: String, _ patience: PostgreSQLPatience, _ limits: PostgreSQLLimits = limits,
        waits: Bool = true
      ) -> GroupCommit<PostgreSQLWriter> {
        let link = PostgreSQLLink(connection, name, patience, on: timekeeper)
        return GroupCommit(
          PostgreSQLWriter(
            link: link, clock: clock, schema: tables, node: node, limits: limits, waits: waits))
      }
      reader = PostgreSQLLink(connection, "reader", callers, on: timekeeper)
      // Others wait as long.
      let brief = limits.atMost(lock: .milliseconds(10))
      calls = writer("calls", callers, brief, waits: false)
      users = writer("users", callers)
      ahead = PostgreSQLLink(connection, "ahead", engine, on: timekeeper)
      firing = writer("firing", engine, brief)
      suspects = writer("suspects", engine)
      delivery = (0..<Self.handlersAtOnce).map { writer("delivery \($0)", engine, brief) }
      noting = writer("noting", engine, brief)
      self.lease = writer("lease", engine)
      try await reader.perform { try tables.migrate($0, mayChange: migrates) }
      // The first transaction reads the clock.
      try await calls.perform { _ in }
    }

    /// Runs a closure in a transaction, for your own statements and for countdowns that start with them.
    ///
    /// - Parameter body: The closure. Other transactions of this store wait for it, so it must return quickly: see
    ///   ``PostgreSQLLimits``. If a row that it needs is locked, it is called again, after what it has written was undone.
    /// - Returns: What the closure returns, when the transaction is on disk.
    /// - Throws: What the closure throws; what it has written is undone then. `DurableError.database` or `uncertain` if
    ///   the database fails.
    @discardableResult
    public func write<Result: Sendable>(
      _ body: @escaping @Sendable (PostgreSQLTransaction) throws -> Result
    ) async throws -> Result {
      // The closure is called on another thread, where what is local to the task is not.
      let trace = ServiceContext.current
      return try await users.performRethrowing { transaction in
        try ServiceContext.withValue(trace) { try body(transaction) }
      }
    }
  }

  extension PostgreSQLStore: DurableStore {
    /// How many shards the store runs.
    package var heldShards: Int { node.held.count }

    package var now: Moment { clock.now }

    package func perform(_ request: DurableRequest) async throws(DurableError) -> DurableAnswer {
      try await calls.perform(request) { transaction in
        try transaction.tables.perform(request, at: transaction.moment)
      }
    }

    package func fire(_ rows: [DurableRow]) async throws(DurableError) -> [DurableRow] {
      // The transaction's moment is the database's own. What is not due by it is not fired.
      try await firing.perform { [lockedRows] transaction in
        try lockedRows.skipping { skips in
          let current = try transaction.tables.fire(
            rows, at: transaction.moment, skipsLocked: skips)
          return (current, zip(rows, current).contains { $0.version == $1.version })
        }
      }
    }

    package func note(_ outcomes: [EventOutcome]) async throws(DurableError) -> [EventOutcome] {
      try await noting.perform { [lockedEvents] transaction in
        let tables = transaction.tables
        return try lockedEvents.skipping { skips in
          let locked = skips ? try tables.locked(outcomes.map(\.outcome.ticket)) : []
          try tables.note(outcomes.filter { !locked.contains($0.outcome.ticket.number) })
          let left = outcomes.filter { locked.contains($0.outcome.ticket.number) }
          return (left, !left.isEmpty)
        }
      }
    }

    package func prune(before moment: Moment) async throws(DurableError) {
      // In small steps, so that nothing that is due waits for long.
      while !enginesPatience.isStopped,
        try await noting.perform({ try $0.tables.prune(before: moment, limit: 500) })
      {}
    }

    package func renew() async throws(DurableError) -> Renewal {
      let renewal = try await lease.perform { [node] transaction in
        // Before anything is read ahead.
        if node.seen == nil { node.begin(at: try transaction.tables.snapshot()) }
        var renewal = try transaction.tables.renew(at: transaction.moment)
        // It keeps its part, so that nothing moves when firing goes on.
        if try transaction.tables.isPaused { renewal.shards = [:] }
        return renewal
      }
      node.hold(renewal.shards)
      return renewal
    }

    package func outboxDepth() async throws(DurableError) -> OutboxDepth? {
      try await readAhead { try $0.outboxDepth() }
    }

    package func news() async throws(DurableError) -> News {
      // Rows that are due later are read ahead again before that.
      let through = now + .seconds(120)
      return try await readAhead { [node] tables in
        guard let seen = node.seen else { return News() }
        let snapshot = try tables.snapshot()
        let events = try tables.lastEvents()
        let (changed, isAll) = try tables.changes(since: seen.snapshot, through: through)
        node.note(PostgreSQLNode.Seen(snapshot: snapshot, events: events))
        return News(
          changed: changed, mustReadAll: !isAll, mayHaveEvents: seen.events != events)
      }
    }

    package func stop() { enginesPatience.stop() }

    package func leave() async throws(DurableError) {
      // Another engine may run on this store next.
      defer { enginesPatience.goOn() }
      node.hold([:])
      try await lease.perform { try $0.tables.leave() }
    }

    /// How many transactions with handlers may go on at once, beside that of a suspect.
    static var handlersAtOnce: Int { 4 }

    /// See ``GroupCommit/deliver(_:to:remove:)``. Suspects have a connection of their own, and wait longer for locks.
    func deliver(
      _ events: [DurableEvent], at place: Int?,
      to handler: @escaping @Sendable (DurableEvent, PostgreSQLTransaction) throws -> Void
    ) async throws(DurableError) -> [EventTicket: any Error] {
      try await (place.map { delivery[$0] } ?? suspects).deliver(events, to: handler) {
        try $1.tables.remove($0)
      }
    }
  }

  extension PostgreSQLStore: AdministeredStore {
    func inspect<Result: Sendable>(
      _ body: @escaping @Sendable (PostgreSQLTables, Moment) throws -> Result
    ) async throws(DurableError) -> Result {
      let now = now
      return try await read(on: reader) { try body($0, now) }
    }

    func administer<Result: Sendable>(
      _ body: @escaping @Sendable (PostgreSQLTables) throws -> Result
    ) async throws(DurableError) -> Result {
      try await users.perform { try body($0.tables) }
    }
  }

  /// Remembers whether others have locked what is to be written. To skip it costs more than to wait for it in vain once, so it
  /// is skipped from the first conflict on, until nothing is left.
  private final class LockedByOthers: Sendable {
    private let mustSkip = Locked(false)

    /// Calls `body` with whether it must skip what is locked. It returns whether something was left.
    func skipping<Result>(
      _ body: (_ skips: Bool) throws -> (result: Result, isLeft: Bool)
    ) throws -> Result {
      let skips = mustSkip.withLock { $0 }
      do {
        let (result, isLeft) = try body(skips)
        mustSkip.withLock { $0 = skips && isLeft }
        return result
      } catch {
        // The call is made again.
        if DurableError(error).isConflict { mustSkip.withLock { $0 = true } }
        throw error
      }
    }
  }

  // MARK: - Reading

  extension PostgreSQLStore {
    package func stored(_ id: String) async throws(DurableError) -> StoredCountdown? {
      try await read(on: reader) { try $0.stored(id) }
    }

    package func rows(_ fetch: NearRows.Fetch) async throws(DurableError) -> NearRows.Page {
      try await readAhead { try $0.rows(fetch) }
    }

    package func events(
      after place: OutboxPlace, limit: Int
    ) async throws(DurableError) -> OutboxPage {
      try await readAhead { try $0.events(after: place, limit: limit) }
    }

    package func event(_ ticket: EventTicket) async throws(DurableError) -> DurableEvent? {
      try await readAhead { try $0.event(ticket) }
    }

    private func readAhead<Result: Sendable>(
      _ body: @escaping @Sendable (PostgreSQLTables) throws -> Result
    ) async throws(DurableError) -> Result {
      try await read(on: ahead, body)
    }

    private func read<Result: Sendable>(
      on link: PostgreSQLLink, _ body: @escaping @Sendable (PostgreSQLTables) throws -> Result
    ) async throws(DurableError) -> Result {
      try await link.perform { [schema, node] in
        try body(PostgreSQLTables($0, schema, node))
      }
    }
  }
#endif
