public import Dispatch
import SandglassCore

/// A timer that fires once.
///
/// It starts when it is made and lasts as long as its handle, unless it is told to be kept by the
/// timekeeper. A timer with an owner holds it weakly and hands it to the closure; it does not
/// fire once the owner is gone.
///
/// ```swift
/// banner = OneShotTimer(after: .seconds(3), with: self) { screen in screen.hideBanner() }
/// _ = OneShotTimer(after: .seconds(3), lifetime: .detached) { print("fire and forget") }
/// ```
///
/// Every method may be called in every state, from any thread and inside any callback. What makes
/// no sense does nothing and answers false.
public final class OneShotTimer: Sendable {
  private let core: TimerCore
  private let lifetime: TimerLifetime

  private init(
    after delay: Duration, tolerance: Duration, lifetime: TimerLifetime,
    on timekeeper: Timekeeper, receiver: TickReceiver
  ) {
    self.lifetime = lifetime
    // A delay of zero or less is legal: one tick, at once.
    let first: FirstTick = delay > .zero ? .afterInterval : .immediately
    core = TimerCore(
      every: max(delay, .nanoseconds(1)),
      options: TickOptions(first: first, limit: 1, tolerance: tolerance),
      on: timekeeper,
      receiver: receiver)
  }

  deinit {
    if lifetime == .handle { _ = core.cancel() }
  }

  /// Starts a timer that fires on the main actor, bound to an owner.
  ///
  /// - Parameters:
  ///   - delay: The time until it fires; zero or less fires at once.
  ///   - owner: What the closure works on: held weakly and handed to it.
  ///   - tolerance: How late it may fire to share a wake-up with others. Traps if negative.
  ///   - lifetime: Whether the timer ends with its handle, or goes on without it while the owner lives.
  ///   - timekeeper: What keeps the time.
  ///   - body: What to do.
  @MainActor
  public convenience init<Owner: AnyObject>(
    after delay: Duration,
    with owner: Owner,
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @MainActor (Owner) -> Void
  ) {
    self.init(
      after: delay, tolerance: tolerance, lifetime: lifetime, on: timekeeper,
      receiver: .main(with: owner) { owner, _ in body(owner) })
  }

  /// Starts a timer that fires on the main actor.
  ///
  /// - Parameters:
  ///   - delay: The time until it fires; zero or less fires at once.
  ///   - tolerance: How late it may fire to share a wake-up with others. Traps if negative.
  ///   - lifetime: Whether the timer ends with its handle, or goes on without it.
  ///   - timekeeper: What keeps the time.
  ///   - body: What to do.
  public convenience init(
    after delay: Duration,
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @MainActor () -> Void
  ) {
    self.init(
      after: delay, tolerance: tolerance, lifetime: lifetime, on: timekeeper,
      receiver: .main { _ in body() })
  }

  /// Starts a timer that fires on a queue, bound to an owner.
  ///
  /// - Parameters:
  ///   - delay: The time until it fires; zero or less fires at once.
  ///   - owner: What the closure works on: held weakly and handed to it.
  ///   - queue: Where to fire.
  ///   - tolerance: How late it may fire to share a wake-up with others. Traps if negative.
  ///   - lifetime: Whether the timer ends with its handle, or goes on without it while the owner lives.
  ///   - timekeeper: What keeps the time.
  ///   - body: What to do.
  public convenience init<Owner: AnyObject & Sendable>(
    after delay: Duration,
    with owner: Owner,
    queue: DispatchQueue,
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @Sendable (Owner) -> Void
  ) {
    self.init(
      after: delay, tolerance: tolerance, lifetime: lifetime, on: timekeeper,
      receiver: .queue(queue, with: owner) { owner, _ in body(owner) })
  }

  /// Starts a timer that fires on a queue.
  ///
  /// - Parameters:
  ///   - delay: The time until it fires; zero or less fires at once.
  ///   - queue: Where to fire; nil for the timekeeper's own thread, where everything else waits
  ///     while the closure runs.
  ///   - tolerance: How late it may fire to share a wake-up with others. Traps if negative.
  ///   - lifetime: Whether the timer ends with its handle, or goes on without it.
  ///   - timekeeper: What keeps the time.
  ///   - body: What to do.
  public convenience init(
    after delay: Duration,
    queue: DispatchQueue?,
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @Sendable () -> Void
  ) {
    self.init(
      after: delay, tolerance: tolerance, lifetime: lifetime, on: timekeeper,
      receiver: .queue(queue) { _ in body() })
  }
}

extension OneShotTimer {
  /// Whether it is still to fire, and time runs for it.
  public var isRunning: Bool { core.isRunning }

  /// Whether it stands still and is still to fire.
  public var isPaused: Bool { core.isPaused }

  /// Stands still and keeps the exact time left; false unless it is running.
  @discardableResult
  public func pause() -> Bool { core.pause() }

  /// Goes on from where it was paused; false unless it is paused.
  @discardableResult
  public func resume() -> Bool { core.resume() }

  /// Fires now instead of later; false if it has fired or was cancelled.
  ///
  /// With no queue, the closure is called by the caller, before this returns.
  @discardableResult
  public func fire() -> Bool { core.fire() }

  /// Takes the timer back and lets go of its closure; false if it has fired or was cancelled.
  ///
  /// After a call made on the queue of the callback, be it the main actor's, it is not delivered
  /// there any more; elsewhere it may be running.
  @discardableResult
  public func cancel() -> Bool { core.cancel() }
}
