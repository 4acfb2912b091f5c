#if SQLITE
  import Foundation
  import GRDB
  import SandglassCore
  import SandglassLedger

  /// The tables inside a transaction.
  struct SQLiteTables: DurableTables {
    let database: Database

    init(_ database: Database) {
      self.database = database
    }

    private func run(_ sql: String, _ arguments: StatementArguments) throws {
      let statement = try database.cachedStatement(sql: sql)
      try statement.execute(arguments: arguments)
    }
  }

  // MARK: - Countdowns

  extension SQLiteTables {
    static let columns =
      "number, version, id, state, due, ended, time, total, phase, run, events, written, extras"

    func stored(_ id: String) throws -> StoredCountdown? {
      let statement = try database.cachedStatement(
        sql: "SELECT \(Self.columns), payload FROM sandglass_countdowns WHERE id = ?")
      return try Row.fetchOne(statement, arguments: [id]).map { try StoredCountdown($0) }
    }

    func rows(_ fetch: NearRows.Fetch) throws -> NearRows.Page {
      let statement = try database.cachedStatement(
        sql: """
          SELECT \(Self.columns) FROM sandglass_countdowns
          WHERE (due, number) > (?, ?) AND due <= ? ORDER BY due, number LIMIT ?
          """)
      let rows = try Row.fetchCursor(
        statement,
        arguments: [
          fetch.after.due.column, fetch.after.number, fetch.through.column, fetch.limit,
        ])
      var page = NearRows.Page()
      while let row = try rows.next() {
        // The query compares the due time, and the number is the key of the row.
        let place = NearRows.Place(due: Moment(column: try row.value(4)), number: try row.value(0))
        page.add(at: place) {
          try DurableRow(row)
        }
      }
      return page
    }

    func insert(
      _ change: DurableChange, attachment: RunAttachment, at now: Moment
    ) throws -> DurableRow? {
      let columns = DurableColumns(change.row)
      try run(
        """
        INSERT INTO sandglass_countdowns (version, state, due, ended, time, total, phase, run,
          events, written, extras, id, payload, trace)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, try columns.values + [columns.id, Data(attachment.payload), attachment.trace])
      var row = change.row
      row.number = database.lastInsertedRowID
      try add(change.events, of: row.number, at: now)
      return row
    }

    func update(
      _ change: DurableChange, attachment: RunAttachment?, at now: Moment
    ) throws -> Bool {
      let columns = DurableColumns(change.row)
      try run(
        """
        UPDATE sandglass_countdowns SET version = ?, state = ?, due = ?, ended = ?, time = ?,
          total = ?, phase = ?, run = ?, events = ?, written = ?, extras = ?
        WHERE number = ? AND version = ?
        """, try columns.values + [columns.number, change.expected])
      guard database.changesCount == 1 else { return false }
      if let run = change.withdrawn {
        try self.run(
          "DELETE FROM sandglass_outbox WHERE countdown = ? AND run = ?", [columns.number, run])
      }
      // What was due before a start belongs to the run before it, and has that run's attachment.
      let earlier =
        attachment == nil ? change.events : change.events.filter { $0.run != columns.run }
      try add(earlier, of: columns.number, at: now)
      guard let attachment else { return true }
      try run(
        "UPDATE sandglass_countdowns SET payload = ?, trace = ? WHERE number = ?",
        [Data(attachment.payload), attachment.trace, columns.number])
      try add(change.events.filter { $0.run == columns.run }, of: columns.number, at: now)
      return true
    }
  }

  // MARK: - The outbox

  extension SQLiteTables {
    private func add(_ events: [PendingEvent], of number: Int64, at now: Moment) throws {
      for event in events {
        let (kind, detail) = event.kind.columns
        try run(
          """
          INSERT INTO sandglass_outbox (countdown, run, event, kind, detail, phase, due, fired,
            payload, trace)
          SELECT number, ?, ?, ?, ?, ?, ?, ?, payload, trace FROM sandglass_countdowns WHERE number = ?
          """,
          [
            event.run, event.number, kind, detail, event.phaseIndex, event.instant.steady.column,
            now.column, number,
          ])
      }
    }

    static let eventValues = """
      o.number, o.countdown, o.run, o.event, o.kind, o.detail, o.phase, o.due, o.fired,
      o.payload, o.failures, o.not_before, c.id, o.trace
      """

    private static let eventColumns = """
      \(eventValues) FROM sandglass_outbox o JOIN sandglass_countdowns c ON c.number = o.countdown
      """

    func events(after number: Int64, limit: Int) throws -> OutboxPage {
      let statement = try database.cachedStatement(
        sql: """
          SELECT \(Self.eventColumns)
          WHERE o.number > ? AND o.given_up = 0 ORDER BY o.number LIMIT ?
          """)
      var page = OutboxPage()
      for row in try Row.fetchAll(statement, arguments: [number, limit]) {
        try page.add(number: row.value(0), of: row.value(1)) { try DurableEvent(row) }
      }
      return page
    }

    func event(_ ticket: EventTicket) throws -> DurableEvent? {
      let statement = try database.cachedStatement(
        sql: "SELECT \(Self.eventColumns) WHERE o.number = ? AND o.given_up = 0")
      return try Row.fetchOne(statement, arguments: [ticket.number]).map { try DurableEvent($0) }
    }

    /// Removes an event. Returns false if it is not there any more.
    func remove(_ ticket: EventTicket) throws -> Bool {
      try run("DELETE FROM sandglass_outbox WHERE number = ?", [ticket.number])
      return database.changesCount == 1
    }

    func note(_ noted: EventOutcome) throws {
      switch noted.outcome {
      case .handled(let ticket): _ = try remove(ticket)
      case .delayed(let ticket): try note(ticket, isGivenUp: false, noted.error)
      case .givenUp(let ticket): try note(ticket, isGivenUp: true, noted.error)
      }
    }

    private func note(_ ticket: EventTicket, isGivenUp: Bool, _ error: String?) throws {
      try run(
        """
        UPDATE sandglass_outbox SET failures = ?, not_before = ?, given_up = ?, error = ?
        WHERE number = ?
        """,
        [ticket.failures, ticket.notBefore.column, isGivenUp ? 1 : 0, error, ticket.number])
    }
  }

  // MARK: - Keys and pruning

  extension SQLiteTables {
    func take(key: String, for id: String, at now: Moment) throws -> String? {
      let statement = try database.cachedStatement(
        sql: "SELECT id FROM sandglass_keys WHERE key = ?")
      if let user = try String.fetchOne(statement, arguments: [key]) { return user }
      try run("INSERT INTO sandglass_keys VALUES (?, ?, ?)", [key, id, now.column])
      return nil
    }

    func giveBack(key: String) throws {
      try run("DELETE FROM sandglass_keys WHERE key = ?", [key])
    }

    /// Removes what is older than a moment, at most so many rows of each kind. Returns whether there may be more.
    func prune(before moment: Moment, limit: Int) throws -> Bool {
      let before = moment.column
      try run(
        """
        DELETE FROM sandglass_outbox WHERE number IN (
          SELECT number FROM sandglass_outbox WHERE given_up = 1 AND not_before < ? LIMIT ?)
        """, [before, limit])
      let hasMoreEvents = database.changesCount == limit
      try run(
        """
        DELETE FROM sandglass_countdowns WHERE number IN (
          SELECT number FROM sandglass_countdowns c WHERE ended < ? AND NOT EXISTS (
            SELECT 1 FROM sandglass_outbox o WHERE o.countdown = c.number)
          ORDER BY ended LIMIT ?)
        """, [before, limit])
      let hasMoreCountdowns = database.changesCount == limit
      try run(
        """
        DELETE FROM sandglass_keys WHERE key IN (
          SELECT key FROM sandglass_keys WHERE noted < ? ORDER BY noted LIMIT ?)
        """, [before, limit])
      return hasMoreEvents || hasMoreCountdowns || database.changesCount == limit
    }
  }

  // MARK: - Columns

  extension Row {
    /// The value of a column. Throws if it has another type, which a column of SQLite may.
    func value<Value: DatabaseValueConvertible>(
      _ column: Int
    ) throws(DurableError) -> Value {
      do {
        return try decode(Value.self, atIndex: column)
      } catch {
        throw .damaged("column \(column) has a value of another type")
      }
    }
  }

  extension DurableColumns {
    /// The values of the columns that change, in the order of the statements.
    fileprivate var values: StatementArguments {
      get throws {
        let extras = try extras.map { extras in
          String(decoding: try JSONEncoder().encode(extras), as: UTF8.self)
        }
        return [
          version, state.rawValue, due, ended, time, total, phase, run, events, written, extras,
        ]
      }
    }
  }

  extension StoredCountdown {
    /// Reads a countdown whose payload follows its columns.
    init(_ row: Row) throws(DurableError) {
      self.init(row: try DurableRow(row), payload: [UInt8](try row.value(13) as Data))
    }
  }

  extension DurableRow {
    fileprivate init(_ row: Row) throws(DurableError) {
      let id: String = try row.value(2)
      guard let state = DurableColumns.State(rawValue: try row.value(3)) else {
        throw DurableError.damaged("the countdown \"\(id)\" has no valid state")
      }
      var extras: DurableColumns.Extras?
      if let text = try row.value(12) as String? {
        do {
          extras = try JSONDecoder().decode(DurableColumns.Extras.self, from: Data(text.utf8))
        } catch {
          throw DurableError.damaged("the countdown \"\(id)\" has no valid extras")
        }
      }
      self.init(
        DurableColumns(
          number: try row.value(0), version: try row.value(1), id: id, state: state,
          due: try row.value(4), ended: try row.value(5), time: try row.value(6),
          total: try row.value(7), phase: try row.value(8), run: try row.value(9),
          events: try row.value(10), written: try row.value(11), extras: extras))
    }
  }

  extension DurableEvent {
    init(_ row: Row) throws(DurableError) {
      let ticket = EventTicket(
        number: try row.value(0), countdown: try row.value(1), run: try row.value(2),
        failures: try row.value(10), notBefore: Moment(column: try row.value(11)))
      guard let kind = PendingEvent.Kind(kind: try row.value(4), detail: try row.value(5)) else {
        throw DurableError.damaged("the event \(ticket.number) has no valid kind")
      }
      self.init(
        countdown: try row.value(12),
        event: PendingEvent(
          kind, run: ticket.run, number: try row.value(3), phaseIndex: try row.value(6),
          total: .zero, at: ClockInstant(ofDatabase: Moment(column: try row.value(7)))),
        fired: Moment(column: try row.value(8)),
        attachment: RunAttachment(
          payload: [UInt8](try row.value(9) as Data), trace: try row.value(13)),
        ticket: ticket)
    }
  }
#endif
