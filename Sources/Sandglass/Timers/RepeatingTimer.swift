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
/// ticker = RepeatingTimer(every: .milliseconds(250), of: self) { gauge, tick in gauge.refresh() }
/// ```
///
/// Every method may be called in every state, from any thread and inside any callback. What makes
/// no sense does nothing and answers false.
public final class RepeatingTimer: Sendable {
  private let core: TimerCore
  private let keeper: TimerKeeper

  private init(
    every interval: Duration, options: TickOptions, keptBy keeper: TimerKeeper,
    on timekeeper: Timekeeper, receiver: TickReceiver
  ) {
    self.keeper = keeper
    core = TimerCore(every: interval, options: options, on: timekeeper, receiver: receiver)
  }

  deinit {
    if keeper == .handle { _ = core.cancel() }
  }

  /// Starts a timer that ticks on the main actor, bound to an owner.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - owner: What the closure works on: held weakly and handed to it. The timer ends with it.
  ///   - options: The first tick, missed ticks, the limit and the tolerance.
  ///   - keeper: What keeps the timer, while the owner lives.
  ///   - timekeeper: What keeps the time.
  ///   - body: What to do at each tick.
  @MainActor
  public convenience init<Owner: AnyObject>(
    every interval: Duration,
    of owner: Owner,
    options: TickOptions = .standard,
    keptBy keeper: TimerKeeper = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @MainActor (Owner, Tick) -> Void
  ) {
    self.init(
      every: interval, options: options, keptBy: keeper, on: timekeeper,
      receiver: .main(of: owner, body))
  }

  /// Starts a timer that ticks on the main actor.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - options: The first tick, missed ticks, the limit and the tolerance.
  ///   - keeper: What keeps the timer.
  ///   - timekeeper: What keeps the time.
  ///   - body: What to do at each tick.
  public convenience init(
    every interval: Duration,
    options: TickOptions = .standard,
    keptBy keeper: TimerKeeper = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @MainActor (Tick) -> Void
  ) {
    self.init(
      every: interval, options: options, keptBy: keeper, on: timekeeper, receiver: .main(body))
  }

  /// Starts a timer that ticks on a queue, bound to an owner.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - owner: What the closure works on: held weakly and handed to it. The timer ends with it.
  ///   - queue: Where to tick.
  ///   - options: The first tick, missed ticks, the limit and the tolerance.
  ///   - keeper: What keeps the timer, while the owner lives.
  ///   - timekeeper: What keeps the time.
  ///   - body: What to do at each tick.
  public convenience init<Owner: AnyObject & Sendable>(
    every interval: Duration,
    of owner: Owner,
    queue: DispatchQueue,
    options: TickOptions = .standard,
    keptBy keeper: TimerKeeper = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @Sendable (Owner, Tick) -> Void
  ) {
    self.init(
      every: interval, options: options, keptBy: keeper, on: timekeeper,
      receiver: .queue(queue, of: owner, body))
  }

  /// Starts a timer that ticks on a queue.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - queue: Where to tick; nil for the timekeeper's own thread, where everything else waits
  ///     while the closure runs.
  ///   - options: The first tick, missed ticks, the limit and the tolerance.
  ///   - keeper: What keeps the timer.
  ///   - timekeeper: What keeps the time.
  ///   - body: What to do at each tick.
  public convenience init(
    every interval: Duration,
    queue: DispatchQueue?,
    options: TickOptions = .standard,
    keptBy keeper: TimerKeeper = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @Sendable (Tick) -> Void
  ) {
    self.init(
      every: interval, options: options, keptBy: keeper, on: timekeeper,
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
  public func fireNow() -> Bool { core.fireNow() }

  /// Ends the timer and lets go of its closure; false if it has ended already.
  ///
  /// After a call made on the queue of the ticks, be it the main actor's, no tick is delivered
  /// there any more; elsewhere one may be running.
  @discardableResult
  public func cancel() -> Bool { core.cancel() }
}

/// What keeps a timer alive; without it the timer ends by itself.
public enum TimerKeeper: Sendable, Hashable {
  /// The handle: letting go of it cancels the timer.
  case handle

  /// The timekeeper: the timer goes on though nobody holds it, until it is cancelled, its owner
  /// is gone, or its last tick is told. Fire and forget.
  case timekeeper
}
