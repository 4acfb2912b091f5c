public import SandglassCore

/// Identifies a closure scheduled on a ``Timekeeper``. It has no effect once the closure has been called.
///
/// On another timekeeper it identifies some other call, or none.
public struct ScheduledCall: Sendable, Hashable {
  fileprivate let token: TimekeeperState.Token
}

extension Timekeeper {
  /// Calls `action` once, at `deadline`, on the timekeeper's own thread.
  ///
  /// This is the lowest level, meant for services. Everything else on the timekeeper waits while `action` runs, so it
  /// must return quickly. For callbacks on the main actor or on a queue, with an owner, see ``OneShotTimer`` and
  /// ``RepeatingTimer``. The closure is retained until it has been called or cancelled, even if the result is
  /// discarded.
  ///
  /// - Parameters:
  ///   - deadline: When to call. A deadline that has passed is due immediately.
  ///   - tolerance: How late the call may be, so that it shares a wake-up with others. It is rounded down to a step of
  ///     0, 1, 2, 5, 10, 17, 50, 100, 200 or 500 ms, or 1, 2, 5, 10, 30 or 60 s.
  ///   - action: Called with the current moment, which is never before the deadline. Calls with equal deadlines are
  ///     made in the order in which they were scheduled.
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
    // Ownership is explicit, because a copy of the work would take two atomic operations.
    return changeQueue(taking: consume work) {
      (queue: inout TimekeeperState.Queue, work: consuming TimekeeperState.Work) in
      ScheduledCall(token: queue.insert(consume work, at: deadline, tolerance: tolerance))
    }
  }

  /// Calls `action` once, `delay` from now, on the timekeeper's own thread.
  ///
  /// The same as ``schedule(at:tolerance:_:)``, with a deadline measured from now.
  @discardableResult
  public func schedule(
    after delay: Duration,
    tolerance: Duration = .zero,
    _ action: consuming @escaping @Sendable (Moment) -> Void
  ) -> ScheduledCall {
    schedule(at: now + delay, tolerance: tolerance, consume action)
  }

  /// Gives a call another deadline. Returns false if it has already been made or cancelled.
  ///
  /// The closure is reused, so nothing is allocated.
  @discardableResult
  public func reschedule(_ call: ScheduledCall, to deadline: Moment) -> Bool {
    changeQueue { queue in queue.move(call.token, to: deadline) }
  }

  /// Cancels a call. Returns false if it has already been made or cancelled.
  ///
  /// After true, the closure is never called. After false, it may be running on another thread.
  @discardableResult
  public func cancel(_ call: ScheduledCall) -> Bool {
    // The removed work is released here, outside the lock, because its deinitialiser may call anything.
    changeQueue { queue in queue.remove(call.token) } != nil
  }

  /// The tolerance, or zero if this timekeeper's time ignores tolerances.
  func effective(_ tolerance: Duration) -> Duration {
    tolerance.attoseconds > 0 && !honorsTolerance ? .zero : tolerance
  }
}
