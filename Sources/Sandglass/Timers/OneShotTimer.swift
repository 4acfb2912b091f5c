public import Dispatch
import SandglassCore

/// A timer that fires once, and once more after each restart.
///
/// The timer starts when it is created. It ends when its handle, this object, is released, unless its lifetime is
/// detached. A timer with an owner holds the owner weakly and passes it to the closure. It does not fire once the owner
/// is deallocated.
///
/// ```swift
/// banner = OneShotTimer(after: .seconds(3), with: self) { screen in screen.hideBanner() }
/// banner.restart()  // touched: three seconds from now
/// _ = OneShotTimer(after: .seconds(3), lifetime: .detached) { print("fire and forget") }
/// ```
///
/// The closure is retained until the handle is released or the timer is cancelled, because the timer may be restarted.
/// A detached timer retains its closure until it has been called. A closure that captures the handle therefore creates
/// a reference cycle. So does one that captures `self`, if `self` holds the handle. Use the owner that is passed to the
/// closure, or call ``cancel()``.
///
/// Every method may be called in every state, from any thread and inside any callback. A call that does not apply in
/// the current state does nothing and returns false.
public final class OneShotTimer: Sendable {
  private let core: OneShotTimerCore
  private let lifetime: TimerLifetime

  private init(
    after delay: Duration, tolerance: Duration, lifetime: TimerLifetime,
    on timekeeper: Timekeeper, receiver: TimerReceiver<Void>, madeAt: SourceLine
  ) {
    self.lifetime = lifetime
    core = OneShotTimerCore(
      after: delay, tolerance: tolerance, lifetime: lifetime, on: timekeeper, receiver: receiver,
      madeAt: madeAt)
  }

  deinit {
    if lifetime == .handle { _ = core.cancel() }
  }

  /// Starts a timer that fires on the main actor, bound to an owner.
  ///
  /// - Parameters:
  ///   - delay: The time until the timer fires. It fires immediately if this is zero or less.
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure.
  ///   - tolerance: How late the timer may fire, so that it shares a wake-up with others. Traps if negative.
  ///   - lifetime: Whether the timer ends when its handle is released, or runs on without it while the owner exists.
  ///   - timekeeper: The timekeeper to run on.
  ///   - fileID: The file of this call, for ``Timekeeper/pending``.
  ///   - line: The line of this call.
  ///   - body: The closure to call. Use the owner that is passed to the closure. If `self` holds the timer, capturing
  ///     `self` creates a reference cycle.
  @MainActor
  public convenience init<Owner: AnyObject>(
    after delay: Duration,
    with owner: Owner,
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @MainActor (Owner) -> Void
  ) {
    self.init(
      after: delay, tolerance: tolerance, lifetime: lifetime, on: timekeeper,
      receiver: .main(with: owner) { owner, _ in body(owner) },
      madeAt: SourceLine(fileID: fileID, line: line))
  }

  /// Starts a timer that fires on the main actor.
  ///
  /// - Parameters:
  ///   - delay: The time until the timer fires. It fires immediately if this is zero or less.
  ///   - tolerance: How late the timer may fire, so that it shares a wake-up with others. Traps if negative.
  ///   - lifetime: Whether the timer ends when its handle is released, or runs on without it.
  ///   - timekeeper: The timekeeper to run on.
  ///   - fileID: The file of this call, for ``Timekeeper/pending``.
  ///   - line: The line of this call.
  ///   - body: The closure to call.
  public convenience init(
    after delay: Duration,
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @MainActor () -> Void
  ) {
    self.init(
      after: delay, tolerance: tolerance, lifetime: lifetime, on: timekeeper,
      receiver: .main { _ in body() }, madeAt: SourceLine(fileID: fileID, line: line))
  }

  /// Starts a timer that fires on a queue, bound to an owner.
  ///
  /// - Parameters:
  ///   - delay: The time until the timer fires. It fires immediately if this is zero or less.
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure.
  ///   - queue: The queue to fire on.
  ///   - tolerance: How late the timer may fire, so that it shares a wake-up with others. Traps if negative.
  ///   - lifetime: Whether the timer ends when its handle is released, or runs on without it while the owner exists.
  ///   - timekeeper: The timekeeper to run on.
  ///   - fileID: The file of this call, for ``Timekeeper/pending``.
  ///   - line: The line of this call.
  ///   - body: The closure to call. Use the owner that is passed to the closure. If `self` holds the timer, capturing
  ///     `self` creates a reference cycle.
  public convenience init<Owner: AnyObject & Sendable>(
    after delay: Duration,
    with owner: Owner,
    queue: DispatchQueue,
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @Sendable (Owner) -> Void
  ) {
    self.init(
      after: delay, tolerance: tolerance, lifetime: lifetime, on: timekeeper,
      receiver: .queue(queue, with: owner) { owner, _ in body(owner) },
      madeAt: SourceLine(fileID: fileID, line: line))
  }

