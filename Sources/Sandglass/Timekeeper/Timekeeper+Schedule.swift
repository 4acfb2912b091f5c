public import SandglassCore

/// What names a closure scheduled on a ``Timekeeper``; harmless once that has been called.
///
/// To another timekeeper than its own it names some other call, or none.
public struct ScheduledCall: Sendable, Hashable {
  fileprivate let token: TimekeeperState.Token
}

extension Timekeeper {
  /// Calls `action` once, at `deadline`, on the timekeeper's own thread.
  ///
  /// This is the lowest level, meant for services: everything else waits while
  /// `action` runs, so it must be short. For callbacks on the main actor or on a queue, with an
  /// owner, see ``OneShotTimer`` and ``RepeatingTimer``. The closure is kept until it has been
  /// called or cancelled, whether or not the result is.
  ///
  /// - Parameters:
  ///   - deadline: When to call; one that has passed is due at once.
  ///   - tolerance: How late the call may come to share a wake-up with others. It is rounded down
  ///     to a step of 0, 1, 2, 5, 10, 17, 50, 100, 200 or 500 ms, or 1, 2, 5, 10, 30 or 60 s.
  ///   - action: What to call, with the present moment, which is never before the deadline. Calls with equal
  ///     deadlines come in the order in which they were scheduled.
  /// - Returns: What ``cancel(_:)`` and ``reschedule(_:to:)`` take.
  @discardableResult
  public func schedule(
    at deadline: Moment,
    tolerance: Duration = .zero,
    _ action: consuming @escaping @Sendable (Moment) -> Void
  ) -> ScheduledCall {
    insert(.call(consume action), at: deadline, tolerance: tolerance)
  }

  /// Puts something into the queue, which takes it over.
  @inline(__always)
  private func insert(
    _ work: consuming TimekeeperState.Work, at deadline: Moment, tolerance: Duration
  ) -> ScheduledCall {
    let tolerance = effective(tolerance)
    // Ownership is spelled out: else the work is copied, which takes two atomic operations.
    return changeQueue(taking: consume work) {
      (queue: inout TimekeeperState.Queue, work: consuming TimekeeperState.Work) in
      ScheduledCall(token: queue.insert(consume work, at: deadline, tolerance: tolerance))
    }
  }

  /// Calls `action` once, `delay` from now, on the timekeeper's own thread.
  ///
  /// The same as ``schedule(at:tolerance:_:)`` with a deadline counted from now.
  @discardableResult
  public func schedule(
    after delay: Duration,
    tolerance: Duration = .zero,
    _ action: consuming @escaping @Sendable (Moment) -> Void
  ) -> ScheduledCall {
    schedule(at: now + delay, tolerance: tolerance, consume action)
  }

  /// Gives a call another deadline; false if it has been made or cancelled already.
  ///
  /// The same closure is kept and nothing is allocated.
  @discardableResult
  public func reschedule(_ call: ScheduledCall, to deadline: Moment) -> Bool {
    changeQueue { queue in queue.move(call.token, to: deadline) }
  }

  /// Takes a call back; false if it has been made or cancelled already.
  ///
  /// After true the closure is never called. After false on another thread it may be running.
  @discardableResult
  public func cancel(_ call: ScheduledCall) -> Bool {
    // What is taken out is let go here, outside the lock: its deinitialiser may call anything.
    changeQueue { queue in queue.remove(call.token) } != nil
  }

  /// The tolerance that this timekeeper's time honours.
  func effective(_ tolerance: Duration) -> Duration {
    tolerance.attoseconds > 0 && !honorsTolerance ? .zero : tolerance
  }
}
