public import SandglassCore

/// The time of a ``Timekeeper`` as a `Clock`: for `Task.sleep`, async-algorithms, and whatever else takes any clock.
///
/// Code that takes its clock lives in real time on ``Timekeeper/shared``, and in a test on a virtual time:
///
/// ```swift
/// struct Poller<C: Clock> where C.Duration == Duration {
///   let clock: C
///   let fetch: @Sendable () async throws -> Bool
///
///   func run() async throws {
///     while try await !fetch() { try await clock.sleep(for: .seconds(30)) }
///   }
/// }
/// ```
///
/// Its instants are moments of the steady clock, which goes on while the device sleeps.
public struct TimekeeperClock: Clock {
  /// The timekeeper whose time it is. The clock keeps it.
  public let timekeeper: Timekeeper

  fileprivate init(_ timekeeper: Timekeeper) {
    self.timekeeper = timekeeper
  }

  /// The present moment.
  public var now: Moment { timekeeper.now }

  /// The least time between two instants: one nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Waits until `deadline`, in the isolation of the caller; ends at once when its task is cancelled.
  ///
  /// A deadline that has passed does not wait.
  ///
  /// - Parameters:
  ///   - deadline: The moment to wait for.
  ///   - tolerance: How late the wait may end to share a wake-up with others; nil for not at all.
  /// - Throws: `CancellationError` if the task is or was cancelled.
  nonisolated(nonsending) public func sleep(
    until deadline: Moment, tolerance: Duration? = nil
  ) async throws {
    let hasSlept = await timekeeper.sleep(
      until: deadline, tolerance: tolerance ?? .zero, waiter: timekeeper.makeWaiter(),
      isolation: #isolation)
    if !hasSlept { throw CancellationError() }
  }
}

extension Timekeeper {
  /// This timekeeper as a clock, for code that takes any.
  public var clock: TimekeeperClock { TimekeeperClock(self) }
}
