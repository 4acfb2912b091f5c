#if SQLITE
  import Foundation
  import GRDB
  import SandglassCore

  extension SQLiteTables: AdministeredTables {
    var countdowns: String { "sandglass_countdowns" }
    var outbox: String { "sandglass_outbox" }
    var settings: String { "sandglass_settings" }
    var isHeld: String { "1 = 1" }

    func isNumber(_ number: Int64) -> String { "number = \(number)" }

    func listed(_ query: String, _ texts: [String]) throws -> [ListedRow] {
      try Row.fetchAll(
        database, sql: "SELECT \(Self.columns), payload " + query,
        arguments: StatementArguments(texts)
      ).map { row in
        ListedRow(
          number: try row.value(0), id: try row.value(2), due: try row.value(4),
          content: Result { () throws(DurableError) in try StoredCountdown(row) })
      }
    }

    func entries(_ query: String) throws -> [OutboxEntry] {
      try Row.fetchAll(database, sql: "SELECT \(Self.eventValues), o.given_up, o.error " + query)
        .map {
          row in
          OutboxEntry(
            number: try row.value(0), failures: try row.value(10), isGivenUp: try row.value(14),
            error: try row.value(15)
          ) { () throws(DurableError) in
            try DurableEvent(row)
          }
        }
    }

    func numbers(_ query: String, _ texts: [String]) throws -> [[Int64?]] {
      try Row.fetchAll(database, sql: query, arguments: StatementArguments(texts)).map { row in
        row.databaseValues.map { Int64.fromDatabaseValue($0) }
      }
    }

    func change(_ statement: String) throws -> Int {
      try database.execute(sql: statement)
      return database.changesCount
    }

    func replay(_ number: Int64) throws -> Bool {
      // The next number that SQLite would choose by itself, so that whoever has read this far reads on there.
      let changes = try change(
        """
        UPDATE sandglass_outbox SET given_up = 0, failures = 0, not_before = 0, error = NULL,
          number = 1 + (SELECT seq FROM sqlite_sequence WHERE name = 'sandglass_outbox')
        WHERE number = \(number) AND given_up
        """)
      if changes == 0 { return false }
      _ = try change("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'sandglass_outbox'")
      return true
    }

    func nodes() -> [DurableStatus.Node] { [] }
  }
#endif
