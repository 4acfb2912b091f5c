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
    let sleeper = Sleeper(on: self, forOneSleep: true)
    guard await sleeper.sleep(until: deadline, tolerance: tolerance, isolation: isolation) else {
      throw CancellationError()
    }
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
