#if DURABLE
  import ArgumentParser
  import Foundation
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

    /// Opens the store.
    func administration(migrates: Bool = false) async throws -> DurableAdministration {
      #if POSTGRESQL
        if let postgresql {
          return DurableAdministration(
            of: try await PostgreSQLStore(postgresql, schema: schema, migrates: migrates))
        }
      #endif
      #if SQLITE
        if let sqlite {
          // Nobody who only looks means to make a file.
          guard migrates || FileManager.default.fileExists(atPath: sqlite) else {
            throw ValidationError("There is no file \(sqlite).")
          }
          return DurableAdministration(of: try SQLiteStore(path: sqlite, migrates: migrates))
        }
      #endif
      throw ValidationError("Where are the countdowns? Pass --postgresql or --sqlite.")
    }
  }
#endif
