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

    /// The calls that share a transaction at most.
    static var callsAtOnce: Int { get }

    /// Does several requests, and waits for nobody. If it throws, nothing may be kept.
    func perform(
      _ requests: [DurableRequest], in transaction: Transaction
    ) throws -> [RequestOutcome]
  }

  extension GroupDatabase {
    static var callsAtOnce: Int { 60 }

    /// Where a statement is no trip to a server, nothing is gained by doing requests together.
    func perform(
      _ requests: [DurableRequest], in transaction: Transaction
    ) throws -> [RequestOutcome] { requests.map { _ in .apart } }
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

      /// What the call asks for, if it can be done together with others.
      var request: Request?

      var attempt = 1

      /// Whether another transaction was in the way, perhaps because of what the call has shared its transaction with.
      var isAlone = false
    }

    /// A request, and what takes the answer.
    private struct Request {
      let request: DurableRequest
      let answer: @Sendable (Result<DurableAnswer, DurableError>) -> Void
    }

    /// The calls of a transaction that have a savepoint each. More than 64 are slow in PostgreSQL.
    private static var savepoints: Int { 60 }

    /// How often a call is made that other transactions are in the way of. The delays are 4.4 s together.
    private static var attempts: Int { 24 }

    init(_ database: Database) {
      self.database = database
    }

    /// Runs `body` in a transaction, and returns when the transaction is on disk. If `body` throws, what it has written
    /// is undone. It may be run again, after what it has written was undone.
    ///
    /// - Parameter body: What is run.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or the database.
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
          add([Waiting(call: OneCall<Database, Result>(body: body, continuation: $0))])
        }
      } catch let error as any DatabaseFailure {
        throw error.durable
      }
    }

    /// Does what a caller asks for, together with what others ask for at the same time.
    ///
    /// - Parameters:
    ///   - request: What the caller asks for.
    ///   - body: Does it by itself.
    /// - Returns: The answer, when it is on disk.
    /// - Throws: Why nothing was changed.
    func perform(
      _ request: DurableRequest,
      _ body: @escaping @Sendable (Database.Transaction) throws -> DurableAnswer
    ) async throws(DurableError) -> DurableAnswer {
      do {
        return try await withCheckedThrowingContinuation {
          let call = OneCall<Database, DurableAnswer>(body: body, continuation: $0)
          let request = Request(request: request) { call.note($0.mapError { $0 }) }
          add([Waiting(call: call, request: request)])
        }
      } catch {
        throw DurableError(error)
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

    private func add(_ calls: [Waiting]) {
      let mustSchedule = waiting.withLock { waiting in
        waiting.calls += calls
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
        let count = waiting.calls.prefix(Database.callsAtOnce).prefix { !$0.isAlone }.count
        let calls = Array(waiting.calls.prefix(max(1, count)))
        waiting.calls.removeFirst(calls.count)
        return calls
      }
    }

    private func commit(_ calls: [Waiting], _ transact: Transact<Database.Transaction>) {
      var parts = Parts(calls)
      do {
        try transact { transaction in
          // A call that is alone needs no savepoint: if it fails, nothing is committed.
          if let call = calls.first, calls.count == 1 {
            return try run(transaction) { try call.call.runAlone(in: transaction, of: database) }
          }
          let requests = calls.compactMap(\.request?.request)
          if requests.count > 1 {
            parts.divide(try database.perform(requests, in: transaction))
          }
          parts.keepApart(atMost: Self.savepoints)
          for waiting in parts.apart {
            try run(transaction) { waiting.call.run(in: transaction, of: database) }
          }
        }
        for waiting in parts.done + parts.apart where !waiting.call.end(failing: nil) {
          makeAgain(waiting, alone: true)
        }
      } catch  where database.isConflict(error) {
        for waiting in parts.done + parts.apart { makeAgain(waiting, alone: true) }
      } catch {
        let error = DurableError(error)
        for waiting in parts.done + parts.apart {
          // Another call may have ended the transaction.
          if calls.count > 1, !error.isUncertain, !waiting.call.hasFailed {
            makeAgain(waiting, alone: true)
          } else {
            _ = waiting.call.end(failing: error)
          }
        }
      }
      for waiting in parts.locked { makeAgain(waiting, alone: waiting.isAlone) }
      if !parts.left.isEmpty { waiting.withLock { $0.calls.insert(contentsOf: parts.left, at: 0) } }
    }

    /// Runs a body in a transaction. Nothing of one that has ended early may be reported as done.
    private func run(_ transaction: Database.Transaction, _ body: () throws -> Void) throws {
      try body()
      guard database.isOpen(transaction) else {
        throw DurableError.database("the transaction was rolled back")
      }
    }

    /// What becomes of the calls of a transaction.
    private struct Parts {
      /// They are done together.
      var done: [Waiting] = []

      /// Each is done in a savepoint of its own.
      var apart: [Waiting]

      /// Other transactions have what they change.
      var locked: [Waiting] = []

      /// They are left for the next transaction.
      var left: [Waiting] = []

      init(_ calls: [Waiting]) {
        apart = calls
      }

      /// Takes in what has become of those that are requests.
      mutating func divide(_ outcomes: [RequestOutcome]) {
        var outcomes = outcomes[...]
        let calls = apart
        apart = []
        for waiting in calls {
          guard let request = waiting.request, let outcome = outcomes.popFirst() else {
            apart.append(waiting)
            continue
          }
          switch outcome {
          case .done(let answer):
            request.answer(answer)
            done.append(waiting)
          case .locked: locked.append(waiting)
          case .apart: apart.append(waiting)
          case .later: left.append(waiting)
          }
        }
      }

      mutating func keepApart(atMost count: Int) {
        left.insert(contentsOf: apart.dropFirst(count), at: 0)
        apart.removeLast(max(0, apart.count - count))
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
      database.schedule(after: delay) { [self, next] in add([next]) }
    }
  }

  private protocol GroupCall<Database>: Sendable {
    associatedtype Database: GroupDatabase

    func run(in transaction: Database.Transaction, of database: Database)
    func runAlone(in transaction: Database.Transaction, of database: Database) throws

    /// Whether what the call does was refused, and not the transaction.
    var hasFailed: Bool { get }

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

    var hasFailed: Bool {
      if case .failure? = outcome.withLock({ $0 }) { true } else { false }
    }

    func note(_ outcome: Outcome?) { self.outcome.withLock { $0 = outcome } }

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
