#if DURABLE
  import SandglassCore

  /// The countdowns and events of a store, for those who operate it: how many there are, what waits, and what has failed.
  ///
  /// ```swift
  /// let administration = DurableAdministration(of: store)
  /// for entry in try await administration.outbox(givenUp: true) {
  ///   try await administration.replay(entry.number)
  /// }
  /// ```
  ///
  /// The countdowns need not run in this process. What is read may be out of date by the time it is returned.
  public struct DurableAdministration: Sendable {
    private let store: any AdministeredStore

    init(_ store: any AdministeredStore) {
      self.store = store
    }

    /// Returns how many countdowns and events there are, and who runs them. It counts all rows, which takes a second or so
    /// for each million.
    public func status() async throws(DurableError) -> DurableStatus {
      try await store.inspect { try $0.status(at: $1) }
    }

    /// Lists countdowns, in the order of their ids or, with `dueBefore`, of their due instants.
    ///
    /// - Parameters:
    ///   - filter: Which countdowns; all by default.
    ///   - place: Where the list goes on, from the page before; nil at its beginning.
    ///   - limit: How many are read at most, from 1 to 1,000.
    /// - Returns: The countdowns, and where the list goes on.
    /// - Throws: `DurableError.database` if the database cannot be read, or takes too long.
    public func list(
      _ filter: DurableFilter = DurableFilter(), after place: DurablePlace? = nil, limit: Int = 100
    ) async throws(DurableError) -> DurablePage {
      let limit = Self.clamped(limit)
      return try await store.inspect { try $0.list(filter, after: place, limit: limit, at: $1) }
    }

    /// Counts countdowns. It reads all that it counts.
    public func count(_ filter: DurableFilter = DurableFilter()) async throws(DurableError) -> Int {
      try await store.inspect { tables, _ in try tables.count(filter) }
    }

    /// Lists events that have not been handled, in the order of their numbers.
    ///
    /// - Parameters:
    ///   - number: The number of the last event of the page before; zero at the beginning.
    ///   - givenUp: Whether only those are listed that were given up.
    ///   - limit: How many are read at most, from 1 to 1,000.
    /// - Returns: The events, given up or not, and those that cannot be read.
    /// - Throws: `DurableError.database` if the database cannot be read, or takes too long.
    public func outbox(
      after number: Int64 = 0, givenUp: Bool = false, limit: Int = 100
    ) async throws(DurableError) -> [OutboxEntry] {
      let limit = Self.clamped(limit)
      return try await store.inspect { tables, _ in
        try tables.outbox(after: number, givenUp: givenUp, limit: limit)
      }
    }

    /// Hands out an event that was given up, as if it had just been fired: it has all its attempts again, and comes after
    /// later events of its countdown.
    ///
    /// - Parameter number: Its number in the outbox. It gets another one.
    /// - Returns: Whether there is such an event.
    /// - Throws: `DurableError.database` if the database cannot be written.
    @discardableResult
    public func replay(_ number: Int64) async throws(DurableError) -> Bool {
      try await store.administer { try $0.replay(number) }
    }

    /// Removes an event, whatever has become of it. If a handler has it, that goes on.
    ///
    /// - Parameter number: Its number in the outbox.
    /// - Returns: Whether there was such an event.
    /// - Throws: `DurableError.database` if the database cannot be written.
    @discardableResult
    public func drop(_ number: Int64) async throws(DurableError) -> Bool {
      try await store.administer { try $0.drop(number) }
    }

    /// Removes a countdown that cannot be read, with its events.
    ///
    /// - Parameter number: The number of its row; see ``DamagedRow``.
    /// - Returns: Whether there was such a row.
    /// - Throws: `DurableError.invalid` if it can be read.
    @discardableResult
    public func removeDamaged(_ number: Int64) async throws(DurableError) -> Bool {
      try await store.administer { try $0.removeDamaged(number) }
    }

    /// Pauses firing on all nodes, for example for a deployment: nothing fires, and no event is handed out, until
    /// ``resumeFiring()``, whatever is started or stopped meanwhile. Nodes hear of it when they renew their leases, within a
    /// third of those, and a store in a file within a second. Calls go on, and what they change first catches up.
    public func pauseFiring() async throws(DurableError) {
      try await store.administer { try $0.pause(true) }
    }

    /// Goes on with firing. What was due in between fires now.
    public func resumeFiring() async throws(DurableError) {
      try await store.administer { try $0.pause(false) }
    }

    private static func clamped(_ limit: Int) -> Int { min(max(1, limit), 1_000) }
  }
#endif
