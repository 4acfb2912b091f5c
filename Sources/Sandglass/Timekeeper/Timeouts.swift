public import SandglassCore

/// Any number of timeouts that call one closure, each with a number of the caller's: the cheapest
/// timers there are.
///
/// A service has a deadline for each connection, request or lease, and nearly all of them are moved or
/// cancelled. For that there are no closures and no references here to be counted, only a number:
///
/// ```swift
/// idle = Timeouts(with: server) { server, connection, _ in server.close(connection) }
/// let token = idle.schedule(connection, after: .seconds(30))
/// idle.reschedule(token, after: .seconds(30))
/// ```
///
/// All of them are one entry of their timekeeper, and share its alarm; they have a lock of their own.
/// Every method may be called from any thread and from inside the closure. With the last reference to the
/// set all its timeouts are taken back; until then it keeps its timekeeper.
///
/// The closure is called on the timekeeper's own thread, so it must be short: everything else waits
/// until all timeouts of the set are called that were due when the first of them was called. Those that it adds
/// for moments that have passed come after whatever else is due. Only ``Timekeeper/refresh()`` may call it on another thread at the same time.
public final class Timeouts {
  /// What names a timeout, in eight bytes; harmless once that was called or cancelled.
  ///
  /// To other timeouts than its own it names some other one, or none.
  public struct Token: Sendable, Hashable {
    fileprivate let timer: TimerToken
  }

  private let timekeeper: Timekeeper
  private let tolerance: Duration

  /// What to call; it answers whether its owner is still there.
  private let action: @Sendable (_ number: Int, _ now: Moment) -> Bool

  // Its lock may be taken while the timekeeper's is held, and never the other way round.
  fileprivate let wheel: Locked<TimingWheel<Int>>

  /// The entry of the timekeeper, which is used up once it was called.
  private var call: TimekeeperState.Token?

  private init(
    _ tolerance: Duration, _ timekeeper: Timekeeper,
    answering action: @escaping @Sendable (Int, Moment) -> Bool
  ) {
    self.timekeeper = timekeeper
    self.tolerance = timekeeper.effective(tolerance)
    self.action = action
    wheel = Locked(TimingWheel(now: timekeeper.now))
  }

  /// Makes a set without timeouts.
  ///
  /// - Parameters:
  ///   - tolerance: How late a timeout may come, to share a wake-up with others; rounded down to a step as
  ///     ``Timekeeper/schedule(at:tolerance:_:)`` tells.
  ///   - timekeeper: What keeps the time.
  ///   - action: What to call with the number of a timeout, and with the moment at which the first of those
  ///     was called that are due together, which is never before its deadline. If it holds the set, that
  ///     lasts for ever.
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

  /// Makes a set without timeouts, bound to an owner.
  ///
  /// - Parameters:
  ///   - owner: What the closure works on: held weakly and handed to it. Once it is gone nothing is
  ///     called, and all timeouts are taken back when the next one is due.
  ///   - tolerance: How late a timeout may come, to share a wake-up with others.
  ///   - timekeeper: What keeps the time.
  ///   - action: What to call with the owner, the number of a timeout and the moment.
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
  /// The number of timeouts that wait.
  public var count: Int { wheel.withLock { $0.count } }

  /// Adds a timeout, to be called at `deadline`; one that has passed is due at once. O(1).
  ///
  /// - Parameters:
  ///   - number: What the closure is called with. Timeouts may have the same.
  ///   - deadline: When to call. Timeouts of a set with equal deadlines come in the order in which they were
  ///     added or moved.
  /// - Returns: What ``cancel(_:)`` and ``reschedule(_:to:)`` take.
  @discardableResult
  public func schedule(_ number: Int, at deadline: Moment) -> Token {
    change { wheel in Token(timer: wheel.insert(number, at: deadline)) }
  }

  /// Adds a timeout, to be called `delay` from now: ``schedule(_:at:)`` counted from now.
  @discardableResult
  public func schedule(_ number: Int, after delay: Duration) -> Token {
    schedule(number, at: timekeeper.now + delay)
  }

  /// Gives a timeout another deadline; false if it was called or cancelled already. O(1).
  @discardableResult
  public func reschedule(_ token: Token, to deadline: Moment) -> Bool {
    change { wheel in wheel.move(token.timer, to: deadline) }
  }

