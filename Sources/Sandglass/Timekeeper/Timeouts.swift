public import SandglassCore

/// Any number of timeouts that call the same closure, each with a number that the caller chooses. They are the cheapest
/// timers in this library.
///
/// A service has a deadline for each connection, request or lease, and moves or cancels nearly all of them. A timeout
/// is therefore only a number. It does not need a closure or reference counting:
///
/// ```swift
/// idle = Timeouts(with: server) { server, connection, _ in server.close(connection) }
/// let token = idle.schedule(connection, after: .seconds(30))
/// idle.reschedule(token, after: .seconds(30))
/// ```
///
/// ``TimeoutsByID`` needs no tokens: each timeout has an id, such as a string, and can be restarted by it.
///
/// All timeouts of a set share one entry in the timekeeper's queue. The set has its own lock. Every method can be
/// called from any thread and from inside the closure. When the last reference to the set is released, all its timeouts
/// are cancelled. Until then, the set retains its timekeeper.
///
/// The closure is called on the timekeeper's own thread, so it must return quickly. Everything else on the timekeeper
/// waits until the closure has been called for every timeout of the set that was due at the first of these calls. If
/// the closure adds timeouts whose deadlines have already passed, they fire after all other due timers. Calls to the
/// closure may overlap only if ``Timekeeper/refresh()`` makes one of them, on another thread.
public final class Timeouts {
  /// Identifies a timeout, in eight bytes. It has no effect once the timeout has been called or cancelled.
  ///
  /// Use it only with the set that returned it. In a different set, it may identify a different timeout.
  public struct Token: Sendable, Hashable {
    fileprivate let timer: TimerToken
  }

  private let timekeeper: Timekeeper
  private let tolerance: Duration

  /// The closure to call. It returns whether its owner still exists.
  private let action: @Sendable (_ number: Int, _ now: Moment) -> Bool

  // The lock of the wheel may be taken while the timekeeper's lock is held, but not the other way round.
  fileprivate let wheel: Locked<TimingWheel<Int>>

  /// The token of the entry in the timekeeper's queue. It is no longer valid once the entry has been called.
  private var call: TimekeeperState.Token?

  /// Creates a set whose closure returns whether its owner still exists.
  init(
    _ tolerance: Duration, _ timekeeper: Timekeeper,
    answering action: @escaping @Sendable (Int, Moment) -> Bool
  ) {
    self.timekeeper = timekeeper
    self.tolerance = timekeeper.effective(tolerance)
    self.action = action
    wheel = Locked(TimingWheel(now: timekeeper.now))
  }

  /// Creates a set without timeouts.
  ///
  /// - Parameters:
  ///   - tolerance: How late a timeout may be called, so that it shares a wake-up with others. It is rounded down to
  ///     one of the steps that are listed for ``Timekeeper/schedule(at:tolerance:_:)``.
  ///   - timekeeper: The timekeeper to run on.
  ///   - action: The closure to call with the number of a timeout and a moment. All timeouts that are due together get
  ///     the moment at which the first of them was called, but never a moment before their own deadline. A closure that
  ///     captures the set creates a reference cycle.
  public convenience init(
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    _ action: @escaping @Sendable (_ number: Int, _ now: Moment) -> Void
  ) {
    self.init(tolerance, timekeeper) { number, now in
      action(number, now)
      return true
    }
  }

  /// Creates a set without timeouts, bound to an owner.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. Once the owner is
  ///     deallocated, the closure is not called any more, and all timeouts are cancelled when the next one is due.
  ///   - tolerance: How late a timeout may be called, so that it shares a wake-up with others.
  ///   - timekeeper: The timekeeper to run on.
  ///   - action: The closure to call with the owner, the number of a timeout, and the moment.
  public convenience init<Owner: AnyObject & Sendable>(
    with owner: Owner,
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    _ action: @escaping @Sendable (_ owner: Owner, _ number: Int, _ now: Moment) -> Void
  ) {
    self.init(tolerance, timekeeper) { [weak owner] number, now in
      guard let owner else { return false }
      action(owner, number, now)
      return true
    }
  }

  deinit {
    _ = timekeeper.changeQueue { queue in takeCall(from: &queue) }
  }
}

extension Timeouts {
  /// The number of pending timeouts.
  public var count: Int { wheel.withLock { $0.count } }

  /// Adds a timeout that is called at `deadline`. A deadline that has passed is due immediately. O(1).
  ///
  /// - Parameters:
  ///   - number: The number with which the closure is called. Several timeouts may have the same number.
  ///   - deadline: When to call the closure. Timeouts of a set with equal deadlines are called in the order in which
  ///     they were added or moved.
  /// - Returns: A token for ``cancel(_:)`` and ``reschedule(_:to:)``.
  @discardableResult
  public func schedule(_ number: Int, at deadline: Moment) -> Token {
    change { wheel in Token(timer: wheel.insert(number, at: deadline)) }
  }

  /// Adds a timeout that is called `delay` from now. This is the same as ``schedule(_:at:)``, but the deadline is
  /// measured from now.
  @discardableResult
  public func schedule(_ number: Int, after delay: Duration) -> Token {
    schedule(number, at: timekeeper.now + delay)
  }

