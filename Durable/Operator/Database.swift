#if DURABLE
  import ArgumentParser
  import SandglassDurable

  /// Where the countdowns are.
  struct Database: ParsableArguments {
    #if POSTGRESQL
      @Option(help: "A connection string or URI of libpq.")
      var postgresql: String?

      @Option(help: "The schema on the server.")
      var schema = "sandglass"
    #endif

    #if SQLITE
      @Option(help: "The path of the file.")
      var sqlite: String?
    #endif

    /// Opens the store, which makes or migrates its tables.
    func administration() async throws -> DurableAdministration {
      #if POSTGRESQL
        if let postgresql {
          return DurableAdministration(
            of: try await PostgreSQLStore(postgresql, schema: schema))
        }
      #endif
      #if SQLITE
        if let sqlite { return DurableAdministration(of: try SQLiteStore(path: sqlite)) }
      #endif
      throw ValidationError("Where are the countdowns? Pass --postgresql or --sqlite.")
    }
  }
#endif
