#if SQLITE
  public import GRDB
  public import Logging

  extension DurableCountdowns {
    /// Creates countdowns whose events are handed to a closure.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - options: When events are handed out again, how many at once, and how long what is over is kept.
    ///   - logger: Receives failures of the store, and events that were given up.
    ///   - handler: The closure. When it returns, the event is acknowledged. If it throws, the event is handed out again
    ///     later. It may be called again with an event that it has handled, if the process ends before the
    ///     acknowledgement is on disk.
    public convenience init(
      _ store: SQLiteStore, options: DurableOptions = DurableOptions(),
      logger: Logger = Logger(label: "sandglass.durable"),
      handler: @escaping @Sendable (DurableEvent) async throws -> Void
    ) {
      self.init(
        store, on: store.timekeeper, options: options, logger: logger,
        receiver: .closure { event in try await event.inSpan { try await handler(event) } })
    }

    /// Creates countdowns whose events are handed to a closure inside a transaction of the database.
    ///
    /// What the closure writes, and that it was called, is on disk either both or not at all. So its writes happen
    /// exactly once for each event.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - options: When events are handed out again, and how long what is over is kept.
    ///   - logger: Receives failures of the store, and events that were given up.
    ///   - handler: The closure. It is called on the database's queue, and everything else that writes waits, so it must
    ///     return quickly. If it throws, what it has written is undone, and the event is handed out again later.
    public convenience init(
      _ store: SQLiteStore, options: DurableOptions = DurableOptions(),
      logger: Logger = Logger(label: "sandglass.durable"),
      inTransaction handler: @escaping @Sendable (DurableEvent, Database) throws -> Void
    ) {
      self.init(
        store, on: store.timekeeper, options: options, logger: logger,
        receiver: .transaction(atOnce: 1) { (events, _) throws(DurableError) in
          try await store.deliver(events) { event, transaction in
            try event.inSpan { try handler(event, transaction) }
          }
        })
    }

    /// Creates countdowns whose events are read from ``events``.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - options: When events are handed out again, and how long what is over is kept.
    ///   - logger: Receives failures of the store, and events that were given up.
    public convenience init(
      _ store: SQLiteStore, options: DurableOptions = DurableOptions(),
      logger: Logger = Logger(label: "sandglass.durable")
    ) {
      let relay = EventRelay()
      self.init(
        store, on: store.timekeeper, options: options, logger: logger,
        receiver: .closure { try await relay.offer($0) }, relay: relay)
    }
  }

  extension DurableCountdowns {
    /// Returns the countdowns inside a transaction.
    ///
    /// - Parameter database: The database of the store, in a transaction. It is also what a handler in a transaction is
    ///   given.
    /// - Returns: The countdowns, for use inside the transaction.
    /// - Throws: `DurableError.invalid` if the database is in no transaction, and `inUse` if another store has the file.
    public func `in`(_ database: Database) throws(DurableError) -> DurableTransaction {
      guard database.isInsideTransaction else {
        throw .invalid("the database is in no transaction; accepted: inside `database.write`")
      }
      do {
        try (store as? SQLiteStore)?.owner.check(database)
      } catch {
        throw DurableError(error)
      }
      return DurableTransaction(of: self, SQLiteTables(database), at: store.now) { id, note in
        database.afterNextTransaction { database in
          note(id.flatMap { try? SQLiteTables(database).stored($0) })
        }
      }
    }
  }

  extension DurableAdministration {
    /// Creates the administration of a store.
    public init(of store: SQLiteStore) { self.init(store) }
  }
#endif
