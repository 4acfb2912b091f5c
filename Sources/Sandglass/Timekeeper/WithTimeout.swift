public import SandglassCore

/// Runs `body`, which is cancelled if it takes longer than `duration`.
///
/// ```swift
/// let page = try await withTimeout(.seconds(5)) { try await server.page(7) }
/// ```
///
/// `body` runs in the isolation of the caller, in a child task, and this returns as soon as it has ended, and not
/// before:
///
/// - A body that returns a value has it returned, even after the time was over: what was done is not thrown away.
/// - A body that throws before the time is over has its error thrown.
/// - A body that throws after that, as it should once it is cancelled, has a ``TimeoutError`` thrown, which has
///   its error.
/// - A body that ignores its cancellation is waited for, however long that takes.
///
/// If the caller is cancelled, so is the body; that is no timeout. At the very end of the time, what comes first is
/// open.
///
/// - Parameters:
///   - duration: How long the body may take; with zero or less it is cancelled from the start.
///   - tolerance: How late it may be cancelled to share a wake-up with others.
///   - timekeeper: What keeps the time.
///   - isolation: Where the caller runs, and the body.
///   - body: What is to be done in that time.
/// - Returns: What the body returns.
/// - Throws: ``TimeoutError``, or the error of the body.
public func withTimeout<Value>(
  _ duration: Duration,
  tolerance: Duration = .zero,
  on timekeeper: Timekeeper = .shared,
  isolation: isolated (any Actor)? = #isolation,
  _ body: nonisolated(nonsending) () async throws -> Value
) async throws -> Value {
  let limit = TimeLimit(
    deadline: timekeeper.now + duration, duration: duration, tolerance: tolerance,
    timekeeper: timekeeper)
  return try await limit.run(body, isolation: isolation)
}

/// Runs `body`, which is cancelled if it has not ended by `deadline`.
///
/// The same as ``withTimeout(_:tolerance:on:isolation:_:)`` with a moment of the steady clock, such as one that several
/// bodies share.
///
/// - Parameters:
///   - deadline: When the body is cancelled; with one that has passed it is cancelled from the start.
///   - tolerance: How late it may be cancelled to share a wake-up with others.
///   - timekeeper: What keeps the time.
///   - isolation: Where the caller runs, and the body.
///   - body: What is to be done until then.
/// - Returns: What the body returns.
/// - Throws: ``TimeoutError``, or the error of the body.
public func withDeadline<Value>(
  _ deadline: Moment,
  tolerance: Duration = .zero,
  on timekeeper: Timekeeper = .shared,
  isolation: isolated (any Actor)? = #isolation,
  _ body: nonisolated(nonsending) () async throws -> Value
) async throws -> Value {
  let limit = TimeLimit(
    deadline: deadline, duration: nil, tolerance: tolerance, timekeeper: timekeeper)
  return try await limit.run(body, isolation: isolation)
}

/// What ``withTimeout(_:tolerance:on:isolation:_:)`` and ``withDeadline(_:tolerance:on:isolation:_:)`` throw if the body was
/// cancelled since its time was over.
public struct TimeoutError: Error {
  /// When the time was over.
  public let deadline: Moment

  /// How long the body was given; nil if it was given a deadline.
  public let duration: Duration?

  /// What the body threw after that: most often a `CancellationError`.
  public let bodyError: any Error
}

extension TimeoutError: CustomStringConvertible {
  /// The time that was given, such as `Timed out after 5.0 seconds`.
  public var description: String {
    if let duration { "Timed out after \(duration)" } else { "Timed out at \(deadline)" }
  }
}

/// The time that a body has.
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

  /// Answers whether the time was over before the body had ended.
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
    do {
      try await timekeeper.sleep(until: deadline, tolerance: tolerance)
      return .deadline
    } catch {
      return .waitCancelled
    }
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

/// A body on its way through a child task, and its result on the way back.
// Sendable: the caller waits while the child runs, in the same isolation, and looks at the result after its end. So
// nothing of the body is ever used by two tasks at once.
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

  /// What the body has returned, once it has run.
  func result() throws -> Value {
    guard let outcome else { preconditionFailure("The body has not run.") }
    return try outcome.get()
  }
}