  /// Starts a timer that fires on a queue.
  ///
  /// - Parameters:
  ///   - delay: The time until the timer fires. It fires immediately if this is zero or less.
  ///   - queue: The queue to fire on; nil for the timekeeper's own thread, where everything else waits while the
  ///     closure runs.
  ///   - tolerance: How late the timer may fire, so that it shares a wake-up with others. Traps if negative.
  ///   - lifetime: Whether the timer ends when its handle is released, or runs on without it.
  ///   - timekeeper: The timekeeper to run on.
  ///   - fileID: The file of this call, for ``Timekeeper/pending``.
  ///   - line: The line of this call.
  ///   - body: The closure to call.
  public convenience init(
    after delay: Duration,
    queue: DispatchQueue?,
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @Sendable () -> Void
  ) {
    self.init(
      after: delay, tolerance: tolerance, lifetime: lifetime, on: timekeeper,
      receiver: .queue(queue) { _ in body() }, madeAt: SourceLine(fileID: fileID, line: line))
  }
}

extension OneShotTimer {
  /// Whether the timer is waiting to fire, and is not paused.
  public var isRunning: Bool { core.isRunning }

  /// Whether the timer is paused before it has fired.
  public var isPaused: Bool { core.isPaused }

  /// When the timer fires; nil while it is paused, and once it has fired or ended.
  ///
  /// A moment that has passed means that the timekeeper has not served the timer yet.
  public var nextDue: Moment? { core.nextDue }

  /// Restarts the timer, to fire `delay` from now, whether it is waiting, is paused or has fired.
  ///
  /// A timer that has ended cannot be restarted. It ends with ``cancel()``, or if it was due to fire and its owner was
  /// deallocated. A detached timer also ends when its closure is called.
  ///
  /// Only the new delay applies from now on. A pending call of the closure is cancelled, as by ``cancel()``. If this is
  /// called on the callback's queue, which may be the main actor's, no call for the earlier delay is delivered after it
  /// returns. If it is called elsewhere, the closure may be running, and is called again.
  ///
  /// - Parameter delay: The time until the timer fires. It fires immediately if this is zero or less.
  /// - Returns: Whether the timer is waiting to fire; false once it has ended.
  @discardableResult
  public func restart(after delay: Duration) -> Bool { core.restart(after: delay) }

  /// Restarts the timer with its latest delay. See ``restart(after:)``.
  @discardableResult
  public func restart() -> Bool { core.restart(after: nil) }

  /// Restarts the timer, to fire at `deadline`. See ``restart(after:)``. The delay of ``restart()`` does not change.
  ///
  /// - Parameter deadline: When the timer fires. It fires immediately if this has passed.
  /// - Returns: Whether the timer is waiting to fire; false once it has ended.
  @discardableResult
  public func restart(at deadline: Moment) -> Bool { core.restart(at: deadline) }

  /// Pauses the timer, and keeps the exact remaining time. Returns false unless the timer is running.
  @discardableResult
  public func pause() -> Bool { core.pause() }

  /// Resumes the timer with the remaining time. Returns false unless the timer is paused.
  @discardableResult
  public func resume() -> Bool { core.resume() }

  /// Fires the timer now. Returns false if it has fired or ended.
  ///
  /// Without a queue, the closure is called on the caller's thread, before this returns.
  @discardableResult
  public func fire() -> Bool { core.fire() }

  /// Ends the timer and releases its closure. Returns whether the closure had still to be called.
  ///
  /// If this is called on the callback's queue, which may be the main actor's, the closure is not called after it
  /// returns. If it is called elsewhere, the closure may be running. The timer cannot be restarted, even if this
  /// returns false because the timer has fired.
  @discardableResult
  public func cancel() -> Bool { core.cancel() }
}

extension OneShotTimer: CustomStringConvertible {
  /// When the timer fires or why it does not, and where it was made; for debugging.
  public var description: String { "\(core.description)" }
}
