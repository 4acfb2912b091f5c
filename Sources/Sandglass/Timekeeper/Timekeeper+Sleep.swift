public import SandglassCore

extension Timekeeper {
  /// Waits until `deadline`, or until the task is cancelled, in the caller's isolation.
  ///
  /// This does not wait if the deadline has passed.
  ///
  /// - Parameters:
  ///   - deadline: The moment to wait for.
  ///   - tolerance: How late the wait may end, so that it shares a wake-up with others; nil for no tolerance.
  /// - Throws: `CancellationError` if the task is cancelled.
  nonisolated(nonsending) public func sleep(
    until deadline: Moment, tolerance: Duration? = nil
  ) async throws(CancellationError) {
    let hasSlept = await sleep(
      until: deadline, tolerance: tolerance ?? .zero, waiter: makeWaiter(), isolation: #isolation)
    if !hasSlept { throw CancellationError() }
  }

  /// Waits for `duration`, or until the task is cancelled.
  ///
  /// This is the same as ``sleep(until:tolerance:)``, but the deadline is measured from now.
  ///
  /// - Parameters:
  ///   - duration: How long to wait. If it is zero or less, this does not wait.
  ///   - tolerance: How late the wait may end, so that it shares a wake-up with others; nil for no tolerance.
  /// - Throws: `CancellationError` if the task is cancelled.
  nonisolated(nonsending) public func sleep(
    for duration: Duration, tolerance: Duration? = nil
  ) async throws(CancellationError) {
    try await sleep(until: now + duration, tolerance: tolerance)
  }
}

extension Timekeeper: Clock {
  /// The minimum time between two instants: one nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }
}

extension Timekeeper {
  /// Waits until `deadline` and returns true. Returns false as soon as the task is cancelled.
  ///
  /// - Parameters:
  ///   - deadline: The moment to wait for.
  ///   - tolerance: How late the wait may end, so that it shares a wake-up with others.
  ///   - waiter: The caller's number for the wait observer; any number if there is no observer.
  ///   - isolation: The caller's isolation, in which the caller resumes.
  /// - Returns: Whether the deadline has come.
  func sleep(
    until deadline: Moment, tolerance: Duration, waiter: Int, isolation: isolated (any Actor)?
  ) async -> Bool {
    guard isToCome(deadline) else { return !Task.isCancelled }
    let sleep = Sleep(on: self, until: deadline, tolerance: tolerance, waiter: waiter)
    // Safe: until the handler is removed, the state is accessed only under the lock. A handler that has begun returns
    // before it is removed. The state is in this frame, so that sleeping does not allocate memory.
    nonisolated(unsafe) var state = Sleep.State.beginning
    await withTaskCancellationHandler {
      await withUnsafeContinuation(isolation: isolation) { continuation in
        let task = SleepingTask(continuation: continuation, waiter: waiter)
        if !sleep.withQueue({ state.begin(sleep, task, in: &$0) }) { continuation.resume() }
      }
    } onCancel: {
      sleep.withQueue { state.cancel(sleep, in: &$0) }?.continuation.resume()
    }
    return if case .cancelled = state { false } else { true }
  }

  /// Returns a number for a new waiter. Not inlined, for the reason given in ``Sleep``.
  @inline(never)
  func makeWaiter(isLimit: Bool = false) -> Int { waitObserver?.makeWaiter(isLimit: isLimit) ?? 0 }

  /// Returns whether a deadline is in the future. Not inlined, for the same reason.
  @inline(never)
  private func isToCome(_ deadline: Moment) -> Bool { deadline > now }
}
