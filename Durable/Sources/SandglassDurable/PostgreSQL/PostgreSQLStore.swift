#if POSTGRESQL
  import Sandglass
  package import SandglassCore

  /// Durable countdowns in a PostgreSQL database.
  ///
  /// The countdowns are in tables of a schema of their own. Leave those to the library. Your own tables may be in the
  /// same database, and ``write(_:)`` changes both in one transaction.
  ///
  /// Several stores, in as many processes and on as many machines as you like, may run the countdowns of a schema. Each
  /// is a node, and has an equal part of them. A node holds its part by a lease. When it dies, the others take its part
  /// when the lease has ended. A store that is not run changes and reads countdowns, and has no part.
  ///
  /// A store has two connections: one for what it writes, one for what it reads. When a connection is lost, the calls on
  /// it fail, and the next ones connect again, at most after a second. A connection string with several servers finds
  /// that which can be written, also after a standby was promoted. A pool such as PgBouncer may be in between, if it
  /// gives a whole session or transaction one connection.
  public final class PostgreSQLStore: Sendable {
    let timekeeper: Timekeeper
    private let schema: PostgreSQLSchema
    private let node: PostgreSQLNode
    private let clock: PostgreSQLClock
    private let reader: PostgreSQLLink
    private let group: GroupCommit<PostgreSQLWriter>

    /// Connects to a database, and makes or migrates the tables of the countdowns.
    ///
    /// - Parameters:
    ///   - connection: A connection string or URI of libpq, such as `postgresql://server/shop` or `host=/run/postgresql`.
    ///     What it does not say is taken from libpq's environment variables.
    ///   - schema: The schema for the tables. It is made if it is not there.
    ///   - lease: After this time, what a dead node has run is taken over, from 1 s to 300 s. It is renewed three times as
    ///     often. All nodes should have the same.
    /// - Throws: `DurableError.invalid` if the connection string, the name of the schema, the lease or the server's
    ///   version cannot be used. `DurableError.newerSchema` if a newer version of the library has changed the tables.
    ///   `DurableError.database` if the database cannot be read and written.
    public convenience init(
      _ connection: String, schema: String = "sandglass", lease: Duration = .seconds(10)
    ) async throws(DurableError) {
      try await self.init(connection, schema: schema, lease: lease, virtual: nil)
    }

    /// As the other initialiser. The wall clock of `virtual` is taken for the clock of the database, unless it is nil.
    package init(
      _ connection: String, schema: String, lease: Duration = .seconds(10), virtual: Timekeeper?
    ) async throws(DurableError) {
      if let fault = PostgreSQLConnection.fault(in: connection) {
        throw .invalid("the connection string: \(fault); accepted: one of libpq")
      }
      guard (.seconds(1)...(.seconds(300))).contains(lease) else {
        throw .invalid("the lease is \(lease); accepted: 1 s to 300 s")
      }
      let tables = try PostgreSQLSchema(schema)
      self.schema = tables
      node = PostgreSQLNode(lease: lease)
      timekeeper = virtual ?? .shared
      clock = PostgreSQLClock(on: timekeeper, isVirtual: virtual != nil)
      reader = PostgreSQLLink(connection, "reader", on: timekeeper)
      let writer = PostgreSQLLink(connection, "writer", on: timekeeper)
      group = GroupCommit(PostgreSQLWriter(link: writer, clock: clock, schema: tables, node: node))
      try await reader.perform { try tables.migrate($0) }
      // The first transaction reads the clock.
      try await group.perform { _ in }
    }

    /// Runs a closure in a transaction, for your own statements and for countdowns that start with them.
    ///
    /// - Parameter body: The closure. It is called on the store's queue, and everything else that writes waits, so it
    ///   must return quickly. If it does nothing with the transaction for half the lease, but at least a second, the
    ///   server ends the transaction. It may be called again, after what it has written was undone.
    /// - Returns: What the closure returns, when the transaction is on disk.
    /// - Throws: What the closure throws; what it has written is undone then. `DurableError.database` or `uncertain` if
    ///   the database fails.
    @discardableResult
    public func write<Result: Sendable>(
      _ body: @escaping @Sendable (PostgreSQLTransaction) throws -> Result
    ) async throws -> Result {
      try await group.performRethrowing(body)
    }
  }

  extension PostgreSQLStore: DurableStore {
    /// How many shards the store runs.
    package var heldShards: Int { node.held.count }

    package var now: Moment { clock.now }

    package func perform(_ request: DurableRequest) async throws(DurableError) -> DurableAnswer {
      try await group.perform { transaction in
        try transaction.tables.perform(request, at: transaction.moment)
      }
    }

    package func fire(_ rows: [DurableRow]) async throws(DurableError) -> [DurableRow] {
      // The transaction's moment is the database's own. What is not due by it is not fired.
      try await group.perform { transaction in
        try transaction.tables.fire(rows, at: transaction.moment)
      }
    }

    package func note(_ outcomes: [EventOutcome]) async throws(DurableError) {
      try await group.perform { try $0.tables.note(outcomes) }
    }

    package func prune(before moment: Moment) async throws(DurableError) {
      // In small steps, so that nothing that is due waits for long.
      while try await group.perform({
        try $0.tables.prune(before: moment, limit: 500)
      }) {}
    }

    package func renew() async throws(DurableError) -> Renewal {
      var renewal = try await group.perform { try $0.tables.renew(at: $0.moment) }
      node.hold(renewal.shards)
      // Rows that are due later are read ahead again before that.
      let through = now + .seconds(120)
      let news = try await read { [node] in try $0.news(since: node.oldest, through: through) }
      renewal.changed = news.changed
      renewal.mayHaveEvents = node.note(news)
      return renewal
    }

    package func leave() async throws(DurableError) {
      node.hold([:])
      try await group.perform { try $0.tables.leave() }
    }

    /// See ``GroupCommit/deliver(_:to:remove:)``.
    func deliver(
      _ events: [DurableEvent],
      to handler: @escaping @Sendable (DurableEvent, PostgreSQLTransaction) throws -> Void
    ) async throws(DurableError) -> [EventTicket: any Error] {
      try await group.deliver(events, to: handler) { try $1.tables.remove($0) }
    }
  }

  // MARK: - Reading

  extension PostgreSQLStore {
    package func stored(_ id: String) async throws(DurableError) -> StoredCountdown? {
      try await read { try $0.stored(id) }
    }

    package func rows(_ fetch: NearRows.Fetch) async throws(DurableError) -> [DurableRow] {
      try await read { try $0.rows(fetch) }
    }

    package func events(
      after place: OutboxPlace, limit: Int
    ) async throws(DurableError) -> [DurableEvent] {
      try await read { try $0.events(after: place, limit: limit) }
    }

    package func event(_ ticket: EventTicket) async throws(DurableError) -> DurableEvent? {
      try await read { try $0.event(ticket) }
    }

    private func read<Result: Sendable>(
      _ body: @escaping @Sendable (PostgreSQLTables) throws -> Result
    ) async throws(DurableError) -> Result {
      try await reader.perform { [schema, node] in
        try body(PostgreSQLTables($0, schema, node))
      }
    }
  }
#endif
