#if SQLITE
  import Dispatch
  import GRDB
  import Sandglass
  import SandglassDurableCore

  /// Lets calls that come at the same time share a transaction, because the disk takes as long for one change as for a
  /// hundred.
  ///
  /// A transaction takes the calls that have come while the one before it was being written. So no call ever waits for
  /// others to come.
  final class GroupCommit: Sendable {
    private let database: DatabasePool
    private let waiting = Locked((calls: [any Call](), isScheduled: false))

    /// The calls that share a transaction at most.
    private static let limit = 256

    init(_ database: DatabasePool) {
      self.database = database
    }

    /// Runs `body` in a transaction, and returns when the transaction is on disk. If `body` throws, what it has written
    /// is undone.
    func perform<Result: Sendable>(
      _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(DurableError) -> Result {
      let result: Swift.Result<Result, DurableError> = await withCheckedContinuation {
        add(OneCall(body: body, continuation: $0))
      }
      return try result.get()
    }

    private func add(_ call: some Call) {
      let mustSchedule = waiting.withLock { waiting in
        waiting.calls.append(call)
        defer { waiting.isScheduled = true }
        return !waiting.isScheduled
      }
      if mustSchedule { schedule() }
    }

    private func schedule() {
      database.asyncWriteWithoutTransaction { [self] database in
        commit(take(), to: database)
        let hasMore = waiting.withLock { waiting in
          waiting.isScheduled = !waiting.calls.isEmpty
          return waiting.isScheduled
        }
        // Other writers of the same database get their turn in between.
        if hasMore { schedule() }
      }
    }

    private func take() -> [any Call] {
      waiting.withLock { waiting in
        let calls = Array(waiting.calls.prefix(Self.limit))
        waiting.calls.removeFirst(calls.count)
        return calls
      }
    }

    private func commit(_ calls: [any Call], to database: Database) {
      do {
        try database.inTransaction(.immediate) {
          for call in calls {
            call.run(in: database)
            // A full disk may roll back the whole transaction. Nothing of it may then be reported as done.
            guard database.isInsideTransaction else {
              throw DurableError.database("the transaction was rolled back")
            }
          }
          return .commit
        }
        for call in calls { call.end(failing: nil) }
      } catch {
        for call in calls { call.end(failing: DurableError(error)) }
      }
    }
  }

  private protocol Call: Sendable {
    func run(in database: Database)
    func end(failing error: DurableError?)
  }

  private final class OneCall<Result: Sendable>: Call {
    typealias Outcome = Swift.Result<Result, DurableError>

    private let body: @Sendable (Database) throws -> Result
    private let continuation: CheckedContinuation<Outcome, Never>
    private let outcome = Locked<Outcome?>(nil)

    init(
      body: @escaping @Sendable (Database) throws -> Result,
      continuation: CheckedContinuation<Outcome, Never>
    ) {
      self.body = body
      self.continuation = continuation
    }

    func run(in database: Database) {
      let outcome = Outcome(catching: { () throws(DurableError) in
        do {
          return try savepoint(in: database)
        } catch {
          throw DurableError(error)
        }
      })
      self.outcome.withLock { $0 = outcome }
    }

    private func savepoint(in database: Database) throws -> Result {
      var result: Result?
      try database.inSavepoint {
        result = try body(database)
        return .commit
      }
      guard let result else { throw DurableError.database("the call has no result") }
      return result
    }

    func end(failing error: DurableError?) {
      switch (outcome.withLock { $0 }, error) {
      case (.failure(let own), _): continuation.resume(returning: .failure(own))
      case (_, let error?): continuation.resume(returning: .failure(error))
      case (let outcome?, nil): continuation.resume(returning: outcome)
      case (nil, nil): continuation.resume(returning: .failure(.database("no transaction")))
      }
    }
  }

  extension DurableError {
    /// Says what a database has thrown.
    init(_ error: any Error) {
      switch error {
      case let error as DurableError: self = error
      case let error as DatabaseError:
        self = .database(error.message ?? error.resultCode.description)
      default: self = .database("\(error)")
      }
    }
  }
#endif
