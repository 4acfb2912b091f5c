public import SandglassCore

/// A ``Timekeeper``'s time as a `Clock`, for `Task.sleep`, async-algorithms, and any other code that accepts a clock.
///
/// Code that accepts a clock can run in real time on ``Timekeeper/shared``, and in virtual time in tests:
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
/// The clock's instants are moments on the steady clock, which keeps running while the device sleeps.
public struct TimekeeperClock: Clock {
  /// The timekeeper of this clock. The clock retains it.
  public let timekeeper: Timekeeper

  fileprivate init(_ timekeeper: Timekeeper) {
    self.timekeeper = timekeeper
  }

  /// The current moment.
  public var now: Moment { timekeeper.now }

  /// The minimum time between two instants: one nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

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
  ) async throws {
    let hasSlept = await timekeeper.sleep(
      until: deadline, tolerance: tolerance ?? .zero, waiter: timekeeper.makeWaiter(),
      isolation: #isolation)
    if !hasSlept { throw CancellationError() }
  }
}

extension Timekeeper {
  /// This timekeeper as a clock, for code that accepts any clock.
  public var clock: TimekeeperClock { TimekeeperClock(self) }
}
