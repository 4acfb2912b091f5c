#if DURABLE
  import Sandglass

  /// A database that runs one transaction after the other.
  protocol GroupDatabase: Sendable {
    associatedtype Transaction

    /// Calls `turn` on the queue of the database, when everything before it is done.
    func schedule(_ turn: @escaping @Sendable (Transact<Transaction>) -> Void)

    /// Calls a body after a delay.
    func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void)

    /// Runs a body in a part of a transaction. If the body throws, the part is undone.
    func inSavepoint<Result>(
      of transaction: Transaction, _ body: () throws -> Result
    ) throws -> Result

    /// Whether a transaction goes on. A full disk may end one.
    func isOpen(_ transaction: Transaction) -> Bool

    /// Whether an error says that another transaction was in the way, so that the same may succeed now.
    func isConflict(_ error: any Error) -> Bool

    /// Locks countdowns until the transaction ends, in one order. Waits for nobody: returns the ids of those that other
    /// transactions have locked.
    func lock(_ ids: Set<String>, in transaction: Transaction) throws -> Set<String>
  }

  extension GroupDatabase {
    /// Nothing needs to be locked where only one transaction writes at a time.
    func lock(_ ids: Set<String>, in transaction: Transaction) throws -> Set<String> { [] }
  }

  /// Runs a body in a transaction, and returns when that is on disk. If the body throws, nothing has changed.
  typealias Transact<Transaction> = (_ body: (Transaction) throws -> Void) throws -> Void

  /// Lets calls that come at the same time share a transaction, because the disk takes as long for one change as for a
  /// hundred.
  ///
  /// A transaction takes the calls that have come while the one before it was being written. So no call ever waits for
  /// others to come. A call that another transaction is in the way of is made again a little later, and the others do not
  /// wait for it.
  final class GroupCommit<Database: GroupDatabase>: Sendable {
    private let database: Database
    private let waiting = Locked((calls: [Waiting](), isScheduled: false))

    private struct Waiting {
      let call: any GroupCall<Database>
      var attempt = 1

      /// Whether another transaction was in the way, perhaps because of what the call has shared its transaction with.
      var isAlone = false
    }

    /// The calls that share a transaction at most. Each has a savepoint, and more than 64 are slow in PostgreSQL.
    private static var limit: Int { 60 }

    /// How often a call is made that other transactions are in the way of. The delays are 4.4 s together.
    private static var attempts: Int { 24 }

    init(_ database: Database) {
      self.database = database
    }

    /// Runs `body` in a transaction, and returns when the transaction is on disk. If `body` throws, what it has written
    /// is undone. It may be run again, after what it has written was undone.
    ///
    /// - Parameters:
    ///   - id: The countdown that `body` changes. It is locked before.
    ///   - body: What is run.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or the database.
    func perform<Result: Sendable>(
      on id: String? = nil, _ body: @escaping @Sendable (Database.Transaction) throws -> Result
    ) async throws(DurableError) -> Result {
      do { return try await performRethrowing(on: id, body) } catch { throw DurableError(error) }
    }

    /// As ``perform(_:)``, but throws what `body` throws. An error of the database becomes a `DurableError` here, too.
    func performRethrowing<Result: Sendable>(
      on id: String? = nil, _ body: @escaping @Sendable (Database.Transaction) throws -> Result
    ) async throws -> Result {
      do {
        return try await withCheckedThrowingContinuation {
          add(Waiting(call: OneCall<Database, Result>(id: id, body: body, continuation: $0)))
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
            guard database.isOpen(transaction) else { throw error }
            failures[event.ticket] = error
          }
        }
        return failures
      }
    }

    private func add(_ call: Waiting) {
      let mustSchedule = waiting.withLock { waiting in
        waiting.calls.append(call)
        defer { waiting.isScheduled = true }
        return !waiting.isScheduled
      }
      if mustSchedule { schedule() }
    }

    private func schedule() {
      database.schedule { [self] transact in
        commit(take(), transact)
        let hasMore = waiting.withLock { waiting in
          waiting.isScheduled = !waiting.calls.isEmpty
          return waiting.isScheduled
        }
        // Other writers of the same database get their turn in between.
        if hasMore { schedule() }
      }
    }

    private func take() -> [Waiting] {
      waiting.withLock { waiting in
        let count = waiting.calls.prefix(Self.limit).prefix { !$0.isAlone }.count
        let calls = Array(waiting.calls.prefix(max(1, count)))
        waiting.calls.removeFirst(calls.count)
        return calls
      }
    }

    private func commit(_ calls: [Waiting], _ transact: Transact<Database.Transaction>) {
      var busy: Set<String> = []
      do {
        try transact { transaction in
          // A call that is alone locks only what it needs.
          if calls.count > 1 {
            busy = try database.lock(Set(calls.compactMap(\.call.id)), in: transaction)
          }
          // New countdowns are added in one order by all nodes, too.
          let ready = calls.map(\.call).filter { !busy.contains($0) }
            .sorted { ($0.id ?? "") < ($1.id ?? "") }
          for call in ready {
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
        for waiting in calls {
          if busy.contains(waiting.call) {
            makeAgain(waiting, alone: waiting.isAlone)
          } else if !waiting.call.end(failing: nil) {
            makeAgain(waiting, alone: true)
          }
        }
      } catch  where database.isConflict(error) {
        for waiting in calls { makeAgain(waiting, alone: true) }
      } catch {
        let error = DurableError(error)
        for waiting in calls {
          if busy.contains(waiting.call) {
            makeAgain(waiting, alone: waiting.isAlone)
          } else if calls.count > 1, !error.isUncertain, !waiting.call.hasFailed {
            // Another call may have ended the transaction.
            makeAgain(waiting, alone: true)
          } else {
            _ = waiting.call.end(failing: error)
          }
        }
      }
    }

    /// Makes a call again after 2 ms, and after up to 256 ms from the eighth time on.
    private func makeAgain(_ waiting: Waiting, alone isAlone: Bool) {
      guard waiting.attempt < Self.attempts else {
        let text = "other transactions were in the way \(waiting.attempt) times"
        _ = waiting.call.end(failing: .database(text, code: "55P03"))
        return
      }
      var next = waiting
      next.attempt += 1
      next.isAlone = isAlone
      let delay = Duration.milliseconds(1 << min(waiting.attempt, 8))
      database.schedule(after: delay) { [self, next] in add(next) }
    }
  }

  extension Set<String> {
    fileprivate func contains(_ call: any GroupCall) -> Bool { call.id.map(contains) ?? false }
  }

  private protocol GroupCall<Database>: Sendable {
    associatedtype Database: GroupDatabase

    /// The countdown that the call changes, if that is known.
    var id: String? { get }

    func run(in transaction: Database.Transaction, of database: Database)
    func runAlone(in transaction: Database.Transaction, of database: Database) throws

    /// Whether what the call does was refused, and not the transaction.
    var hasFailed: Bool { get }

    /// Ends the call. Returns false and does nothing if it must be run again.
    func end(failing error: DurableError?) -> Bool
  }

  private final class OneCall<Database: GroupDatabase, Result: Sendable>: GroupCall {
    typealias Outcome = Swift.Result<Result, any Error>

    let id: String?
    private let body: @Sendable (Database.Transaction) throws -> Result
    private let continuation: CheckedContinuation<Result, any Error>

    /// Nil before the call was run, and if another transaction was in the way.
    private let outcome = Locked<Outcome?>(nil)

    init(
      id: String?, body: @escaping @Sendable (Database.Transaction) throws -> Result,
      continuation: CheckedContinuation<Result, any Error>
    ) {
      self.id = id
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

    var hasFailed: Bool {
      if case .failure? = outcome.withLock({ $0 }) { true } else { false }
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
