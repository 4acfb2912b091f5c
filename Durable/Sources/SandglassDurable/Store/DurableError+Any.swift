#if DURABLE
  /// An error of a database, with the database's own message.
  protocol DatabaseFailure: Error {
    var durable: DurableError { get }
  }

  extension DurableError {
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
