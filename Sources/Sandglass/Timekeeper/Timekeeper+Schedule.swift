public import SandglassCore

/// Identifies a closure that is scheduled on a ``Timekeeper``. It has no effect once the closure has been called.
///
/// Use it only with the timekeeper that returned it. On a different timekeeper, it may identify a different closure.
public struct ScheduledCall: Sendable, Hashable {
  fileprivate let token: TimekeeperState.Token
}

extension Timekeeper {
  /// Calls `action` once, at `deadline`, on the timekeeper's own thread.
  ///
  /// This is the lowest-level method, for use by services. Everything else on the timekeeper waits while `action` runs,
  /// so `action` must return quickly. For callbacks on the main actor or on a queue, with an owner, see
  /// ``OneShotTimer`` and ``RepeatingTimer``. The closure is retained until it has been called or cancelled, even if
  /// the result is discarded.
  ///
  /// - Parameters:
  ///   - deadline: When to call `action`. A deadline that has passed is due immediately.
  ///   - tolerance: How late the call may be, so that it shares a wake-up with others. It is rounded down to a step of
  ///     0, 1, 2, 5, 10, 17, 50, 100, 200 or 500 ms, or 1, 2, 5, 10, 30 or 60 s.
  ///   - action: The closure to call with the current moment, which is never before the deadline. Closures with equal
  ///     deadlines are called in the order in which they were scheduled.
  /// - Returns: A handle for ``cancel(_:)`` and ``reschedule(_:to:)``.
  @discardableResult
  public func schedule(
    at deadline: Moment,
    tolerance: Duration = .zero,
    _ action: consuming @escaping @Sendable (Moment) -> Void
  ) -> ScheduledCall {
    insert(.call(consume action), at: deadline, tolerance: tolerance)
  }

  /// Inserts `work` into the queue, which consumes it.
  @inline(__always)
  private func insert(
    _ work: consuming TimekeeperState.Work, at deadline: Moment, tolerance: Duration
  ) -> ScheduledCall {
    let tolerance = effective(tolerance)
    // Ownership is explicit, because copying the work would take two atomic operations.
    return changeQueue(taking: consume work) {
      (queue: inout TimekeeperState.Queue, work: consuming TimekeeperState.Work) in
      ScheduledCall(token: queue.insert(consume work, at: deadline, tolerance: tolerance))
    }
  }

  /// Calls `action` once, `delay` from now, on the timekeeper's own thread.
  ///
  /// This is the same as ``schedule(at:tolerance:_:)``, but the deadline is measured from now.
  @discardableResult
  public func schedule(
    after delay: Duration,
    tolerance: Duration = .zero,
    _ action: consuming @escaping @Sendable (Moment) -> Void
  ) -> ScheduledCall {
    schedule(at: now + delay, tolerance: tolerance, consume action)
  }

  /// Moves a call to a new deadline. Returns false if the call has already been made or cancelled.
  ///
  /// The closure is reused, so no memory is allocated.
  @discardableResult
  public func reschedule(_ call: ScheduledCall, to deadline: Moment) -> Bool {
    changeQueue { queue in queue.move(call.token, to: deadline) }
  }

  /// Cancels a call. Returns false if the call has already been made or cancelled.
  ///
  /// If this returns true, the closure is never called. If it returns false, the closure may be running on another
  /// thread.
  @discardableResult
  public func cancel(_ call: ScheduledCall) -> Bool {
    // The removed work is released here, outside the lock, because its deinitialiser may run any code.
    changeQueue { queue in queue.remove(call.token) } != nil
  }

  /// Returns the tolerance, or zero if this timekeeper's time source ignores tolerances.
  func effective(_ tolerance: Duration) -> Duration {
    tolerance.isPositive && !honorsTolerance ? .zero : tolerance
  }
}
