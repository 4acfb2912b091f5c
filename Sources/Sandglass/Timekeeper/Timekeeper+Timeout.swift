public import SandglassCore

extension Timekeeper {
  /// Runs `body`, and cancels it if it takes longer than `duration`.
  ///
  /// ```swift
  /// let page = try await timekeeper.withTimeout(.seconds(5)) { try await server.page(7) }
  /// ```
  ///
  /// `body` runs in a child task, in the caller's isolation. This function returns when `body` has ended, and not before:
  ///
  /// - If the body returns a value, this function returns that value, even if the time limit has passed, so that no
  ///   finished work is lost.
  /// - If the body throws before the time limit, this function throws the same error.
  /// - If the body throws after the time limit, as it should once it is cancelled, this function throws a
  ///   ``TimeoutError`` that contains the body's error.
  /// - If the body ignores its cancellation, this function waits for the body, however long that takes.
  ///   ``abandon(after:tolerance:_:)`` does not.
  ///
  /// If the caller is cancelled, so is the body, but that is not a timeout. If the body ends exactly at the time limit,
  /// either may come first.
  ///
  /// - Parameters:
  ///   - duration: How long the body may take. If it is zero or less, the body is cancelled from the start.
  ///   - tolerance: How late the body may be cancelled, so that this shares a wake-up with others.
  ///   - isolation: The caller's isolation, in which the body runs.
  ///   - body: The work to do within the duration.
  /// - Returns: The value that the body returns.
  /// - Throws: ``TimeoutError``, or the body's error.
  public func withTimeout<Value>(
    _ duration: Duration,
    tolerance: Duration = .zero,
    isolation: isolated (any Actor)? = #isolation,
    _ body: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    let limit = TimeLimit(
      deadline: now + duration, duration: duration, tolerance: tolerance, timekeeper: self)
    return try await limit.run(body, isolation: isolation)
  }

  /// Runs `body`, and cancels it if it has not ended by `deadline`.
  ///
  /// This is the same as ``withTimeout(_:tolerance:isolation:_:)``, but with a moment on the steady clock, which
  /// several bodies can share.
  ///
  /// - Parameters:
  ///   - deadline: When to cancel the body. If it has passed, the body is cancelled from the start.
  ///   - tolerance: How late the body may be cancelled, so that this shares a wake-up with others.
  ///   - isolation: The caller's isolation, in which the body runs.
  ///   - body: The work to do until the deadline.
  /// - Returns: The value that the body returns.
  /// - Throws: ``TimeoutError``, or the body's error.
  public func withDeadline<Value>(
    _ deadline: Moment,
    tolerance: Duration = .zero,
    isolation: isolated (any Actor)? = #isolation,
    _ body: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    let limit = TimeLimit(
      deadline: deadline, duration: nil, tolerance: tolerance, timekeeper: self)
    return try await limit.run(body, isolation: isolation)
  }

  /// Runs `body` in a task of its own, and no longer waits for it after `duration`.
  ///
  /// ```swift
  /// let page = try await timekeeper.abandon(after: .seconds(5)) { await legacyPage(7) }
  /// ```
  ///
  /// Use this for work that may ignore its cancellation, such as a callback that never comes. It cannot be stopped: at
  /// the time limit, the task is cancelled and this function throws, but the body may run on, and whatever it uses
  /// lives on with it. What the body returns or throws then is lost. For all other work, use
  /// ``withTimeout(_:tolerance:isolation:_:)``, which loses no result and lets no work run on unseen.
  ///
  /// If the caller is cancelled, so is the task, and this function throws a `CancellationError` at once. If the body ends
  /// exactly at the time limit, either may come first.
  ///
  /// - Parameters:
  ///   - duration: How long to wait for the body. If it is zero or less, this function throws at once, and
  ///     the body does not begin.
  ///   - tolerance: How late this function may throw, so that this shares a wake-up with others.
  ///   - body: The work to wait for.
  /// - Returns: The value that the body returns.
  /// - Throws: ``TimeoutError`` without a ``TimeoutError/bodyError``, `CancellationError`, or the body's error.
  nonisolated(nonsending) public func abandon<Value: Sendable>(
    after duration: Duration,
    tolerance: Duration = .zero,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let deadline = now + duration
    let expiry = TimeoutError(deadline: deadline, duration: duration, bodyError: nil)
    guard duration > .zero else { throw expiry }
    let outcome = Awaited<Result<Value, any Error>>(on: self)
    let cancelBody = start {
      do {
        outcome.settle(with: .success(try await body()))
      } catch {
        outcome.settle(with: .failure(error))
      }
    }
    let limit = schedule(at: deadline, tolerance: tolerance) { _ in
      outcome.settle(with: .failure(expiry))
    }
    let result = await withTaskCancellationHandler {
      await outcome.value(by: deadline)
    } onCancel: {
      outcome.settle(with: .failure(CancellationError()))
    }
    cancelBody()
    cancel(limit)
    return try result.get()
  }