  /// Moves a timeout to a new deadline. Returns false if it has already been called or cancelled. O(1).
  @discardableResult
  public func reschedule(_ token: Token, to deadline: Moment) -> Bool {
    change { wheel in wheel.move(token.timer, to: deadline) }
  }

  /// Moves a timeout to a deadline `delay` from now. This is the same as ``reschedule(_:to:)``, but the deadline is
  /// measured from now.
  @discardableResult
  public func reschedule(_ token: Token, after delay: Duration) -> Bool {
    reschedule(token, to: timekeeper.now + delay)
  }

  /// Cancels a timeout. Returns false if it has already been called or cancelled. O(1).
  ///
  /// If this returns true, the timeout is never called. If it returns false, the closure may be running for this
  /// timeout on another thread.
  @discardableResult
  public func cancel(_ token: Token) -> Bool {
    change { wheel in wheel.remove(token.timer) != nil }
  }

  /// Cancels all timeouts. O(n).
  public func cancelAll() {
    change { wheel in wheel.removeAll() }
  }

  /// Changes the wheel together with a table that has its own lock, then updates the alarm if the earliest timeout may
  /// have changed. Neither lock is held then.
  func change<Table: ~Copyable, Result>(
    with table: Locked<Table>, _ body: (inout Table, inout TimingWheel<Int>) -> Result
  ) -> Result {
    let (result, needsAlarm) = table.withLock { table in
      wheel.withLock { wheel in (body(&table, &wheel), wheel.mayHaveNewFirst) }
    }
    if needsAlarm { setAlarm() }
    return result
  }

  /// Changes the wheel, then updates the alarm if the earliest timeout may have changed.
  @inline(__always)
  private func change<Result>(_ body: (inout TimingWheel<Int>) -> Result) -> Result {
    let (result, needsAlarm) = wheel.withLock { wheel in (body(&wheel), wheel.mayHaveNewFirst) }
    if needsAlarm { setAlarm() }
    return result
  }
}

// MARK: - The alarm

extension Timeouts {
  /// Schedules the timekeeper's call for the earliest timeout.
  @inline(never)
  fileprivate func setAlarm() {
    // The removed work is released here, outside the lock.
    _ = timekeeper.changeQueue { queue in setCall(in: &queue) }
  }

  private func setCall(in queue: inout TimekeeperState.Queue) -> TimekeeperState.Work? {
    // The deadline is read under the timekeeper's lock, so that the last thread to change the call uses the newest
    // deadline.
    guard let wanted = wheel.withLock({ $0.nextDeadline }) else { return takeCall(from: &queue) }
    if let call, queue.move(call, to: wanted) { return nil }
    call = queue.insert(.timeouts(TimeoutsCall(self)), at: wanted, tolerance: tolerance)
    return nil
  }

  private func takeCall(from queue: inout TimekeeperState.Queue) -> TimekeeperState.Work? {
    call.take().flatMap { queue.remove($0) }
  }

  /// Calls the closure for the next timeout that is due and whose order number is less than `end`. Returns false if
  /// there is none.
  fileprivate func callNext(dueBy now: Moment, before end: UInt64) -> Bool {
    guard let timeout = popNext(dueBy: now, before: end) else { return false }
    // Another thread may have advanced the wheel, but a timeout is never called with a moment before its own deadline.
    if !action(timeout.payload, max(now, timeout.deadline)) { cancelAll() }
    return true
  }

  private func popNext(
    dueBy now: Moment, before end: UInt64
  ) -> (deadline: Moment, payload: Int)? {
    // One look-ahead step prefetches the next numbers in batches. Checking whether the timeouts are due already loads
    // their nodes.
    let steps = Processor.canPrefetch ? 1 : 0
    return wheel.withLock { wheel in
      // If all entries were renumbered in the meantime, the remaining ones wait for the next alarm, which is due
      // immediately.
      guard end <= wheel.nextOrder else { return nil }
      return wheel.popFirst(dueBy: now, before: end, lookingAhead: steps) { number, _ in
        Processor.prefetch(number, lines: 1)
      }
    }
  }
}

// Sendable: `call` is accessed only under the timekeeper's lock. All other mutable state has its own lock.
extension Timeouts: @unchecked Sendable {}

/// The entry of a set of timeouts in a timekeeper's queue. It does not retain the set.
// Sendable: `timeouts` is set once, and loading a weak reference is atomic.
final class TimeoutsCall: @unchecked Sendable {
  private(set) weak var timeouts: Timeouts?

  init(_ timeouts: Timeouts) {
    self.timeouts = timeouts
  }

  /// Calls the timeouts that are due by `now`, as long as another reference to the set exists.
  func callDue(at now: Moment) {
    guard var timeouts else { return }
    // The alarm is set for code that reads it during these calls, such as a nested advance of a virtual time.
    timeouts.setAlarm()
    let end = timeouts.wheel.withLock { $0.nextOrder }
    // Once no other reference to the set exists, no more calls are made.
    while timeouts.callNext(dueBy: now, before: end), !isKnownUniquelyReferenced(&timeouts) {}
    timeouts.setAlarm()
  }
}
