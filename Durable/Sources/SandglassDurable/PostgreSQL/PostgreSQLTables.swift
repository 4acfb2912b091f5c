#if POSTGRESQL
  import Foundation
  import SandglassCore
  import SandglassLedger

  /// The tables of a schema, on a connection.
  ///
  /// Statements are planned for their parameters each time, so that they may go through a pool that gives each
  /// transaction another connection.
  struct PostgreSQLTables: DurableTables {
    let connection: PostgreSQLConnection
    let schema: PostgreSQLSchema

    let node: PostgreSQLNode

    /// Whether it waits for a countdown that another transaction has locked.
    let waits: Bool

    init(
      _ connection: PostgreSQLConnection, _ schema: PostgreSQLSchema, _ node: PostgreSQLNode,
      waits: Bool = true
    ) {
      (self.connection, self.schema, self.node, self.waits) = (connection, schema, node, waits)
    }

    var countdowns: String { schema.name + ".countdowns" }
    var outbox: String { schema.name + ".outbox" }
  }

  // MARK: - Countdowns

  extension PostgreSQLTables {
    static let columns =
      "number, version, id, state, due, ended, time, total, phase, run, events, written, extras"

    func stored(_ id: String) throws -> StoredCountdown? {
      try stored(id, "")
    }

    /// Reads a countdown, and locks its row until the transaction ends. If another transaction has it and this one does
    /// not wait, throws a conflict.
    func locked(_ id: String) throws -> StoredCountdown? {
      try stored(id, waits ? "FOR UPDATE" : "FOR UPDATE NOWAIT")
    }

    private func stored(_ id: String, _ lock: String) throws -> StoredCountdown? {
      let rows = try connection.run(
        "SELECT \(Self.columns), payload FROM \(countdowns) WHERE id = $1 \(lock)", [.text(id)])
      guard rows.count == 1 else { return nil }
      return try StoredCountdown(rows, 0)
    }

    func rows(_ fetch: NearRows.Fetch) throws -> NearRows.Page {
      let rows = try connection.runByIndexes(
        """
        SELECT \(Self.columns) FROM \(countdowns)
        WHERE (due, number) > (\(fetch.after.due.column), \(fetch.after.number))
          AND due <= \(fetch.through.column) AND number & \(Shards.mask) = ANY (\(node.shards.literal))
        ORDER BY due, number LIMIT \(fetch.limit)
        """)
      var page = NearRows.Page()
      for row in 0..<rows.count {
        let due = Moment(column: try rows.int(row, 4))
        page.add(at: NearRows.Place(due: due, number: try rows.int(row, 0))) {
          try DurableRow(rows, row)
        }
      }
      return page
    }

    func insert(
      _ change: DurableChange, attachment: RunAttachment, at now: Moment
    ) throws -> DurableRow? {
      let columns = DurableColumns(change.row)
      let rows = try connection.run(
        """
        INSERT INTO \(countdowns) (number, version, state, due, ended, time, total, phase, run,
          events, written, extras, id, payload, trace)
        VALUES (nextval('\(schema.numbers)') * \(Shards.count) + $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
          $12, $13, $14, $15)
        ON CONFLICT (id) DO NOTHING RETURNING number
        """,
        [.int(node.shardForNew)] + columns.numbers
          + [
            .text(try columns.text), .text(columns.id), .bytes(attachment.payload),
            .text(attachment.trace),
          ])
      guard rows.count == 1 else { return nil }
      var row = change.row
      row.number = try rows.int(0, 0)
      try add(change.events, of: row.number, at: now)
      return row
    }

    func update(
      _ change: DurableChange, attachment: RunAttachment?, at now: Moment
    ) throws -> Bool {
      let columns = DurableColumns(change.row)
      let changes = try connection.run(
        """
        UPDATE \(countdowns) SET version = $1, state = $2, due = $3, ended = $4, time = $5,
          total = $6, phase = $7, run = $8, events = $9, written = $10, extras = $11,
          changed = pg_current_xact_id()
        WHERE number = $12 AND version = $13
        """,
        columns.numbers
          + [.text(try columns.text), .int(columns.number), .int(Int64(change.expected))]
      ).changes
      guard changes == 1 else { return false }
      if let run = change.withdrawn {
        try connection.run(
          "DELETE FROM \(outbox) WHERE countdown = $1 AND run = $2",
          [.int(columns.number), .int(Int64(run))])
      }
      // What was due before a start belongs to the run before it, and has that run's attachment.
      let earlier =
        attachment == nil ? change.events : change.events.filter { $0.run != columns.run }
      try add(earlier, of: columns.number, at: now)
      guard let attachment else { return true }
      try connection.run(
        "UPDATE \(countdowns) SET payload = $1, trace = $2 WHERE number = $3",
        [.bytes(attachment.payload), .text(attachment.trace), .int(columns.number)])
      try add(change.events.filter { $0.run == columns.run }, of: columns.number, at: now)
      return true
    }

    /// Fires rows with one statement. Rows that have changed in the meantime are returned as they are now, so that a
    /// node hears of what others have changed. Those whose shard another transaction has locked are returned unchanged.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - now: The current moment.
    ///   - skipsLocked: Whether rows that another transaction has locked are returned unchanged, too. That takes longer, because
    ///     each lock is written. Otherwise it waits for them.
    /// - Returns: The rows as they are now, without those of shards that another node has.
    /// - Throws: What the database throws.
    func fire(
      _ rows: [DurableRow], at now: Moment, skipsLocked: Bool
    ) throws -> [DurableRow] {
      let (locked, own) = try lockShards(of: rows)
      // A shard that another node has taken is that node's to fire.
      let rows = rows.filter { own.contains(Shards.shard(of: $0.number)) }
      let changes = rows.map { row in
        locked.contains(Shards.shard(of: row.number)) ? row.firing(at: now) : nil
      }
      let due = changes.compactMap { $0 }
      let fired = due.isEmpty ? [] : try fire(due, at: now, skipsLocked)
      let others = Set(due.map(\.row.number)).subtracting(fired)
      let current = others.isEmpty ? [:] : try read(others)
      return zip(rows, changes).compactMap { row, change in
        guard let change else { return row }
        return fired.contains(row.number) ? change.row : current[row.number]
      }
    }

    /// Locks the shards of rows until the transaction ends, without waiting for others.
    ///
    /// - Returns: Those that were locked, and those that the node still has: their epochs are as it knows them.
    private func lockShards(of rows: [DurableRow]) throws -> (locked: Set<Int>, own: Set<Int>) {
      let held = node.held
      let shards = Set(rows.map { Shards.shard(of: $0.number) }).filter { held[$0] != nil }.sorted()
      func own(_ lock: String) throws -> Set<Int> {
        let own = try connection.run(
          """
          SELECT s.shard FROM \(schema.name).shards s
          JOIN unnest($1::bigint[], $2::bigint[]) AS h (shard, epoch)
            ON s.shard = h.shard AND s.epoch = h.epoch
          \(lock)
          """,
          [.ints(shards.map { Int64($0) }), .ints(shards.map { held[$0] })])
        return Set(try (0..<own.count).map { Int(try own.int($0, 0)) })
      }
      let locked = try own("FOR NO KEY UPDATE OF s SKIP LOCKED")
      return (locked, locked.count == shards.count ? locked : try own(""))
    }

    /// Writes changes that are caused by time alone, and their events. Returns the numbers of the rows that had the
    /// expected versions.
    ///
    /// The rows are found by their places, each of which is looked up by itself. A join would read the whole table if the
    /// planner took it for small.
    private func fire(
      _ changes: [DurableChange], at now: Moment, _ skipsLocked: Bool
    ) throws -> Set<Int64> {
      let rows = changes.map { DurableColumns($0.row) }
      let events = changes.flatMap { change in change.events.map { (change.row.number, $0) } }
      let fired = try connection.run(
        """
        WITH fired AS (
          UPDATE \(countdowns) c
          SET version = n.version, state = n.state, due = n.due, ended = n.ended, time = n.time,
            total = n.total, phase = n.phase, events = n.events, written = n.written
          FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[],
            $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[])
            AS n (number, expected, version, state, due, ended, time, total, phase, events, written)
          WHERE c.ctid = ANY (ARRAY(
              SELECT (SELECT ctid FROM \(countdowns) o
                WHERE o.number = f.number AND o.version = f.expected
                \(skipsLocked ? "FOR NO KEY UPDATE SKIP LOCKED" : ""))
              FROM unnest($1::bigint[], $2::bigint[]) AS f (number, expected)))
            AND c.number = n.number AND c.version = n.expected
          RETURNING c.number, c.payload, c.trace
        ), added AS (
          INSERT INTO \(outbox) (shard, countdown, run, event, kind, detail, phase, due, fired,
            payload, trace)
          SELECT f.number & \(Shards.mask), f.number, e.run, e.event, e.kind, e.detail, e.phase, e.due, $19,
            f.payload, f.trace
          FROM fired f JOIN unnest($12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[],
            $16::bigint[], $17::bigint[], $18::bigint[])
            WITH ORDINALITY AS e (number, run, event, kind, detail, phase, due, place)
            ON e.number = f.number
          ORDER BY e.place
        )
        SELECT number FROM fired
        """,
        [
          .ints(rows.map(\.number)), .ints(changes.map { Int64($0.expected) }),
          .ints(rows.map { Int64($0.version) }), .ints(rows.map { Int64($0.state.rawValue) }),
          .ints(rows.map(\.due)), .ints(rows.map(\.ended)), .ints(rows.map(\.time)),
          .ints(rows.map(\.total)), .ints(rows.map { Int64($0.phase) }),
          .ints(rows.map { Int64($0.events) }), .ints(rows.map(\.written)),
          .ints(events.map(\.0)), .ints(events.map { Int64($0.1.run) }),
          .ints(events.map { Int64($0.1.number) }),
          .ints(events.map { Int64($0.1.kind.columns.kind) }),
          .ints(events.map { $0.1.kind.columns.detail }),
          .ints(events.map { Int64($0.1.phaseIndex) }),
          .ints(events.map { $0.1.instant.steady.column }), .int(now.column),
        ])
      return Set(try (0..<fired.count).map { try fired.int($0, 0) })
    }

    private func read(_ numbers: Set<Int64>) throws -> [Int64: DurableRow] {
      let rows = try connection.run(
        "SELECT \(Self.columns) FROM \(countdowns) WHERE number = ANY ($1)",
        [.ints(numbers.sorted())])
      var result: [Int64: DurableRow] = [:]
      for place in 0..<rows.count {
        if let row = try? DurableRow(rows, place) { result[row.number] = row }
      }
      return result
    }
  }

  // MARK: - The outbox

  extension PostgreSQLTables {
    private func add(_ events: [PendingEvent], of number: Int64, at now: Moment) throws {
      if events.isEmpty { return }
      try connection.run(
        "SELECT FROM \(schema.name).shards WHERE shard = $1 & \(Shards.mask) FOR NO KEY UPDATE",
        [.int(number)])
      for event in events {
        let (kind, detail) = event.kind.columns
        try connection.run(
          """
          INSERT INTO \(outbox) (shard, countdown, run, event, kind, detail, phase, due, fired,
            payload, trace)
          SELECT number & \(Shards.mask), number, $1, $2, $3, $4, $5, $6, $7, payload, trace
          FROM \(countdowns)
          WHERE number = $8
          """,
          [
            .int(Int64(event.run)), .int(Int64(event.number)), .int(Int64(kind)), .int(detail),
            .int(Int64(event.phaseIndex)), .int(event.instant.steady.column), .int(now.column),
            .int(number),
          ])
      }
    }

    static let eventValues = """
      o.number, o.countdown, o.run, o.event, o.kind, o.detail, o.phase, o.due, o.fired,
      o.payload, o.failures, o.not_before, c.id, o.trace
      """

    private var events: String {
      "SELECT \(Self.eventValues) FROM \(outbox) o JOIN \(countdowns) c ON c.number = o.countdown"
    }

    /// Reads the next events of each shard. In a shard, the order of the numbers is that of the commits, because whoever
    /// adds an event locks the shard first.
    func events(after place: OutboxPlace, limit: Int) throws -> OutboxPage {
      let shards = node.shards
      let places = shards.map { place[Int($0)] }
      let rows = try connection.runByIndexes(
        """
        SELECT e.* FROM unnest(\(shards.literal), \(places.literal)) AS s (shard, number)
        CROSS JOIN LATERAL (
          \(events) WHERE o.shard = s.shard AND o.number > s.number AND NOT o.given_up
          ORDER BY o.number LIMIT \(limit)) e
        ORDER BY e.number LIMIT \(limit)
        """)
      var page = OutboxPage()
      for row in 0..<rows.count {
        try page.add(number: rows.int(row, 0), of: rows.int(row, 1)) {
          try DurableEvent(rows, row)
        }
      }
      return page
    }

    func event(_ ticket: EventTicket) throws -> DurableEvent? {
      let rows = try connection.run(
        "\(events) WHERE o.shard = $1 AND o.number = $2 AND NOT o.given_up", ticket.place)
      return rows.count == 1 ? try DurableEvent(rows, 0) : nil
    }

    /// Removes an event. Returns false if it is not there any more.
    func remove(_ ticket: EventTicket) throws -> Bool {
      try connection.run(
        "DELETE FROM \(outbox) WHERE shard = $1 AND number = $2", ticket.place
      ).changes == 1
    }

    /// Returns those of the events that other transactions have locked.
    func locked(_ tickets: [EventTicket]) throws -> Set<Int64> {
      let rows = try connection.run(
        """
        WITH free AS (
          SELECT o.number FROM \(outbox) o
          JOIN unnest($1::bigint[], $2::bigint[]) AS t (shard, number)
            ON o.shard = t.shard AND o.number = t.number
          ORDER BY o.number FOR UPDATE OF o SKIP LOCKED)
        SELECT o.number FROM \(outbox) o
        JOIN unnest($1::bigint[], $2::bigint[]) AS t (shard, number)
          ON o.shard = t.shard AND o.number = t.number
        WHERE NOT EXISTS (SELECT FROM free WHERE free.number = o.number)
        """,
        [
          .ints(tickets.map { Int64(Shards.shard(of: $0.countdown)) }),
          .ints(tickets.map(\.number)),
        ])
      return Set(try (0..<rows.count).map { try rows.int($0, 0) })
    }

    func note(_ outcomes: [EventOutcome]) throws {
      var handled: [EventTicket] = []
      for noted in outcomes {
        switch noted.outcome {
        case .handled(let ticket): handled.append(ticket)
        case .delayed(let ticket): try note(ticket, isGivenUp: false, noted.error)
        case .givenUp(let ticket): try note(ticket, isGivenUp: true, noted.error)
        }
      }
      if handled.isEmpty { return }
      try connection.run(
        """
        DELETE FROM \(outbox) WHERE ctid = ANY (ARRAY(
          SELECT (SELECT ctid FROM \(outbox) o WHERE o.shard = h.shard AND o.number = h.number)
          FROM unnest($1::bigint[], $2::bigint[]) AS h (shard, number)))
        """,
        [
          .ints(handled.map { Int64(Shards.shard(of: $0.countdown)) }),
          .ints(handled.map(\.number)),
        ])
    }

    private func note(_ ticket: EventTicket, isGivenUp: Bool, _ error: String?) throws {
      try connection.run(
        """
        UPDATE \(outbox) SET failures = $3, not_before = $4, given_up = $5 = 1, error = $6
        WHERE shard = $1 AND number = $2
        """,
        ticket.place + [
          .int(Int64(ticket.failures)), .int(ticket.notBefore.column), .int(isGivenUp ? 1 : 0),
          // The server does not store the character zero.
          .text(error.map { String($0.filter { $0 != "\0" }) }),
        ])
    }
  }

  // MARK: - Keys and pruning

  extension PostgreSQLTables {
    func take(key: String, for id: String, at now: Moment) throws -> String? {
      while true {
        // Requests with the same key come one after the other: this waits for one that is in progress.
        let added = try connection.run(
          "INSERT INTO \(schema.name).keys VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING",
          [.text(key), .text(id), .int(now.column)])
        if added.changes == 1 { return nil }
        let rows = try connection.run(
          "SELECT id FROM \(schema.name).keys WHERE key = $1", [.text(key)])
        // Otherwise it was pruned in between.
        if rows.count == 1 { return rows.text(0, 0) }
      }
    }

    func giveBack(key: String) throws {
      try connection.run("DELETE FROM \(schema.name).keys WHERE key = $1", [.text(key)])
    }

    /// Removes what is older than a moment, at most so many rows of each kind. Returns whether there may be more.
    ///
    /// Rows that another node is about to remove or change are left alone.
    func prune(before moment: Moment, limit: Int) throws -> Bool {
      let before = PostgreSQLValue.int(moment.column)
      let events = try connection.run(
        """
        DELETE FROM \(outbox) WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM \(outbox) WHERE given_up AND not_before < $1 LIMIT $2
          FOR UPDATE SKIP LOCKED))
        """, [before, .int(Int64(limit))]
      ).changes
      let countdowns = try connection.run(
        """
        DELETE FROM \(countdowns) WHERE number = ANY (ARRAY(
          SELECT number FROM \(countdowns) c WHERE ended < $1 AND NOT EXISTS (
            SELECT FROM \(outbox) o WHERE o.countdown = c.number)
          ORDER BY ended LIMIT $2 FOR UPDATE SKIP LOCKED))
        """, [before, .int(Int64(limit))]
      ).changes
      let keys = try connection.run(
        """
        DELETE FROM \(schema.name).keys WHERE key = ANY (ARRAY(
          SELECT key FROM \(schema.name).keys WHERE noted < $1
          ORDER BY noted LIMIT $2 FOR UPDATE SKIP LOCKED))
        """, [before, .int(Int64(limit))]
      ).changes
      return events == limit || countdowns == limit || keys == limit
    }
  }

  // MARK: - Nodes

  extension PostgreSQLTables {
    /// Renews the lease of the node, and takes or gives back shards.
    func renew(at now: Moment) throws -> Renewal {
      let name = schema.name
      try connection.run(
        """
        INSERT INTO \(name).nodes VALUES ($1, $2, $3)
        ON CONFLICT (node) DO UPDATE SET lease_until = excluded.lease_until
        """, [.text(node.name), .int((now + node.lease).column), .int(node.lease.column)])
      // Nodes that are gone, and leases from before the clock was set back. Those would last for as long as it was set.
      // A node that is alive comes back with its next renewal. Two leases, because it may be ahead by a moment. Whoever
      // renews its own at this moment is alive, and waiting for it would be a deadlock if it waited for this node, too.
      // PostgreSQL finds a deadlock by a timer, which a clock that is set back holds up.
      try connection.run(
        """
        DELETE FROM \(name).nodes WHERE node = ANY (ARRAY(
          SELECT node FROM \(name).nodes
          WHERE lease_until < $1 - 10 * lease OR lease_until > $1 + 2 * lease
          FOR UPDATE SKIP LOCKED))
        """, [.int(now.column)])
      let table = try nodeTable()
      let plan = table.plan(for: node.name, at: now)
      var held = HeldShards()
      for shard in table.shards where shard.owner == node.name { held[shard.number] = shard.epoch }
      for shard in plan.release where try move(shard, to: nil) { held[shard.number] = nil }
      for shard in plan.take where try move(shard, to: node.name) {
        held[shard.number] = shard.epoch + 1
      }
      return Renewal(
        shards: held,
        next: table.nextLook(of: node.name, holding: held.count, lease: node.lease, at: now))
    }

    func snapshot() throws -> PostgreSQLSnapshot {
      let text = try connection.run("SELECT pg_current_snapshot()::text", [], asText: true).text(
        0, 0)
      guard let snapshot = text.flatMap(PostgreSQLSnapshot.init) else {
        throw DurableError.database("\(text ?? "nothing") is no snapshot")
      }
      return snapshot
    }

    /// The last event of each shard of the node.
    func lastEvents() throws -> [Int64] {
      let last = try connection.run(
        """
        SELECT (SELECT max(number) FROM \(outbox) o WHERE o.shard = s.shard)
        FROM unnest($1::bigint[]) AS s (shard)
        """, [.ints(node.shards)])
      return (0..<last.count).map { last.number($0, 0) ?? 0 }
    }

    /// How many changes of others are read at once. If there are more, everything that is due soon is read again, which
    /// is done in parts.
    private static let manyChanges = 20_000

    /// Reads the rows of the node that are due in time and that a caller has changed in a transaction that a snapshot does
    /// not contain. A transaction that stays open for long costs nothing: it is one number in the list of those in progress.
    ///
    /// - Returns: The rows; none, and false, if there are too many.
    func changes(
      since snapshot: PostgreSQLSnapshot, through: Moment
    ) throws -> (rows: [DurableRow], isAll: Bool) {
      // With the sum, only the index of the changes can be used. There are fewer changes than rows that are due in time.
      let condition = """
        due + 0 <= \(through.column) AND number & \(Shards.mask) = ANY (\(node.shards.literal))
        """
      let inProgress = snapshot.inProgress.map { "\($0)" }.joined(separator: ",")
      let rows = try connection.runByIndexes(
        """
        SELECT \(Self.columns) FROM \(countdowns)
          WHERE changed >= '\(snapshot.end)'::xid8 AND \(condition)
        UNION ALL SELECT \(Self.columns) FROM \(countdowns)
          WHERE changed = ANY ('{\(inProgress)}'::xid8[]) AND \(condition)
        LIMIT \(Self.manyChanges + 1)
        """)
      guard rows.count <= Self.manyChanges else { return ([], false) }
      // One that cannot be read is reported when it is read ahead.
      return ((0..<rows.count).compactMap { try? DurableRow(rows, $0) }, true)
    }

    private func nodeTable() throws -> NodeTable {
      let nodes = try connection.run("SELECT node, lease_until FROM \(schema.name).nodes", [])
      let shards = try connection.run(
        "SELECT shard, epoch, owner FROM \(schema.name).shards ORDER BY shard", [])
      var ends: [String: Moment] = [:]
      for place in 0..<nodes.count {
        ends[nodes.text(place, 0) ?? ""] = Moment(column: try nodes.int(place, 1))
      }
      return NodeTable(
        nodes: ends,
        shards: try (0..<shards.count).map { place in
          NodeTable.Shard(
            number: Int(try shards.int(place, 0)), epoch: try shards.int(place, 1),
            owner: shards.text(place, 2))
        })
    }

    /// Gives a shard another owner, unless somebody else was first, or is moving it.
    private func move(_ shard: NodeTable.Shard, to owner: String?) throws -> Bool {
      try connection.run(
        """
        UPDATE \(schema.name).shards SET owner = $1, epoch = epoch + 1
        WHERE shard = (
          SELECT shard FROM \(schema.name).shards WHERE shard = $2 AND epoch = $3
          FOR UPDATE SKIP LOCKED)
        """, [.text(owner), .int(Int64(shard.number)), .int(shard.epoch)]
      ).changes == 1
    }

    func leave() throws {
      try connection.run(
        "UPDATE \(schema.name).shards SET owner = NULL, epoch = epoch + 1 WHERE owner = $1",
        [.text(node.name)])
      try connection.run("DELETE FROM \(schema.name).nodes WHERE node = $1", [.text(node.name)])
    }
  }

  // MARK: - Columns

  extension [Int64] {
    /// The array in a statement without parameters.
    var literal: String {
      "'{" + map { "\($0)" }.joined(separator: ",") + "}'::bigint[]"
    }
  }

  extension DurableColumns {
    /// The numbers that change, in the order of the statements.
    fileprivate var numbers: [PostgreSQLValue] {
      [
        .int(Int64(version)), .int(Int64(state.rawValue)), .int(due), .int(ended), .int(time),
        .int(total), .int(Int64(phase)), .int(Int64(run)), .int(Int64(events)), .int(written),
      ]
    }

    var text: String? {
      get throws {
        try extras.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
      }
    }
  }

  extension EventTicket {
    fileprivate var place: [PostgreSQLValue] {
      [.int(Int64(Shards.shard(of: countdown))), .int(number)]
    }
  }

  extension StoredCountdown {
    /// Reads a countdown whose payload follows its columns.
    init(_ rows: PostgreSQLRows, _ place: Int) throws(DurableError) {
      self.init(row: try DurableRow(rows, place), payload: rows.bytes(place, 13) ?? [])
    }
  }

  extension DurableRow {
    init(_ rows: PostgreSQLRows, _ place: Int) throws(DurableError) {
      func int(_ column: Int) throws(DurableError) -> Int { Int(try rows.int(place, column)) }
      let id = rows.text(place, 2) ?? ""
      guard let state = DurableColumns.State(rawValue: try int(3)) else {
        throw DurableError.damaged("the countdown \"\(id)\" has no valid state")
      }
      var extras: DurableColumns.Extras?
      if let bytes = rows.bytes(place, 12) {
        do {
          extras = try JSONDecoder().decode(DurableColumns.Extras.self, from: Data(bytes))
        } catch {
          throw DurableError.damaged("the countdown \"\(id)\" has no valid extras")
        }
      }
      self.init(
        DurableColumns(
          number: try rows.int(place, 0), version: try int(1), id: id, state: state,
          due: rows.number(place, 4), ended: rows.number(place, 5), time: try rows.int(place, 6),
          total: try rows.int(place, 7), phase: try int(8), run: try int(9), events: try int(10),
          written: try rows.int(place, 11), extras: extras))
    }
  }

  extension DurableEvent {
    init(_ rows: PostgreSQLRows, _ place: Int) throws(DurableError) {
      func int(_ column: Int) throws(DurableError) -> Int { Int(try rows.int(place, column)) }
      let ticket = EventTicket(
        number: try rows.int(place, 0), countdown: try rows.int(place, 1), run: try int(2),
        failures: try int(10), notBefore: Moment(column: try rows.int(place, 11)))
      guard let kind = PendingEvent.Kind(kind: try int(4), detail: try rows.int(place, 5)) else {
        throw DurableError.damaged("the event \(ticket.number) has no valid kind")
      }
      self.init(
        countdown: rows.text(place, 12) ?? "",
        event: PendingEvent(
          kind, run: ticket.run, number: try int(3), phaseIndex: try int(6), total: .zero,
          at: ClockInstant(ofDatabase: Moment(column: try rows.int(place, 7)))),
        fired: Moment(column: try rows.int(place, 8)),
        attachment: RunAttachment(
          payload: rows.bytes(place, 9) ?? [], trace: rows.text(place, 13)),
        ticket: ticket)
    }
  }
#endif
