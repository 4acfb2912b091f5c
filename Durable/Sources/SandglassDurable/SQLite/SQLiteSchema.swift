#if SQLITE
  import GRDB

  /// The tables in a file. They have names of their own, so that they can stand beside the user's tables.
  enum SQLiteSchema {
    /// The steps from each version to the next one. A step that was published never changes.
    private static let steps = [
      """
      CREATE TABLE sandglass_countdowns (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        version INTEGER NOT NULL,
        state INTEGER NOT NULL,
        due INTEGER,
        ended INTEGER,
        time INTEGER NOT NULL,
        total INTEGER NOT NULL,
        phase INTEGER NOT NULL,
        run INTEGER NOT NULL,
        events INTEGER NOT NULL,
        written INTEGER NOT NULL,
        extras TEXT,
        payload BLOB NOT NULL,
        trace TEXT
      );
      CREATE INDEX sandglass_due ON sandglass_countdowns (due);
      CREATE INDEX sandglass_ended ON sandglass_countdowns (ended);
      CREATE TABLE sandglass_outbox (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        countdown INTEGER NOT NULL,
        run INTEGER NOT NULL,
        event INTEGER NOT NULL,
        kind INTEGER NOT NULL,
        detail INTEGER NOT NULL,
        phase INTEGER NOT NULL,
        due INTEGER NOT NULL,
        fired INTEGER NOT NULL,
        payload BLOB NOT NULL,
        trace TEXT,
        failures INTEGER NOT NULL DEFAULT 0,
        not_before INTEGER NOT NULL DEFAULT 0,
        given_up INTEGER NOT NULL DEFAULT 0,
        error TEXT,
        UNIQUE (countdown, run, event)
      );
      CREATE TABLE sandglass_keys (
        key TEXT PRIMARY KEY,
        id TEXT NOT NULL,
        noted INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX sandglass_keys_noted ON sandglass_keys (noted);
      CREATE TABLE sandglass_owner (store TEXT NOT NULL);
      CREATE TABLE sandglass_settings (is_paused INTEGER NOT NULL);
      INSERT INTO sandglass_settings VALUES (0);
      CREATE VIEW sandglass_countdown_view AS
        SELECT id, CASE state WHEN 0 THEN 'idle' WHEN 1 THEN 'running' WHEN 2 THEN 'paused' ELSE 'finished' END
            AS state,
          strftime('%Y-%m-%dT%H:%M:%fZ', due / 1e9, 'unixepoch') AS due,
          strftime('%Y-%m-%dT%H:%M:%fZ', ended / 1e9, 'unixepoch') AS ended,
          CASE state WHEN 2 THEN time / 1e9 END AS seconds_left, version, run, payload
        FROM sandglass_countdowns;
      CREATE VIEW sandglass_event_view AS
        SELECT o.number, c.id AS countdown,
          CASE o.kind WHEN 0 THEN 'finished' WHEN 2 THEN 'phase ended' ELSE 'milestone' END AS kind,
          strftime('%Y-%m-%dT%H:%M:%fZ', o.due / 1e9, 'unixepoch') AS due,
          strftime('%Y-%m-%dT%H:%M:%fZ', o.fired / 1e9, 'unixepoch') AS fired,
          o.failures, o.given_up, o.error, o.payload
        FROM sandglass_outbox o LEFT JOIN sandglass_countdowns c ON c.number = o.countdown;
      """
    ]

    /// Makes the tables, or changes those of an older version.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - mayChange: Whether it may. If not, older tables are refused.
    /// - Throws: `DurableError.newerSchema` and `olderSchema`, and what the database throws.
    static func migrate(_ database: Database, mayChange: Bool) throws {
      let exists = try database.tableExists("sandglass_schema")
      let version =
        exists ? try Int.fetchOne(database, sql: "SELECT version FROM sandglass_schema") ?? 0 : 0
      guard (0...steps.count).contains(version) else {
        throw DurableError.newerSchema(version: version, supported: steps.count)
      }
      guard version < steps.count else { return }
      guard mayChange else {
        throw DurableError.olderSchema(version: version, needed: steps.count)
      }
      try database.execute(
        sql: "CREATE TABLE IF NOT EXISTS sandglass_schema (version INTEGER NOT NULL)")
      for step in steps[version...] { try database.execute(sql: step) }
      try database.execute(sql: "DELETE FROM sandglass_schema")
      try database.execute(
        sql: "INSERT INTO sandglass_schema VALUES (?)", arguments: [steps.count])
    }

    /// Makes a store the one that may write. Whoever was it before is refused from now on.
    static func makeOwner(_ store: String, _ database: Database) throws {
      try database.execute(sql: "DELETE FROM sandglass_owner")
      try database.execute(sql: "INSERT INTO sandglass_owner VALUES (?)", arguments: [store])
    }

    static func isOwner(_ store: String, _ database: Database) throws -> Bool {
      let statement = try database.cachedStatement(sql: "SELECT store FROM sandglass_owner")
      return try String.fetchOne(statement) == store
    }
  }
#endif