  /// Gives a timeout a deadline `delay` from now: ``reschedule(_:to:)`` counted from now.
  @discardableResult
  public func reschedule(_ token: Token, after delay: Duration) -> Bool {
    reschedule(token, to: timekeeper.now + delay)
  }

  /// Takes a timeout back; false if it was called or cancelled already. O(1).
  ///
  /// After true it is never called. After false on another thread it may be running.
  @discardableResult
  public func cancel(_ token: Token) -> Bool {
    change { wheel in wheel.remove(token.timer) != nil }
  }

  /// Takes all timeouts back; O(n).
  public func cancelAll() {
    change { wheel in wheel.removeAll() }
  }

  /// Changes the wheel, and sets the alarm if that may be another one now.
  @inline(__always)
  private func change<Result>(_ body: (inout TimingWheel<Int>) -> Result) -> Result {
    let (result, needsAlarm) = wheel.withLock { wheel in (body(&wheel), wheel.mayHaveNewFirst) }
    if needsAlarm { setAlarm() }
    return result
  }
}

// MARK: - The alarm

extension Timeouts {
  /// Has the timekeeper call when the earliest timeout comes due.
  @inline(never)
  fileprivate func setAlarm() {
    // What is taken out is let go here, outside the lock.
    _ = timekeeper.changeQueue { queue in setCall(in: &queue) }
  }

  private func setCall(in queue: inout TimekeeperState.Queue) -> TimekeeperState.Work? {
    // It is asked for under the timekeeper's lock, so that whoever comes last knows best.
    guard let wanted = wheel.withLock({ $0.nextDeadline }) else { return takeCall(from: &queue) }
    if let call, queue.move(call, to: wanted) { return nil }
    call = queue.insert(.timeouts(TimeoutsCall(self)), at: wanted, tolerance: tolerance)
    return nil
  }

  private func takeCall(from queue: inout TimekeeperState.Queue) -> TimekeeperState.Work? {
    call.take().flatMap { queue.remove($0) }
  }

  /// Calls the next one that is due and was added or moved before the order number `end` was given, if there
  /// is any.
  fileprivate func callNext(dueBy now: Moment, before end: UInt64) -> Bool {
    guard let timeout = popNext(dueBy: now, before: end) else { return false }
    // Another thread may have come further meanwhile: nobody is handed a moment before his own deadline.
    if !action(timeout.payload, max(now, timeout.deadline)) { cancelAll() }
    return true
  }

  private func popNext(
    dueBy now: Moment, before end: UInt64
  ) -> (deadline: Moment, payload: Int)? {
    // The numbers that come next are fetched for many at once; to see whether they count fetches nodes.
    let steps = Processor.canPrefetch ? 1 : 0
    return wheel.withLock { wheel in
      // All entries were renumbered since: what is left comes with the next alarm, which is due at once.
      guard end <= wheel.nextOrder else { return nil }
      return wheel.popFirst(dueBy: now, before: end, lookingAhead: steps) { number, _ in
        Processor.prefetch(number, lines: 1)
      }
    }
  }
}

// Sendable: `call` is touched under the timekeeper's lock alone; nothing else changes but what has a lock of
// its own.
extension Timeouts: @unchecked Sendable {}

/// What waits in a timekeeper's queue for a set of timeouts, without keeping it alive.
// Sendable: `timeouts` is set once, and loading a weak reference is atomic.
final class TimeoutsCall: @unchecked Sendable {
  private(set) weak var timeouts: Timeouts?

  init(_ timeouts: Timeouts) {
    self.timeouts = timeouts
  }

  /// Calls those that are due by `now`, as long as anybody else holds the set.
  func callDue(at now: Moment) {
    guard var timeouts else { return }
    // For somebody who looks while this is going on: a nested advance of a virtual time.
    timeouts.setAlarm()
    let end = timeouts.wheel.withLock { $0.nextOrder }
    // Who has let go of the set meanwhile wants no more calls.
    while timeouts.callNext(dueBy: now, before: end), !isKnownUniquelyReferenced(&timeouts) {}
    timeouts.setAlarm()
  }
}
