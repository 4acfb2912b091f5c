#if POSTGRESQL
  import SandglassCore

  extension PostgreSQLTables: AdministeredTables {
    var settings: String { schema.name + ".settings" }
    var isHeld: String { "shard = ANY (\(node.shards.literal))" }

    func isNumber(_ number: Int64) -> String {
      "shard = ANY (\((0..<Int64(Shards.count)).map { $0 }.literal)) AND number = \(number)"
    }

    func listed(_ query: String, _ texts: [String]) throws -> [ListedRow] {
      let rows = try connection.run(
        "SELECT \(Self.columns), payload " + query, texts.map { .text($0) })
      return try (0..<rows.count).map { row in
        ListedRow(
          number: try rows.int(row, 0), id: rows.text(row, 2) ?? "", due: rows.number(row, 4),
          content: Result { () throws(DurableError) in try StoredCountdown(rows, row) })
      }
    }

    func entries(_ query: String) throws -> [OutboxEntry] {
      let rows = try connection.run(
        """
        SELECT \(Self.eventValues), CASE WHEN o.given_up THEN 1::bigint ELSE 0 END, o.error \(query)
        """, [])
      return try (0..<rows.count).map { row in
        OutboxEntry(
          number: try rows.int(row, 0), failures: Int(try rows.int(row, 10)),
          isGivenUp: try rows.int(row, 14) == 1, error: rows.text(row, 15)
        ) { () throws(DurableError) in
          try DurableEvent(rows, row)
        }
      }
    }

    func numbers(_ query: String, _ texts: [String]) throws -> [[Int64?]] {
      let rows = try connection.run(query, texts.map { .text($0) })
      return (0..<rows.count).map { row in (0..<rows.columns).map { rows.number(row, $0) } }
    }

    func change(_ statement: String) throws -> Int { try connection.run(statement, []).changes }

    func replay(_ number: Int64) throws -> Bool {
      // Whoever adds an event locks its shard first, and so does whoever gives one a new number.
      try connection.run(
        """
        SELECT FROM \(schema.name).shards WHERE shard IN (
          SELECT shard FROM \(outbox) WHERE \(isNumber(number))) FOR NO KEY UPDATE
        """)
      return try change(
        """
        UPDATE \(outbox) SET given_up = false, failures = 0, not_before = 0, error = NULL,
          number = nextval('\(schema.numbers)')
        WHERE \(isNumber(number)) AND given_up
        """) == 1
    }

    func nodes() throws -> [DurableStatus.Node] {
      let rows = try connection.run(
        """
        SELECT node, lease_until,
          (SELECT count(*) FROM \(schema.name).shards WHERE owner = node)
        FROM \(schema.name).nodes ORDER BY node
        """, [])
      return try (0..<rows.count).map { row in
        DurableStatus.Node(
          name: rows.text(row, 0) ?? "",
          leaseEnd: WallMoment(Moment(column: try rows.int(row, 1))),
          shards: Int(try rows.int(row, 2)))
      }
    }
  }
#endif
