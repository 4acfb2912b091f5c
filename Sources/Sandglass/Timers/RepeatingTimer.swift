public import Dispatch
public import SandglassCore

/// A timer that ticks at every multiple of an interval, without drift.
///
/// It starts when it is made and lasts as long as its handle, unless it is told to be kept by the
/// timekeeper. A timer with an owner holds it weakly and hands it to the closure, so that there
/// can be no cycle: when the owner is gone the timer ends, at once if the owner held the handle,
/// and with its next tick otherwise.
///
/// ```swift
/// ticker = RepeatingTimer(every: .milliseconds(250), with: self) { gauge, tick in gauge.refresh() }
/// ```
///
/// Every method may be called in every state, from any thread and inside any callback. What makes
/// no sense does nothing and answers false.
public final class RepeatingTimer: Sendable {
  private let core: TimerCore
  private let lifetime: TimerLifetime

  private init(
    every interval: Duration, options: TickOptions, lifetime: TimerLifetime,
    on timekeeper: Timekeeper, receiver: TickReceiver
  ) {
    self.lifetime = lifetime
    core = TimerCore(every: interval, options: options, on: timekeeper, receiver: receiver)
  }

  deinit {
    if lifetime == .handle { _ = core.cancel() }
  }

  /// Starts a timer that ticks on the main actor, bound to an owner.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - owner: What the closure works on: held weakly and handed to it. The timer ends with it.
  ///   - options: The first tick, missed ticks, the limit and the tolerance.
  ///   - lifetime: Whether the timer ends with its handle, or goes on without it while the owner lives.
  ///   - timekeeper: What keeps the time.
  ///   - body: What to do at each tick.
  @MainActor
  public convenience init<Owner: AnyObject>(
    every interval: Duration,
    with owner: Owner,
    options: TickOptions = .standard,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @MainActor (Owner, Tick) -> Void
  ) {
    self.init(
      every: interval, options: options, lifetime: lifetime, on: timekeeper,
      receiver: .main(with: owner, body))
  }

  /// Starts a timer that ticks on the main actor.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - options: The first tick, missed ticks, the limit and the tolerance.
  ///   - lifetime: Whether the timer ends with its handle, or goes on without it.
  ///   - timekeeper: What keeps the time.
  ///   - body: What to do at each tick.
  public convenience init(
    every interval: Duration,
    options: TickOptions = .standard,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @MainActor (Tick) -> Void
  ) {
    self.init(
      every: interval, options: options, lifetime: lifetime, on: timekeeper, receiver: .main(body))
  }

  /// Starts a timer that ticks on a queue, bound to an owner.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - owner: What the closure works on: held weakly and handed to it. The timer ends with it.
  ///   - queue: Where to tick.
  ///   - options: The first tick, missed ticks, the limit and the tolerance.
  ///   - lifetime: Whether the timer ends with its handle, or goes on without it while the owner lives.
  ///   - timekeeper: What keeps the time.
  ///   - body: What to do at each tick.
  public convenience init<Owner: AnyObject & Sendable>(
    every interval: Duration,
    with owner: Owner,
    queue: DispatchQueue,
    options: TickOptions = .standard,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @Sendable (Owner, Tick) -> Void
  ) {
    self.init(
      every: interval, options: options, lifetime: lifetime, on: timekeeper,
      receiver: .queue(queue, with: owner, body))
  }

  /// Starts a timer that ticks on a queue.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - queue: Where to tick; nil for the timekeeper's own thread, where everything else waits
  ///     while the closure runs.
  ///   - options: The first tick, missed ticks, the limit and the tolerance.
  ///   - lifetime: Whether the timer ends with its handle, or goes on without it.
  ///   - timekeeper: What keeps the time.
  ///   - body: What to do at each tick.
  public convenience init(
    every interval: Duration,
    queue: DispatchQueue?,
    options: TickOptions = .standard,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @Sendable (Tick) -> Void
  ) {
    self.init(
      every: interval, options: options, lifetime: lifetime, on: timekeeper,
      receiver: .queue(queue, body))
  }
}

extension RepeatingTimer {
  /// Whether ticks are to come.
  public var isRunning: Bool { core.isRunning }

  /// Whether it stands still with ticks to come.
  public var isPaused: Bool { core.isPaused }

  /// Stands still and keeps the exact time to the next tick; false unless it is running.
  @discardableResult
  public func pause() -> Bool { core.pause() }

  /// Goes on from where it was paused; false unless it is paused.
  @discardableResult
  public func resume() -> Bool { core.resume() }

  /// Ticks now, beside the schedule, which goes on as before; false after the end.
  ///
  /// The tick counts towards the limit. A paused timer ticks, too. With no queue, the closure is
  /// called by the caller, before this returns.
  @discardableResult
  public func fire() -> Bool { core.fire() }

  /// Ends the timer and lets go of its closure; false if it has ended already.
  ///
  /// After a call made on the queue of the ticks, be it the main actor's, no tick is delivered
  /// there any more; elsewhere one may be running.
  @discardableResult
  public func cancel() -> Bool { core.cancel() }
}

/// How long a timer lasts.
public enum TimerLifetime: Sendable, Hashable {
  /// As long as its handle: releasing that cancels the timer.
  case handle

  /// Until it is cancelled, its owner is gone, or its last tick was delivered; the handle may be released. Fire and
  /// forget.
  case detached
}
