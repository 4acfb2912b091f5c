#if SQLITE
  import Foundation
  import GRDB

  /// A store as the one that may write to a file.
  struct SQLiteOwner: Sendable {
    /// Names the store in the file.
    private let name = UUID().uuidString

    private let path: String
    private let fileNumber: Int?

    /// Makes a new store the owner of a file that is open. Whoever was it before is refused from now on.
    init(ofFile path: String, _ database: Database) throws {
      self.path = path
      fileNumber = Self.number(ofFile: path)
      try SQLiteSchema.makeOwner(name, database)
    }

    /// Throws if another store has taken the place of this one, or another file that of its file.
    func check(_ database: Database) throws {
      guard Self.number(ofFile: path) == fileNumber, try SQLiteSchema.isOwner(name, database) else {
        throw DurableError.inUse(path: path)
      }
    }

    /// Tells the file at a path from another that may take its place.
    private static func number(ofFile path: String) -> Int? {
      (try? FileManager.default.attributesOfItem(atPath: path))?[.systemFileNumber] as? Int
    }
  }

  /// The writing connection of a pool.
  struct SQLiteWriter: GroupDatabase {
    let pool: DatabasePool
    let owner: SQLiteOwner

    func schedule(_ turn: @escaping @Sendable (Transact<Database>) -> Void) {
      pool.asyncWriteWithoutTransaction { database in
        turn { body in
          try database.inTransaction(.immediate) {
            try owner.check(database)
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
