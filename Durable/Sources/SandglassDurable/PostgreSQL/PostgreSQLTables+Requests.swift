#if POSTGRESQL
  import SandglassCore

  // What several callers ask for at the same time is done with few statements, because each is a trip to the server.

  extension PostgreSQLTables {
    /// Does what requests ask for, each by itself. What is refused changes nothing.
    ///
    /// - Returns: For each request its answer, or why it has none.
    /// - Throws: What the database throws. Then nothing may be kept.
    func perform(_ requests: [DurableRequest], at now: Moment) throws -> [RequestOutcome] {
      var batch = RequestBatch(requests)
      try lock(&batch)
      try takeKeys(&batch, at: now)
      batch.decide(at: now)
      try leaveWithdrawals(in: &batch)
      try update(&batch, at: now)
      try insert(&batch, at: now)
      try giveBackKeys(of: batch)
      return batch.outcomes
    }

    /// Reads countdowns, and locks them until the transaction ends, in the order of their ids. Waits for nobody.
    private func lock(_ batch: inout RequestBatch) throws {
      let columns = Self.columns + ", payload"
      let rows = try connection.run(
        """
        WITH locked AS (
          SELECT \(columns) FROM \(countdowns) WHERE id = ANY ($1::text[]) ORDER BY id
          FOR UPDATE SKIP LOCKED)
        SELECT *, 1::bigint FROM locked
        UNION ALL SELECT \(columns), 0::bigint FROM \(countdowns) c
          WHERE id = ANY ($1::text[]) AND NOT EXISTS (SELECT FROM locked WHERE locked.id = c.id)
        """, [.texts(batch.undecided.map(\.id))])
      for row in 0..<rows.count {
        let id = rows.text(row, 2) ?? ""
        if try rows.int(row, 14) == 0 {
          batch.settle(id, .locked)
        } else if let countdown = try? StoredCountdown(rows, row) {
          batch.found(countdown)
        } else {
          batch.settle(id, .apart)
        }
      }
    }

    /// Notes the keys of requests. One that was used before is looked at apart.
    private func takeKeys(_ batch: inout RequestBatch, at now: Moment) throws {
      let keyed = batch.undecided.filter { $0.key != nil }
      if keyed.isEmpty { return }
      let rows = try connection.run(
        """
        INSERT INTO \(schema.name).keys
        SELECT key, id, $3 FROM unnest($1::text[], $2::text[]) AS n (key, id) ORDER BY key
        ON CONFLICT (key) DO NOTHING RETURNING id
        """, [.texts(keyed.map(\.key)), .texts(keyed.map(\.id)), .int(now.column)])
      let taken = Set((0..<rows.count).compactMap { rows.text($0, 0) })
      for request in keyed where !taken.contains(request.id) { batch.settle(request.id, .apart) }
      batch.keyed = taken
    }

    private func giveBackKeys(of batch: RequestBatch) throws {
      let keys = batch.keysOfNothing
      if keys.isEmpty { return }
      try connection.run(
        "DELETE FROM \(schema.name).keys WHERE key = ANY ($1::text[])", [.texts(keys)])
    }

    /// Leaves those apart whose events must leave the outbox, where a handler may have them.
    private func leaveWithdrawals(in batch: inout RequestBatch) throws {
      let cancelled = batch.updates.filter { $0.change.withdrawn != nil }
      if cancelled.isEmpty { return }
      let rows = try connection.run(
        """
        SELECT place FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS w (number, run, place)
        WHERE EXISTS (SELECT FROM \(outbox) o WHERE o.countdown = w.number AND o.run = w.run)
        """,
        [
          .ints(cancelled.map(\.change.row.number)),
          .ints(cancelled.map { $0.change.withdrawn.map { Int64($0) } }),
        ])
      for row in 0..<rows.count {
        batch.settle(cancelled[Int(try rows.int(row, 0)) - 1].request.id, .apart)
      }
    }

    private func update(_ batch: inout RequestBatch, at now: Moment) throws {
      let updates = batch.updates
      if updates.isEmpty { return }
      let values = try values(of: updates)
      // As where rows are fired, each is looked up by itself.
      let changes = try connection.run(
        """
        UPDATE \(countdowns) c
        SET version = n.version, state = n.state, due = n.due, ended = n.ended, time = n.time,
          total = n.total, phase = n.phase, run = n.run, events = n.events, written = n.written,
          extras = n.extras, payload = coalesce(n.payload, c.payload),
          trace = CASE WHEN n.payload IS NULL THEN c.trace ELSE n.trace END, changed = pg_current_xact_id()
        FROM unnest(\(Self.valueTypes), $14::bigint[], $15::bigint[])
          AS n (\(Self.valueNames), number, expected)
        WHERE c.ctid = ANY (ARRAY(
            SELECT (SELECT ctid FROM \(countdowns) o WHERE o.number = f.number)
            FROM unnest($14::bigint[]) AS f (number)))
          AND c.number = n.number AND c.version = n.expected
        """,
        values + [
          .ints(updates.map(\.change.row.number)),
          .ints(updates.map { Int64($0.change.expected) }),
        ]
      ).changes
      guard changes == updates.count else {
        throw DurableError.damaged("a row has changed inside a transaction")
      }
      for update in updates { batch.wrote(update.change.row, at: now) }
    }

    /// Adds countdowns. One that another transaction has added first is asked for again.
    private func insert(_ batch: inout RequestBatch, at now: Moment) throws {
      let inserts = batch.inserts
      if inserts.isEmpty { return }
      let rows = try connection.run(
        """
        INSERT INTO \(countdowns) (number, id, \(Self.valueNames))
        SELECT nextval('\(schema.numbers)') * \(Shards.count) + n.shard, n.id, \(Self.valueNames)
        FROM unnest(\(Self.valueTypes), $14::bigint[], $15::text[])
          AS n (\(Self.valueNames), shard, id)
        ORDER BY n.id ON CONFLICT (id) DO NOTHING RETURNING id, number
        """,
        try values(of: inserts) + [
          .ints(inserts.map { _ in node.shardForNew }), .texts(inserts.map(\.request.id)),
        ])
      var numbers: [String: Int64] = [:]
      for row in 0..<rows.count { numbers[rows.text(row, 0) ?? ""] = try rows.int(row, 1) }
      for insert in inserts {
        var row = insert.change.row
        guard let number = numbers[row.id] else {
          batch.settle(row.id, .locked)
          continue
        }
        row.number = number
        batch.wrote(row, at: now)
      }
    }

    private static let valueNames =
      "version, state, due, ended, time, total, phase, run, events, written, extras, payload, trace"

    private static let valueTypes =
      (1...10).map { "$\($0)::bigint[], " }.joined() + "$11::text[], $12::bytea[], $13::text[]"

    /// A value of each column for each of the rows.
    private func values(of writes: [RequestBatch.Write]) throws -> [PostgreSQLValue] {
      let rows = writes.map { DurableColumns($0.change.row) }
      return [
        .ints(rows.map { Int64($0.version) }), .ints(rows.map { Int64($0.state.rawValue) }),
        .ints(rows.map(\.due)), .ints(rows.map(\.ended)), .ints(rows.map(\.time)),
        .ints(rows.map(\.total)), .ints(rows.map { Int64($0.phase) }),
        .ints(rows.map { Int64($0.run) }), .ints(rows.map { Int64($0.events) }),
        .ints(rows.map(\.written)), .texts(try rows.map { try $0.text }),
        .blobs(writes.map(\.request.newAttachment?.payload)),
        .texts(writes.map(\.request.newAttachment?.trace)),
      ]
    }
  }
#endif
