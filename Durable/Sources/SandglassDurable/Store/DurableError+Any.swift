#if DURABLE
  /// An error of a database, with the database's own message.
  protocol DatabaseFailure: Error {
    var durable: DurableError { get }
  }

  extension DurableError {
    /// Whether another transaction was in the way, so that the same may succeed later: a serialization failure, a deadlock,
    /// or a lock that was not given in time.
    var isConflict: Bool {
      guard case .database(_, let code?, _) = self else { return false }
      return ["40001", "40P01", "55P03"].contains(code)
    }

    /// What others have locked is not waited for.
    static let isLocked = DurableError.database("another transaction has locked it", code: "55P03")

    var isUncertain: Bool { if case .uncertain = self { true } else { false } }

    /// Says what a database has thrown.
    init(_ error: any Error) {
      switch error {
      case let error as DurableError: self = error
      case let error as any DatabaseFailure: self = error.durable
      default: self = .database("\(error)")
      }
    }
  }
#endif
