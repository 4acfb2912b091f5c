public import SandglassCore

/// Why a durable countdown was not changed or read. Nothing was changed, unless the case says otherwise.
public enum DurableError: Error, Sendable, Equatable {
  /// An argument is out of range. The text says what was passed, and what is accepted.
  case invalid(String)

  /// There is no countdown with this id: it was never started, or it ended and was pruned.
  case unknown(id: String)

  /// The countdown has another version than the caller expects. Somebody has changed it in the meantime.
  case otherVersion(id: String, version: Int, expected: Int)

  /// The operation does not apply to the countdown, for example because it has ended.
  case refused(id: String, OperationRefusal<CountdownState>)

  /// The key has been used for another countdown.
  case keyUsed(key: String, id: String)

  /// Another process, or another store in this process, runs the countdowns of this file.
  case inUse(path: String)

  /// A newer version of the library has changed the tables.
  case newerSchema(version: Int, supported: Int)

  /// The tables are those of an older version of the library, or not there, and the store was asked not to change them.
  case olderSchema(version: Int, needed: Int)

  /// The tables contain something that the library has not written.
  case damaged(String)

  /// The database has refused something, or cannot be used: it is read-only, full, gone, or not a database. The text is
  /// the database's message. The code is the SQLSTATE of PostgreSQL, such as `23505` where something must be unique, or
  /// the extended result code of SQLite, such as `2067`; nil if the database has not answered. The constraint is the one
  /// that would not hold, if the database names it.
  case database(String, code: String? = nil, constraint: String? = nil)

  /// The connection was lost while the change was being committed, so it was made or not. If the call had a key, repeat
  /// it with the same key. Otherwise read the countdown. The text is the database's message.
  case uncertain(String)
}

extension DurableError: CustomStringConvertible {
  /// What was wrong, and what is accepted.
  public var description: String {
    switch self {
    case .invalid(let text):
      text
    case .unknown(let id):
      "there is no countdown \"\(id)\"; accepted: an id that was started and has not been pruned"
    case .otherVersion(let id, let version, let expected):
      "the countdown \"\(id)\" has version \(version), not \(expected); accepted: \(version)"
    case .refused(let id, let refusal):
      "the countdown \"\(id)\" \(refusal)"
    case .keyUsed(let key, let id):
      "the key \"\(key)\" belongs to the countdown \"\(id)\"; accepted: a key for each request"
    case .inUse(let path):
      "the countdowns of \(path) are run by another store; accepted: one store for a file"
    case .newerSchema(let version, let supported):
      "the tables have version \(version); accepted: up to version \(supported)"
    case .olderSchema(let version, let needed):
      "the tables have version \(version); accepted: version \(needed); migrate them first"
    case .damaged(let text):
      "the tables are damaged: \(text)"
    case .database(let message, let code, _):
      "the database has failed: \(message)" + (code.map { " (\($0))" } ?? "")
    case .uncertain(let message):
      "the change was made or not: \(message); accepted: the same call with the same key"
    }
  }
}
