public import SandglassCore

extension Timekeeper {
  /// Runs `body` again if it fails, after a wait that grows with each failure.
  ///
  /// ```swift
  /// let page = try await timekeeper.retry(maxAttempts: 5) { try await server.page(7) }
  /// ```
  ///
  /// The waits are on the timekeeper, so in virtual time they take no real time, and are the same in each run of a test.
  ///
  /// - If an attempt returns a value, this function returns that value.
  /// - If the last attempt throws, or `isWorthRetrying` returns false for an error, this function throws that error.
  /// - If an attempt throws a `CancellationError`, or throws any error after the task was cancelled, there are no further
  ///   attempts, and this function throws that error.
  /// - If the task is cancelled during a wait, the wait ends at once, and this function throws a `CancellationError`.
  ///
  /// To limit the time of each attempt, use ``withTimeout(_:tolerance:isolation:_:)`` in the body. To limit the time of
  /// all of them, use it around this call.
  ///
  /// - Parameters:
  ///   - maxAttempts: How many attempts there are at most, with the first. A number below one counts as one.
  ///   - backoff: The waits between the attempts.
  ///   - isWorthRetrying: Returns whether another attempt may succeed after this error. It is not called for the last
  ///     attempt.
  ///   - tolerance: How late a wait may end, so that it shares a wake-up with others.
  ///   - isolation: The caller's isolation, in which the body runs.
  ///   - body: The work to attempt.
  /// - Returns: The value that the body returns.
  /// - Throws: The last error of the body, or a `CancellationError`.
  public func retry<Value>(
    maxAttempts: Int,
    backoff: Backoff = .exponential(),
    when isWorthRetrying: (any Error) -> Bool = { _ in true },
    tolerance: Duration = .zero,
    isolation: isolated (any Actor)? = #isolation,
    _ body: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    var failures = 0
    while true {
      do {
        return try await body()
      } catch {
        failures += 1
        let isFinal = failures >= maxAttempts || Task.isCancelled || error is CancellationError
        guard !isFinal, isWorthRetrying(error) else { throw error }
      }
      let waiter = makeWaiter()
      let delay = backoff.delay(after: failures, random: randomNumber(for: waiter))
      let hasSlept = await sleep(
        until: now + delay, tolerance: tolerance, waiter: waiter, isolation: isolation)
      if !hasSlept { throw CancellationError() }
    }
  }
}

extension Timekeeper {
  /// Returns a random number. In virtual time, it depends only on the moment and the waiter, so that each run of a test
  /// gives the same numbers.
  fileprivate func randomNumber(for waiter: Int) -> UInt64 {
    guard isVirtual else { return .random(in: .min ... .max) }
    // Two rounds of multiplying and folding spread each bit of the two numbers over the whole result.
    var number = now.nanoseconds ^ (UInt64(truncatingIfNeeded: waiter) << 32)
    for _ in 0..<2 {
      number = (number ^ (number >> 29)) &* 0xD6E8_FEB8_6659_FD93
      number ^= number >> 32
    }
    return number
  }
}
