public import Dispatch
public import SandglassCore

/// A timer that fires once, and once more after each restart.
///
/// The timer starts when it is created. It ends when its handle, this object, is released, unless its lifetime is
/// detached. A timer with an owner holds the owner weakly and passes it to the closure. The timer does not fire once
/// the owner is deallocated.
///
/// ```swift
/// banner = OneShotTimer(after: .seconds(3), with: self) { screen, _ in screen.hideBanner() }
/// banner.restart()  // touched: three seconds from now
/// _ = OneShotTimer(after: .seconds(3), lifetime: .detached) { _ in print("fire and forget") }
/// ```
///
/// The closure is retained until the handle is released or the timer is cancelled, because the timer may be restarted.
/// A detached timer retains its closure until the closure has been called. A closure that captures the handle therefore
/// creates a reference cycle. So does a closure that captures `self` if `self` holds the handle. Use the owner that is
/// passed to the closure, or call ``cancel()``.
///
/// Every method can be called in every state, from any thread and inside any callback. A call that does not apply in
/// the current state does nothing and returns false.
public final class OneShotTimer: Sendable {
  private let core: OneShotTimerCore
  private let lifetime: TimerLifetime

  private init(
    after delay: Duration, _ tolerance: Duration, _ lifetime: TimerLifetime,
    on timekeeper: Timekeeper, _ receiver: TimerReceiver<Tick>
  ) {
    self.lifetime = lifetime
    core = OneShotTimerCore(
      after: delay, tolerance: tolerance, lifetime: lifetime, on: timekeeper, receiver: receiver)
  }

  deinit {
    if lifetime == .handle { _ = core.cancel() }
  }

  /// Starts a timer that fires on the main actor, bound to an owner.
  ///
  /// - Parameters:
  ///   - delay: The time until the timer fires. It fires immediately if this is zero or less.
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure.
  ///   - tolerance: How late the timer may fire, so that it shares a wake-up with others. Zero or less means no
  ///     tolerance.
  ///   - lifetime: Whether the timer ends when its handle is released, or keeps running without its handle while the
  ///     owner, if it has one, exists.
  ///   - timekeeper: The timekeeper to run on.
  ///   - body: The closure to call. Its tick says when the timer was due and how late it is.
  @MainActor
  public convenience init<Owner: AnyObject>(
    after delay: Duration,
    with owner: Owner,
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @MainActor (Owner, Tick) -> Void
  ) {
    self.init(after: delay, tolerance, lifetime, on: timekeeper, .main(with: owner, body))
  }

  /// Starts a timer that fires on the main actor, without an owner. Its parameters are those of
  /// ``init(after:with:tolerance:lifetime:on:_:)``.
  public convenience init(
    after delay: Duration,
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @MainActor (Tick) -> Void
  ) {
    self.init(after: delay, tolerance, lifetime, on: timekeeper, .main(body))
  }

  /// Starts a timer that fires on a queue, bound to an owner. Its other parameters are those of
  /// ``init(after:with:tolerance:lifetime:on:_:)``.
  ///
  /// The queue may be nil, for the timekeeper's own thread, on which everything else waits while the closure runs.
  public convenience init<Owner: AnyObject & Sendable>(
    after delay: Duration,
    with owner: Owner,
    queue: DispatchQueue?,
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @Sendable (Owner, Tick) -> Void
  ) {
    self.init(after: delay, tolerance, lifetime, on: timekeeper, .queue(queue, with: owner, body))
  }

  /// Starts a timer that fires on a queue, without an owner. Its parameters are those of
  /// ``init(after:with:queue:tolerance:lifetime:on:_:)``.
  public convenience init(
    after delay: Duration,
    queue: DispatchQueue?,
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @Sendable (Tick) -> Void
  ) {
    self.init(after: delay, tolerance, lifetime, on: timekeeper, .queue(queue, body))
  }
}

extension OneShotTimer {
  /// Whether the timer is waiting to fire, and is not paused.
  public var isRunning: Bool { core.isRunning }

  /// Whether the timer was paused before it fired, and has not been resumed.
  public var isPaused: Bool { core.isPaused }

  /// When the timer will fire; nil while it is paused, and once it has fired or ended.
  ///
  /// If this moment has passed, the timekeeper has not served the timer yet.
  public var nextDue: Moment? { core.nextDue }

  /// Restarts the timer so that it fires `delay` from now, whether it is waiting, is paused or has fired.
  ///
  /// A timer that has ended cannot be restarted. A timer ends when ``cancel()`` is called, or when it is due and its
  /// owner has been deallocated. A detached timer also ends when its closure is called.
  ///
  /// Only the new delay applies from now on. A pending call of the closure is cancelled. If you call this on the
  /// closure's queue, or on the main actor if that is where the closure is called, no call for the earlier delay is
  /// delivered after this returns. If you call it elsewhere, the closure may be running, and is called again after the
  /// new delay.
  ///
  /// - Parameter delay: The time until the timer fires; nil for its latest delay. It fires immediately if this is zero or
  ///   less.
  /// - Returns: Whether the timer is waiting to fire; false once it has ended.
  @discardableResult
  public func restart(after delay: Duration? = nil) -> Bool { core.restart(after: delay) }

  /// Pauses the timer, and preserves the exact remaining time. Returns false unless the timer is running.
  @discardableResult
  public func pause() -> Bool { core.pause() }

  /// Resumes the timer with the remaining time. Returns false unless the timer is paused.
  @discardableResult
  public func resume() -> Bool { core.resume() }

  /// Pauses the timer if it is running, and resumes it if it is paused, for a button that does both. Returns false if the
  /// timer has fired or ended.
  @discardableResult
  public func toggle() -> Bool { core.toggle() }

  /// Fires the timer immediately. Returns false if the timer has already fired or ended.
  ///
  /// If the timer's queue is nil, the closure is called on the caller's thread, before this returns.
  @discardableResult
  public func fire() -> Bool { core.fire() }

  /// Ends the timer and releases its closure. Returns whether the closure had yet to be called.
  ///
  /// If you call this on the closure's queue, or on the main actor if that is where the closure is called, the closure
  /// is not called after this returns. If you call it elsewhere, the closure may still be running. The timer cannot be
  /// restarted, even if this returns false because the timer has fired.
  @discardableResult
  public func cancel() -> Bool { core.cancel() }
}

extension OneShotTimer: CustomStringConvertible {
  /// When the timer will fire or why it will not, for debugging.
  public var description: String { "\(core.description)" }
}
