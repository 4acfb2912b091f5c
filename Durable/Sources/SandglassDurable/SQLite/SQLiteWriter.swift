#if SQLITE
  import GRDB

  /// The writing connection of a pool.
  struct SQLiteWriter: GroupDatabase {
    let pool: DatabasePool
    let store: String
    let path: String

    func schedule(_ turn: @escaping @Sendable (Transact<Database>) -> Void) {
      pool.asyncWriteWithoutTransaction { database in
        turn { body in
          try database.inTransaction(.immediate) {
            guard try SQLiteSchema.isOwner(store, database) else {
              throw DurableError.inUse(path: path)
            }
            try body(database)
            return .commit
          }
        }
      }
    }

    func inSavepoint<Result>(of database: Database, _ body: () throws -> Result) throws -> Result {
      var result: Result?
      try database.inSavepoint {
        result = try body()
        return .commit
      }
      guard let result else { throw DurableError.database("the call has no result") }
      return result
    }

    func isOpen(_ database: Database) -> Bool { database.isInsideTransaction }

    /// There is one writer.
    func isConflict(_ error: any Error) -> Bool { false }

    func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) { body() }
  }

  extension DatabaseError: DatabaseFailure {
    var durable: DurableError {
      .database(message ?? resultCode.description, code: "\(extendedResultCode.rawValue)")
    }
  }
#endif
