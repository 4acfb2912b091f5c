#if DURABLE
  import SandglassCore

  /// The tables of a store for those who operate it. The databases understand the same SQL, with `$1` and so on for texts.
  protocol AdministeredTables: DurableTables {
    /// The names of the tables.
    var countdowns: String { get }
    var outbox: String { get }
    var settings: String { get }

    /// The condition that this node runs an event of the outbox.
    var isHeld: String { get }

    /// The condition that an event of the outbox has a number.
    func isNumber(_ number: Int64) -> String

    /// Reads countdowns by a query, from its `FROM` on.
    func listed(_ query: String, _ texts: [String]) throws -> [ListedRow]

    /// Reads events by a query, from its `FROM` on. It calls the outbox `o`, and the countdowns `c`.
    func entries(_ query: String) throws -> [OutboxEntry]

    /// Reads numbers.
    func numbers(_ query: String, _ texts: [String]) throws -> [[Int64?]]

    /// Changes rows. Returns how many.
    func change(_ statement: String) throws -> Int

    /// Gives an event that was given up a new number, as if it had just been fired. Returns false if there is none.
    func replay(_ number: Int64) throws -> Bool

    /// Who runs the countdowns.
    func nodes() throws -> [DurableStatus.Node]
  }

  /// A row of a list.
  struct ListedRow {
    let number: Int64
    let id: String
    let due: Int64?

    /// The countdown, or why it cannot be read.
    let content: Result<StoredCountdown, DurableError>
  }

  extension AdministeredTables {
    func list(
      _ filter: DurableFilter, after place: DurablePlace?, limit: Int, at now: Moment
    ) throws -> DurablePage {
      let query = filter.query(after: place)
      let rows = try listed(
        "FROM \(countdowns) WHERE \(query.condition) ORDER BY \(query.order) LIMIT \(limit)",
        query.texts)
      var page = DurablePage()
      for row in rows {
        switch row.content {
        case .success(let stored): page.countdowns.append(DurableCountdown(stored, at: now))
        case .failure(let error):
          page.damaged.append(DamagedRow(number: row.number, text: "\(error)"))
        }
      }
      if rows.count == limit, let last = rows.last {
        let isByDue = filter.dueBefore != nil
        page.next = DurablePlace(
          order: isByDue ? .due(last.due ?? 0, number: last.number) : .id(last.id))
      }
      return page
    }

    func count(_ filter: DurableFilter) throws -> Int {
      let query = filter.query(after: nil)
      let counts = try numbers(
        "SELECT count(*) FROM \(countdowns) WHERE \(query.condition)", query.texts)
      return Int(counts.first?[0] ?? 0)
    }

    func outbox(after number: Int64, givenUp: Bool, limit: Int) throws -> [OutboxEntry] {
      try entries(
        """
        FROM \(outbox) o LEFT JOIN \(countdowns) c ON c.number = o.countdown
        WHERE o.number > \(number) \(givenUp ? "AND o.given_up" : "")
        ORDER BY o.number LIMIT \(limit)
        """)
    }

    func drop(_ number: Int64) throws -> Bool {
      try change("DELETE FROM \(outbox) WHERE \(isNumber(number))") == 1
    }

    /// Removes a countdown that cannot be read, with its events. Throws if it can be read.
    func removeDamaged(_ number: Int64) throws -> Bool {
      let rows = try listed("FROM \(countdowns) WHERE number = \(number)", [])
      guard let row = rows.first else { return false }
      if case .success = row.content {
        throw DurableError.invalid(
          "the countdown \(number) can be read; accepted: one that cannot")
      }
      _ = try change("DELETE FROM \(outbox) WHERE countdown = \(number)")
      return try change("DELETE FROM \(countdowns) WHERE number = \(number)") == 1
    }

    /// How much is in the part of the outbox that this node runs, up to 100,000 events, because it is asked for often.
    func outboxDepth() throws -> OutboxDepth {
      try depth(of: "(SELECT given_up, fired FROM \(outbox) WHERE \(isHeld) LIMIT 100000)")
    }

    private func depth(of events: String) throws -> OutboxDepth {
      var depth = OutboxDepth()
      let rows = try numbers(
        """
        SELECT CASE WHEN given_up THEN 1 ELSE 0 END, count(*), min(fired) FROM \(events) e GROUP BY 1
        """, [])
      for row in rows {
        let count = Int(row[1] ?? 0)
        if row[0] == 1 {
          depth.givenUp = count
        } else {
          depth.waiting = count
          depth.since = row[2].map { Moment(column: $0) }
        }
      }
      return depth
    }

    var isPaused: Bool {
      get throws {
        try numbers("SELECT CASE WHEN is_paused THEN 1 ELSE 0 END FROM \(settings)", [])
          .first?[0] == 1
      }
    }

    func pause(_ isPaused: Bool) throws {
      _ = try change("UPDATE \(settings) SET is_paused = \(isPaused)")
    }

    func status(at now: Moment) throws -> DurableStatus {
      var status = DurableStatus(at: WallMoment(now))
      for row in try numbers("SELECT state, count(*) FROM \(countdowns) GROUP BY state", []) {
        guard let state = row[0].flatMap({ DurableColumns.State(rawValue: Int($0)) }) else {
          continue
        }
        status.countdowns[CountdownState(state)] = Int(row[1] ?? 0)
      }
      let overdue = try numbers(
        "SELECT count(*), min(due) FROM \(countdowns) WHERE due <= \(now.column)", [])
      status.overdue = Int(overdue.first?[0] ?? 0)
      status.overdueSince = overdue.first?[1].map { WallMoment(Moment(column: $0)) }
      let depth = try self.depth(of: outbox)
      status.waitingEvents = depth.waiting
      status.waitingSince = depth.since.map { WallMoment($0) }
      status.givenUpEvents = depth.givenUp
      status.isPaused = try isPaused
      status.nodes = try nodes()
      return status
    }
  }

  extension CountdownState {
    fileprivate init(_ state: DurableColumns.State) {
      self =
        switch state {
        case .idle: .idle
        case .running: .running
        case .paused: .paused
        case .finished: .finished
        }
    }
  }
#endif