  /// Starts a task of its own, which a virtual time observes. Returns what cancels it.
  private func start(_ work: @escaping @Sendable () async -> Void) -> @Sendable () -> Void {
    if let cancel = waitObserver?.start(work) { return cancel }
    let task = Task { await work() }
    return { task.cancel() }
  }
}

/// The error that ``Timekeeper/withTimeout(_:tolerance:isolation:_:)`` and its relatives throw if the body was cancelled
/// because its time limit had passed.
public struct TimeoutError: Error {
  /// The moment at which the time limit passed.
  public let deadline: Moment

  /// The body's time limit as a duration; nil if the body had a deadline.
  package let duration: Duration?

  /// The error that the body threw after it was cancelled, which is most often a `CancellationError`; nil if nothing
  /// waited for it.
  public let bodyError: (any Error)?
}

extension TimeoutError: CustomStringConvertible {
  /// The time limit as text, such as `Timed out after 5.0 seconds`.
  public var description: String {
    if let duration { "Timed out after \(duration)" } else { "Timed out at \(deadline)" }
  }
}

/// The time limit of a body.
private struct TimeLimit: Sendable {
  let deadline: Moment
  let duration: Duration?
  let tolerance: Duration
  let timekeeper: Timekeeper

  /// How a child task has ended.
  private enum Ending {
    case body
    case deadline

    /// The wait for the deadline was cancelled.
    case waitCancelled
  }

  /// Runs `body` until it ends, and cancels it at the deadline.
  func run<Value>(
    _ body: nonisolated(nonsending) () async throws -> Value, isolation: isolated (any Actor)?
  ) async throws -> Value {
    try await withoutActuallyEscaping(body) { body in
      let attempt = Attempt(body)
      let isOver = await runToEnd(attempt, isolation: isolation)
      return try value(of: attempt, isOver: isOver)
    }
  }

  /// Runs the body. Returns whether the time limit passed before the body had ended.
  private func runToEnd<Value>(
    _ attempt: Attempt<Value>, isolation: isolated (any Actor)?
  ) async -> Bool {
    var isOver = deadline <= timekeeper.now
    return await withTaskGroup(of: Ending.self, isolation: isolation) { group in
      if isOver { group.cancelAll() }
      group.addTask {
        await attempt.run(isolation: isolation)
        return .body
      }
      if !isOver { group.addTask { await waitForDeadline() } }
      while let ending = await group.next(isolation: isolation) {
        switch ending {
        case .body:
          group.cancelAll()
          return isOver
        case .deadline:
          isOver = true
          group.cancelAll()
        case .waitCancelled: break
        }
      }
      return isOver
    }
  }

  private func waitForDeadline() async -> Ending {
    let waiter = timekeeper.makeWaiter(isLimit: true)
    let hasCome = await timekeeper.sleep(
      until: deadline, tolerance: tolerance, waiter: waiter, isolation: nil)
    return hasCome ? .deadline : .waitCancelled
  }

  private func value<Value>(of attempt: Attempt<Value>, isOver: Bool) throws -> Value {
    do {
      return try attempt.result()
    } catch {
      guard isOver else { throw error }
      throw TimeoutError(deadline: deadline, duration: duration, bodyError: error)
    }
  }
}

/// Carries a body into a child task, and carries its result back.
// Sendable: the caller waits while the child runs in the same isolation, and reads the result after the child's end.
// Two tasks therefore never use the body at the same time.
private final class Attempt<Value>: @unchecked Sendable {
  private let body: nonisolated(nonsending) () async throws -> Value
  private var outcome: Result<Value, any Error>?

  init(_ body: nonisolated(nonsending) @escaping () async throws -> Value) {
    self.body = body
  }

  func run(isolation: isolated (any Actor)?) async {
    do {
      outcome = .success(try await body())
    } catch {
      outcome = .failure(error)
    }
  }

  /// Returns the value that the body has returned, or throws its error. The body must have run.
  func result() throws -> Value {
    guard let outcome else { preconditionFailure("The body has not run.") }
    return try outcome.get()
  }
}
