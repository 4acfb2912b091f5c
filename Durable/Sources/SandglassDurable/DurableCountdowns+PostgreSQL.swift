#if POSTGRESQL
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
      _ store: PostgreSQLStore, options: DurableOptions = DurableOptions(),
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
    ///   - handler: The closure. Up to sixty events share a transaction, one after the other, so it must return quickly; see
    ///     ``PostgreSQLLimits``. If a transaction takes long, up to three others go on beside it. If the closure throws, what
    ///     it has written is undone, and the event is handed out again later.
    public convenience init(
      _ store: PostgreSQLStore, options: DurableOptions = DurableOptions(),
      logger: Logger = Logger(label: "sandglass.durable"),
      inTransaction handler:
        @escaping @Sendable (DurableEvent, PostgreSQLTransaction) throws -> Void
    ) {
      self.init(
        store, on: store.timekeeper, options: options, logger: logger,
        receiver: .transaction(atOnce: PostgreSQLStore.handlersAtOnce) {
          (events, place) throws(DurableError) in
          try await store.deliver(events, at: place) { event, transaction in
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
      _ store: PostgreSQLStore, options: DurableOptions = DurableOptions(),
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
    /// - Parameter transaction: The transaction, of ``PostgreSQLStore/write(_:)`` or of a handler in a transaction.
    /// - Returns: The countdowns, for use inside the transaction.
    /// - Throws: `DurableError.invalid` if the transaction is that of another store.
    public func `in`(
      _ transaction: PostgreSQLTransaction
    ) throws(DurableError) -> DurableTransaction {
      guard let store = store as? PostgreSQLStore, store.node === transaction.tables.node else {
        throw .invalid(
          "the transaction is of another store, with the schema \(transaction.tables.schema.name); "
            + "accepted: one of the store of these countdowns")
      }
      return DurableTransaction(of: self, transaction.tables, at: transaction.moment) { id, note in
        transaction.beforeCommit {
          let stored = try id.flatMap { try transaction.tables.stored($0) }
          return { note(stored) }
        }
      }
    }
  }

  extension DurableAdministration {
    /// Creates the administration of a store.
    public init(of store: PostgreSQLStore) { self.init(store) }
  }
#endif
