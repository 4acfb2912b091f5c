#if DURABLE
  import Sandglass

  /// A database that runs one transaction after the other.
  protocol GroupDatabase: Sendable {
    associatedtype Transaction

    /// Calls `turn` on the queue of the database, when everything before it is done.
    func schedule(_ turn: @escaping @Sendable (Transact<Transaction>) -> Void)

    /// Runs a body in a part of a transaction. If the body throws, the part is undone.
    func inSavepoint<Result>(
      of transaction: Transaction, _ body: () throws -> Result
    ) throws -> Result

    /// Whether a transaction goes on. A full disk may end one.
    func isOpen(_ transaction: Transaction) -> Bool

    /// Whether an error says that another transaction was in the way, so that the same may succeed now.
    func isConflict(_ error: any Error) -> Bool
  }

  /// Runs a body in a transaction, and returns when that is on disk. If the body throws, nothing has changed.
  typealias Transact<Transaction> = (_ body: (Transaction) throws -> Void) throws -> Void

  /// Lets calls that come at the same time share a transaction, because the disk takes as long for one change as for a
  /// hundred.
  ///
  /// A transaction takes the calls that have come while the one before it was being written. So no call ever waits for
  /// others to come.
  final class GroupCommit<Database: GroupDatabase>: Sendable {
    private let database: Database
    private let waiting = Locked((calls: [any GroupCall<Database>](), isScheduled: false))

    /// The calls that share a transaction at most.
    private static var limit: Int { 256 }

    /// How often a call is made that other transactions are in the way of.
    private static var attempts: Int { 10 }

    init(_ database: Database) {
      self.database = database
    }

    /// Runs `body` in a transaction, and returns when the transaction is on disk. If `body` throws, what it has written
    /// is undone. It may be run again, after what it has written was undone.
    func perform<Result: Sendable>(
      _ body: @escaping @Sendable (Database.Transaction) throws -> Result
    ) async throws(DurableError) -> Result {
      do { return try await performRethrowing(body) } catch { throw DurableError(error) }
    }

    /// As ``perform(_:)``, but throws what `body` throws. An error of the database becomes a `DurableError` here, too.
    func performRethrowing<Result: Sendable>(
      _ body: @escaping @Sendable (Database.Transaction) throws -> Result
    ) async throws -> Result {
      do {
        return try await withCheckedThrowingContinuation {
          add(OneCall<Database, Result>(body: body, continuation: $0))
        }
      } catch let error as any DatabaseFailure {
        throw error.durable
      }
    }

    /// Hands events to a handler, each in a savepoint of one transaction, and removes them from the outbox there.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - handler: The handler. It is not called with an event that was withdrawn in the meantime.
    ///   - remove: Removes an event. Returns false if it is not there any more.
    /// - Returns: The errors of the handlers that failed. What they have written is undone.
    /// - Throws: What has ended the transaction. Nothing that the handlers have written is kept then.
    func deliver(
      _ events: [DurableEvent],
      to handler: @escaping @Sendable (DurableEvent, Database.Transaction) throws -> Void,
      remove: @escaping @Sendable (EventTicket, Database.Transaction) throws -> Bool
    ) async throws(DurableError) -> [EventTicket: any Error] {
      try await perform { [database] transaction in
        var failures: [EventTicket: any Error] = [:]
        for event in events {
          do {
            try database.inSavepoint(of: transaction) {
              if try remove(event.ticket, transaction) { try handler(event, transaction) }
            }
          } catch {
            guard database.isOpen(transaction), !database.isConflict(error) else { throw error }
            failures[event.ticket] = error
          }
        }
        return failures
      }
    }

    private func add(_ call: any GroupCall<Database>) {
      let mustSchedule = waiting.withLock { waiting in
        waiting.calls.append(call)
        defer { waiting.isScheduled = true }
        return !waiting.isScheduled
      }
      if mustSchedule { schedule() }
    }

    private func schedule() {
      database.schedule { [self] transact in
        commit(take(), attempt: 1, transact)
        let hasMore = waiting.withLock { waiting in
          waiting.isScheduled = !waiting.calls.isEmpty
          return waiting.isScheduled
        }
        // Other writers of the same database get their turn in between.
        if hasMore { schedule() }
      }
    }

    private func take() -> [any GroupCall<Database>] {
      waiting.withLock { waiting in
        let calls = Array(waiting.calls.prefix(Self.limit))
        waiting.calls.removeFirst(calls.count)
        return calls
      }
    }

    private func commit(
      _ calls: [any GroupCall<Database>], attempt: Int, _ transact: Transact<Database.Transaction>
    ) {
      do {
        try transact { transaction in
          for call in calls {
            // A call that is alone needs no savepoint: if it fails, nothing is committed.
            if calls.count == 1 {
              try call.runAlone(in: transaction, of: database)
            } else {
              call.run(in: transaction, of: database)
            }
            // Nothing of a transaction that has ended early may be reported as done.
            guard database.isOpen(transaction) else {
              throw DurableError.database("the transaction was rolled back")
            }
          }
        }
        for call in calls where !call.end(failing: nil) { repeatAlone(call, attempt, transact) }
      } catch  where database.isConflict(error) {
        for call in calls { repeatAlone(call, attempt, transact) }
      } catch {
        for call in calls { _ = call.end(failing: DurableError(error)) }
      }
    }

    private func repeatAlone(
      _ call: any GroupCall<Database>, _ attempt: Int, _ transact: Transact<Database.Transaction>
    ) {
      if attempt < Self.attempts { return commit([call], attempt: attempt + 1, transact) }
      _ = call.end(failing: .database("other transactions were in the way \(attempt) times"))
    }
  }

  private protocol GroupCall<Database>: Sendable {
    associatedtype Database: GroupDatabase

    func run(in transaction: Database.Transaction, of database: Database)
    func runAlone(in transaction: Database.Transaction, of database: Database) throws

    /// Ends the call. Returns false and does nothing if it must be run again.
    func end(failing error: DurableError?) -> Bool
  }

  private final class OneCall<Database: GroupDatabase, Result: Sendable>: GroupCall {
    typealias Outcome = Swift.Result<Result, any Error>

    private let body: @Sendable (Database.Transaction) throws -> Result
    private let continuation: CheckedContinuation<Result, any Error>

    /// Nil before the call was run, and if another transaction was in the way.
    private let outcome = Locked<Outcome?>(nil)

    init(
      body: @escaping @Sendable (Database.Transaction) throws -> Result,
      continuation: CheckedContinuation<Result, any Error>
    ) {
      self.body = body
      self.continuation = continuation
    }

    func run(in transaction: Database.Transaction, of database: Database) {
      do {
        let result = try database.inSavepoint(of: transaction) { try body(transaction) }
        note(.success(result))
      } catch {
        note(database.isConflict(error) ? nil : .failure(error))
      }
    }

    func runAlone(in transaction: Database.Transaction, of database: Database) throws {
      do {
        note(.success(try body(transaction)))
      } catch {
        note(database.isConflict(error) ? nil : .failure(error))
        throw error
      }
    }

    private func note(_ outcome: Outcome?) { self.outcome.withLock { $0 = outcome } }

    func end(failing error: DurableError?) -> Bool {
      switch (outcome.withLock { $0 }, error) {
      case (.failure(let own), _): continuation.resume(throwing: own)
      case (_, let error?): continuation.resume(throwing: error)
      case (let outcome?, nil): continuation.resume(with: outcome)
      case (nil, nil): return false
      }
      return true
    }
  }
#endif
