public import SandglassCore

extension Timekeeper {
  /// Waits until `deadline`; ends at once when its task is cancelled.
  ///
  /// A deadline that has passed does not wait.
  ///
  /// - Parameters:
  ///   - deadline: The moment to wait for.
  ///   - tolerance: How late the wait may end to share a wake-up with others.
  ///   - isolation: Where the caller runs, and goes on.
  /// - Throws: `CancellationError` if the task is or was cancelled.
  public func sleep(
    until deadline: Moment,
    tolerance: Duration = .zero,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(CancellationError) {
    let waiter = makeWaiter()
    let hasSlept = await sleep(
      until: deadline, tolerance: tolerance, waiter: waiter, isolation: isolation)
    if !hasSlept { throw CancellationError() }
  }

  /// Waits for `duration`; ends at once when its task is cancelled.
  ///
  /// The same as ``sleep(until:tolerance:isolation:)`` with a deadline counted from now.
  ///
  /// - Parameters:
  ///   - duration: How long to wait; zero or less does not wait.
  ///   - tolerance: How late the wait may end to share a wake-up with others.
  ///   - isolation: Where the caller runs, and goes on.
  /// - Throws: `CancellationError` if the task is or was cancelled.
  public func sleep(
    for duration: Duration,
    tolerance: Duration = .zero,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(CancellationError) {
    try await sleep(until: now + duration, tolerance: tolerance, isolation: isolation)
  }
}

extension Timekeeper {
  /// Waits until `deadline` and answers true; false as soon as the task is cancelled.
  ///
  /// - Parameters:
  ///   - deadline: The moment to wait for.
  ///   - tolerance: How late the wait may end to share a wake-up with others.
  ///   - waiter: The caller's number with the observer of waits; any without one.
  ///   - isolation: Where the caller runs, and goes on.
  /// - Returns: Whether the deadline has come.
  func sleep(
    until deadline: Moment, tolerance: Duration, waiter: Int, isolation: isolated (any Actor)?
  ) async -> Bool {
    guard isToCome(deadline) else { return !Task.isCancelled }
    let sleep = Sleep(on: self, until: deadline, tolerance: tolerance, waiter: waiter)
    await withTaskCancellationHandler {
      await withUnsafeContinuation(isolation: isolation) { sleep.begin($0) }
    } onCancel: {
      sleep.cancel()
    }
    return !sleep.wasCancelled
  }

  /// A number for somebody who is going to wait; not inlined, as ``Sleep`` tells.
  @inline(never)
  func makeWaiter() -> Int { waitObserver?.makeWaiter() ?? 0 }

  /// Whether a deadline lies ahead; not inlined either.
  @inline(never)
  private func isToCome(_ deadline: Moment) -> Bool { deadline > now }
}
