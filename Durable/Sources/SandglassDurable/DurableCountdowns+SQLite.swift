#if SQLITE
  public import GRDB
  public import Logging
  public import SandglassCore

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
        store, on: store.timekeeper, options: options, logger: logger, receiver: .closure(handler))
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
        receiver: .transaction { (events) throws(DurableError) in
          try await store.deliver(events, to: handler)
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
    /// Starts a countdown in a transaction of your own, so that it exists if and only if what you write there does.
    ///
    /// - Parameters:
    ///   - id: The id, with 1 to 200 bytes. A countdown that has ended may be started again.
    ///   - duration: The duration, up to 36,525 days.
    ///   - milestones: The milestones at which there is an event, up to 100.
    ///   - payload: What every event of the run carries, up to 65,536 bytes.
    ///   - key: Identifies this request, with 1 to 200 bytes. Calls with the same key are done once. Nil if each is done.
    ///   - database: The database of the store, in a transaction. It is also what a handler in a transaction is given.
    /// - Returns: The countdown.
    /// - Throws: What ``start(_:for:milestones:payload:key:ifVersion:)`` throws. Let the transaction fail then.
    @discardableResult
    public func start(
      _ id: String, for duration: Duration, milestones: [Milestone] = [], payload: [UInt8] = [],
      key: String? = nil, in database: Database
    ) throws(DurableError) -> DurableCountdown {
      let start = try DurableLimits.start(.duration(duration), milestones: milestones)
      return try perform(start, id, payload: payload, key, in: database)
    }

    /// Starts a countdown to an instant in a transaction of your own.
    ///
    /// The parameters other than `end` are those of the method for a duration.
    @discardableResult
    public func start(
      _ id: String, until end: WallMoment, milestones: [Milestone] = [], payload: [UInt8] = [],
      key: String? = nil, in database: Database
    ) throws(DurableError) -> DurableCountdown {
      let start = try DurableLimits.start(.wall(end), milestones: milestones)
      return try perform(start, id, payload: payload, key, in: database)
    }

    /// Adds to the remaining time of a running or paused countdown in a transaction of your own, or takes from it.
    ///
    /// - Parameters:
    ///   - id: The id.
    ///   - duration: What is added; what is taken away, if it is negative.
    ///   - key: Identifies this request, with 1 to 200 bytes. Calls with the same key are done once. Nil if each is done.
    ///   - database: The database of the store, in a transaction. It is also what a handler in a transaction is given.
    /// - Returns: The countdown.
    /// - Throws: What ``extend(_:by:key:ifVersion:)`` throws. Let the transaction fail then.
    @discardableResult
    public func extend(
      _ id: String, by duration: Duration, key: String? = nil, in database: Database
    ) throws(DurableError) -> DurableCountdown {
      try perform(.extend(by: duration), id, key, in: database)
    }

    /// Cancels a running or paused countdown in a transaction of your own, so that it never ends if and only if what you
    /// write there is kept: a seat is sold and no longer held, or neither.
    ///
    /// When the transaction is on disk, everything is as after ``cancel(_:key:ifVersion:)``.
    ///
    /// - Parameters:
    ///   - id: The id.
    ///   - key: Identifies this request, with 1 to 200 bytes. Calls with the same key are done once. Nil if each is done.
    ///   - database: The database of the store, in a transaction. It is also what a handler in a transaction is given.
    /// - Returns: The countdown.
    /// - Throws: `refused` if it has ended before. Otherwise what ``cancel(_:key:ifVersion:)`` throws. Let the
    ///   transaction fail then.
    @discardableResult
    public func cancel(
      _ id: String, key: String? = nil, in database: Database
    ) throws(DurableError) -> DurableCountdown {
      try perform(.cancel, id, key, in: database)
    }

    private func perform(
      _ operation: CountdownOperation, _ id: String, payload: [UInt8] = [], _ key: String?,
      in database: Database
    ) throws(DurableError) -> DurableCountdown {
      guard database.isInsideTransaction else {
        throw .invalid("the database is in no transaction; accepted: inside `database.write`")
      }
      do {
        try (store as? SQLiteStore)?.owner.check(database)
        let request = try DurableRequest(operation, id, payload: payload, key: key, version: nil)
        let answer = try SQLiteTables(database).perform(request, at: store.now)
        database.afterNextTransaction { database in
          let stored = operation.isStart ? nil : try? SQLiteTables(database).stored(id)
          self.note(answer, leaving: stored ?? answer.stored)
        }
        return DurableCountdown(answer.stored, at: answer.moment)
      } catch {
        throw DurableError(error)
      }
    }
  }
#endif
