public import SandglassCore

/// What names a timeout of ``Timeouts``, in eight bytes; harmless once that has been called.
///
/// To other timeouts than its own it names some other one, or none.
public struct Timeout: Sendable, Hashable {
  fileprivate let token: TimerToken
}

/// Any number of timeouts that call one closure, each with a number of the caller's: the cheapest
/// timers there are.
///
/// A service has a deadline for each connection, request or lease, and nearly all of them are moved or
/// cancelled. For that there are no closures and no references here to be counted, only a number:
///
/// ```swift
/// idle = Timeouts(of: server) { server, connection, _ in server.close(connection) }
/// let timeout = idle.schedule(connection, after: .seconds(30))
/// idle.reschedule(timeout, after: .seconds(30))
/// ```
///
/// All of them are one entry of their timekeeper, and share its alarm. They have a lock of their own, so
/// that several sets do not wait for each other. With the last reference to the set, all its timeouts are
/// taken back. Every method may be called from any thread and from inside the closure.
public final class Timeouts {
  private struct Guarded: ~Copyable {
    var wheel: TimingWheel<Int>

    /// Whether what is due is being called; the alarm is set after that.
    var isServing = false

    var needsAlarm: Bool { wheel.mayHaveNewFirst && !isServing }
  }

  private let timekeeper: Timekeeper
  private let tolerance: Duration
  private let action: @Sendable (_ number: Int, _ now: Moment) -> Void

  // It may be taken while the timekeeper's lock is held, and never the other way round.
  private let guarded: Locked<Guarded>

  /// The entry of the timekeeper, which is used up once it was called.
  private var call: TimekeeperState.Token?

  /// Makes a set without timeouts.
  ///
  /// - Parameters:
  ///   - tolerance: How late a timeout may come, to share a wake-up with others.
  ///   - timekeeper: What keeps the time.
  ///   - action: What to call with the number of a timeout and the present moment, on the timekeeper's own
  ///     thread, so it must be short. If it holds the set, that lasts for ever.
  public init(
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    _ action: @escaping @Sendable (_ number: Int, _ now: Moment) -> Void
  ) {
    self.timekeeper = timekeeper
    self.tolerance = timekeeper.effective(tolerance)
    self.action = action
    guarded = Locked(Guarded(wheel: TimingWheel(now: timekeeper.now)))
  }

  /// Makes a set without timeouts, bound to an owner.
  ///
  /// - Parameters:
  ///   - owner: What the closure works on: held weakly and handed to it. Once it is gone, nothing is called.
  ///   - tolerance: How late a timeout may come, to share a wake-up with others.
  ///   - timekeeper: What keeps the time.
  ///   - action: What to call with the owner, the number of a timeout and the present moment, on the
  ///     timekeeper's own thread, so it must be short.
  public convenience init<Owner: AnyObject & Sendable>(
    of owner: Owner,
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared,
    _ action: @escaping @Sendable (_ owner: Owner, _ number: Int, _ now: Moment) -> Void
  ) {
    self.init(tolerance: tolerance, on: timekeeper) { [weak owner] number, now in
      if let owner { action(owner, number, now) }
    }
  }

  deinit {
    timekeeper.perform { state, _ in removeCall(in: &state) }
  }
}

extension Timeouts {
  /// The number of timeouts that wait.
  public var count: Int { guarded.withLock { $0.wheel.count } }

  /// Adds a timeout, to be called at `deadline`; one that has passed is due at once. O(1).
  ///
  /// - Parameters:
  ///   - number: What the closure is called with. Timeouts may have the same.
  ///   - deadline: When to call. Timeouts with equal deadlines come in the order in which they were added or
  ///     moved.
  /// - Returns: What ``cancel(_:)`` and ``reschedule(_:to:)`` take.
  @discardableResult
  public func schedule(_ number: Int, at deadline: Moment) -> Timeout {
    change { wheel in Timeout(token: wheel.insert(number, at: deadline)) }
  }

  /// Adds a timeout, to be called `delay` from now: ``schedule(_:at:)`` counted from now.
  @discardableResult
  public func schedule(_ number: Int, after delay: Duration) -> Timeout {
    schedule(number, at: timekeeper.now + delay)
  }

  /// Gives a timeout another deadline; false if it was called or cancelled already. O(1).
  @discardableResult
  public func reschedule(_ timeout: Timeout, to deadline: Moment) -> Bool {
    change { wheel in wheel.move(timeout.token, to: deadline) }
  }

  /// Gives a timeout a deadline `delay` from now: ``reschedule(_:to:)`` counted from now.
  @discardableResult
  public func reschedule(_ timeout: Timeout, after delay: Duration) -> Bool {
    reschedule(timeout, to: timekeeper.now + delay)
  }

  /// Takes a timeout back; false if it was called or cancelled already. O(1).
  ///
  /// After true it is never called. After false on another thread it may be running.
  @discardableResult
  public func cancel(_ timeout: Timeout) -> Bool {
    change { wheel in wheel.remove(timeout.token) != nil }
  }

  /// Changes the wheel, and sets the alarm if that may be another one now.
  @inline(__always)
  private func change<Result>(_ body: (inout TimingWheel<Int>) -> Result) -> Result {
    let (result, needsAlarm) = guarded.withLock { guarded in
      (body(&guarded.wheel), guarded.needsAlarm)
    }
    if needsAlarm { setAlarm() }
    return result
  }
}

// MARK: - The alarm

extension Timeouts {
  @inline(never)
  private func setAlarm() {
    timekeeper.perform { state, _ in setAlarm(in: &state) }
  }

  /// Has the timekeeper call when the earliest timeout comes due.
  private func setAlarm(in state: inout TimekeeperState) {
    // It is asked for under the timekeeper's lock, so that whoever comes last knows best.
    guard let wanted = guarded.withLock({ $0.wheel.nextDeadline }) else {
      return removeCall(in: &state)
    }
    if let call, state.queue.move(call, to: wanted) { return }
    let work = TimekeeperState.Work.call { [weak self] now in self?.serve(dueBy: now) }
    call = state.queue.insert(work, at: wanted, tolerance: tolerance)
  }

  private func removeCall(in state: inout TimekeeperState) {
    if let work = call.take().flatMap({ state.queue.remove($0) }) {
      state.afterwards.discarded.append(work)
    }
  }

  /// Calls what is due, one after the other and outside the lock.
  private func serve(dueBy now: Moment) {
    while let number = next(dueBy: now) { action(number, now) }
    setAlarm()
  }

  private func next(dueBy now: Moment) -> Int? {
    guarded.withLock { guarded in
      // The numbers that come next are fetched for many at once; to see whether they count fetches nodes.
      let steps = Memory.canFetch ? 1 : 0
      let number = guarded.wheel.popFirst(dueBy: now, lookingAhead: steps) { number, _ in
        Memory.fetch(number, lines: 1)
      }?.payload
      guarded.isServing = number != nil
      return number
    }
  }
}

// Sendable: `call` is touched under the timekeeper's lock alone, and nothing else changes but what has a
// lock of its own.
extension Timeouts: @unchecked Sendable {}
