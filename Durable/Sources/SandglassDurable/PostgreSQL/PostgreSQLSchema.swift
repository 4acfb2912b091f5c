#if POSTGRESQL
  /// The tables in a schema of the user's choice.
  struct PostgreSQLSchema: Sendable {
    /// The name of the schema, quoted.
    let name: String

    /// Countdowns and events are divided by number into so many shards, each of which one node runs.
    static let shards = Shards.count

    init(_ name: String) throws(DurableError) {
      guard (1...63).contains(name.utf8.count), !name.utf8.contains(0) else {
        throw .invalid(
          "the name of the schema has \(name.utf8.count) bytes; accepted: 1 to 63, none of them zero"
        )
      }
      self.name =
        "\""
        + name.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"") + "\""
    }

    /// The steps from each version to the next one. A step that was published never changes.
    ///
    /// No index is partial: on a table that was analysed while it was empty, the planner would take a small index for
    /// an empty one, and read all of it for every row.
    private var steps: [String] {
      [
        """
        CREATE SEQUENCE \(name).numbers;
        CREATE TABLE \(name).countdowns (
          number bigint PRIMARY KEY,
          id text COLLATE "C" NOT NULL UNIQUE,
          version bigint NOT NULL,
          state bigint NOT NULL,
          due bigint,
          ended bigint,
          time bigint NOT NULL,
          total bigint NOT NULL,
          phase bigint NOT NULL,
          run bigint NOT NULL,
          events bigint NOT NULL,
          written bigint NOT NULL,
          extras text,
          payload bytea NOT NULL,
          trace text,
          changed xid8 NOT NULL DEFAULT pg_current_xact_id()
        ) WITH (autovacuum_vacuum_scale_factor = 0.05);
        CREATE INDEX countdowns_due ON \(name).countdowns (due, number);
        CREATE INDEX countdowns_changed ON \(name).countdowns (changed);
        CREATE INDEX countdowns_ended ON \(name).countdowns (ended);
        CREATE TABLE \(name).outbox (
          shard bigint NOT NULL,
          number bigint NOT NULL DEFAULT nextval('\(numbers)'),
          countdown bigint NOT NULL,
          run bigint NOT NULL,
          event bigint NOT NULL,
          kind bigint NOT NULL,
          detail bigint NOT NULL,
          phase bigint NOT NULL,
          due bigint NOT NULL,
          fired bigint NOT NULL,
          payload bytea NOT NULL,
          trace text,
          failures bigint NOT NULL DEFAULT 0,
          not_before bigint NOT NULL DEFAULT 0,
          given_up boolean NOT NULL DEFAULT false,
          error text,
          PRIMARY KEY (shard, number),
          UNIQUE (countdown, run, event)
        ) WITH (autovacuum_vacuum_scale_factor = 0.05);
        CREATE TABLE \(name).keys (
          key text COLLATE "C" PRIMARY KEY,
          id text NOT NULL,
          noted bigint NOT NULL
        );
        CREATE INDEX keys_noted ON \(name).keys (noted);
        CREATE TABLE \(name).nodes (
          node text PRIMARY KEY,
          lease_until bigint NOT NULL,
          lease bigint NOT NULL
        );
        CREATE TABLE \(name).shards (
          shard bigint PRIMARY KEY,
          epoch bigint NOT NULL DEFAULT 0,
          owner text
        ) WITH (fillfactor = 50);
        INSERT INTO \(name).shards (shard)
          SELECT * FROM generate_series(0, \(Self.shards - 1));
        CREATE TABLE \(name).settings (is_paused boolean NOT NULL);
        INSERT INTO \(name).settings VALUES (false);
        CREATE VIEW \(name).countdown_view AS
          SELECT id, CASE state WHEN 0 THEN 'idle' WHEN 1 THEN 'running' WHEN 2 THEN 'paused' ELSE 'finished' END
              AS state,
            to_timestamp(due / 1e9) AS due, to_timestamp(ended / 1e9) AS ended,
            CASE state WHEN 2 THEN time / 1e9 END AS seconds_left, version, run, payload
          FROM \(name).countdowns;
        CREATE VIEW \(name).event_view AS
          SELECT o.number, c.id AS countdown,
            CASE o.kind WHEN 0 THEN 'finished' WHEN 2 THEN 'phase ended' ELSE 'milestone' END AS kind,
            to_timestamp(o.due / 1e9) AS due, to_timestamp(o.fired / 1e9) AS fired, o.failures,
            o.given_up, o.error, o.payload
          FROM \(name).outbox o LEFT JOIN \(name).countdowns c ON c.number = o.countdown;
        """
      ]
    }

    /// The name of the sequence, for inside a literal.
    var numbers: String {
      name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
        + ".numbers"
    }

    /// Makes the tables, or changes those of an older version. Of several nodes that do this at once, one does it.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - mayChange: Whether it may. If not, older tables are refused.
    /// - Throws: `DurableError.newerSchema` and `olderSchema`, and what the database throws.
    func migrate(_ connection: PostgreSQLConnection, mayChange: Bool) throws {
      // Each statement sees what was committed before it.
      try connection.run("BEGIN ISOLATION LEVEL READ COMMITTED")
      do {
        try migrateInTransaction(connection, mayChange)
        try connection.run("COMMIT")
      } catch {
        if connection.isAlive { _ = try? connection.run("ROLLBACK") }
        throw error
      }
    }

    private func migrateInTransaction(
      _ connection: PostgreSQLConnection, _ mayChange: Bool
    ) throws {
      let setting = try connection.run("SHOW server_version_num").text(0, 0)
      guard let version = setting.flatMap({ Int($0) }), version >= 130_000 else {
        throw DurableError.invalid(
          "the server has version \(setting ?? "?"); accepted: PostgreSQL 13 and later")
      }
      try connection.run(
        "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [.text("sandglass " + name)])
      let exists = try connection.run(
        "SELECT to_regclass($1) IS NOT NULL", [.text("\(name).schema_version")])
      if try exists.int(0, 0) == 0 {
        guard mayChange else {
          throw DurableError.olderSchema(version: 0, needed: steps.count)
        }
        // Only here, because it needs the right to create schemas, even if the schema is there.
        let schema = try connection.run("SELECT to_regnamespace($1) IS NOT NULL", [.text(name)])
        if try schema.int(0, 0) == 0 { try connection.run("CREATE SCHEMA \(name)") }
        try connection.run(
          """
          CREATE TABLE \(name).schema_version (version bigint NOT NULL);
          INSERT INTO \(name).schema_version VALUES (0);
          """)
      }
      let stored = Int(
        try connection.run("SELECT version FROM \(name).schema_version", []).int(0, 0))
      guard (0...steps.count).contains(stored) else {
        throw DurableError.newerSchema(version: stored, supported: steps.count)
      }
      guard stored < steps.count else { return }
      guard mayChange else {
        throw DurableError.olderSchema(version: stored, needed: steps.count)
      }
      for step in steps[stored...] { try connection.run(step) }
      try connection.run("UPDATE \(name).schema_version SET version = \(steps.count)")
    }
  }
#endif
