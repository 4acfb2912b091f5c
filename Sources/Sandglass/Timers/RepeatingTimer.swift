public import Dispatch
public import SandglassCore

/// A timer that ticks at every multiple of an interval, without drift.
///
/// It starts when it is made and lasts as long as its handle, unless it is told to be detached.
/// A timer with an owner holds it weakly and hands it to the closure, so that there
/// can be no cycle: when the owner is gone the timer ends, at once if the owner held the handle,
/// and with its next tick otherwise.
///
/// ```swift
/// ticker = RepeatingTimer(every: .milliseconds(250), with: self) { gauge, tick in gauge.refresh() }
/// ```
///
/// Use the owner that the closure is handed, and not `self`: a closure that captures `self`, where `self` has the
/// handle, keeps both for ever.
///
/// Every method may be called in every state, from any thread and inside any callback. What makes
/// no sense does nothing and answers false.
public final class RepeatingTimer: Sendable {
  private let core: RepeatingTimerCore
  private let lifetime: TimerLifetime

  private init(
    every interval: Duration, options: TickOptions, lifetime: TimerLifetime,
    on timekeeper: Timekeeper, receiver: TimerReceiver<Tick>, madeAt: SourceLine
  ) {
    self.lifetime = lifetime
    core = RepeatingTimerCore(
      every: interval, options: options, on: timekeeper, receiver: receiver, madeAt: madeAt)
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
  ///   - fileID: The file in which it is made, for ``Timekeeper/pending``.
  ///   - line: The line at which it is made.
  ///   - body: What to do at each tick.
  ///     Use the owner that it is handed: where `self` has the handle, a closure that captures `self` keeps both for ever.
  @MainActor
  public convenience init<Owner: AnyObject>(
    every interval: Duration,
    with owner: Owner,
    options: TickOptions = .standard,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @MainActor (Owner, Tick) -> Void
  ) {
    self.init(
      every: interval, options: options, lifetime: lifetime, on: timekeeper,
      receiver: .main(with: owner, body), madeAt: SourceLine(fileID: fileID, line: line))
  }

  /// Starts a timer that calls on the main actor, bound to an owner, which does without the tick.
  ///
  /// The same as ``init(every:with:options:lifetime:on:fileID:line:_:)``.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - owner: What the closure works on: held weakly and handed to it. The timer ends with it.
  ///   - options: The first tick, missed ticks, the limit and the tolerance.
  ///   - lifetime: Whether the timer ends with its handle, or goes on without it while the owner lives.
  ///   - timekeeper: What keeps the time.
  ///   - fileID: The file in which it is made, for ``Timekeeper/pending``.
  ///   - line: The line at which it is made.
  ///   - body: What to do with the owner at each tick.
  @MainActor
  public convenience init<Owner: AnyObject>(
    every interval: Duration,
    with owner: Owner,
    options: TickOptions = .standard,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @MainActor (Owner) -> Void
  ) {
    self.init(
      every: interval, with: owner, options: options, lifetime: lifetime, on: timekeeper,
      fileID: fileID, line: line
    ) { owner, _ in body(owner) }
  }

  /// Starts a timer that ticks on the main actor.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - options: The first tick, missed ticks, the limit and the tolerance.
  ///   - lifetime: Whether the timer ends with its handle, or goes on without it.
  ///   - timekeeper: What keeps the time.
  ///   - fileID: The file in which it is made, for ``Timekeeper/pending``.
  ///   - line: The line at which it is made.
  ///   - body: What to do at each tick.
  public convenience init(
    every interval: Duration,
    options: TickOptions = .standard,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @MainActor (Tick) -> Void
  ) {
    self.init(
      every: interval, options: options, lifetime: lifetime, on: timekeeper,
      receiver: .main(body), madeAt: SourceLine(fileID: fileID, line: line))
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
  ///   - fileID: The file in which it is made, for ``Timekeeper/pending``.
  ///   - line: The line at which it is made.
  ///   - body: What to do at each tick.
  ///     Use the owner that it is handed: where `self` has the handle, a closure that captures `self` keeps both for ever.
  public convenience init<Owner: AnyObject & Sendable>(
    every interval: Duration,
    with owner: Owner,
    queue: DispatchQueue,
    options: TickOptions = .standard,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @Sendable (Owner, Tick) -> Void
  ) {
    self.init(
      every: interval, options: options, lifetime: lifetime, on: timekeeper,
      receiver: .queue(queue, with: owner, body), madeAt: SourceLine(fileID: fileID, line: line))
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
  ///   - fileID: The file in which it is made, for ``Timekeeper/pending``.
  ///   - line: The line at which it is made.
  ///   - body: What to do at each tick.
  public convenience init(
    every interval: Duration,
    queue: DispatchQueue?,
    options: TickOptions = .standard,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @Sendable (Tick) -> Void
  ) {
    self.init(
      every: interval, options: options, lifetime: lifetime, on: timekeeper,
      receiver: .queue(queue, body), madeAt: SourceLine(fileID: fileID, line: line))
  }
}

extension RepeatingTimer {
  /// Whether ticks are to come.
  public var isRunning: Bool { core.isRunning }

  /// Whether it stands still with ticks to come.
  public var isPaused: Bool { core.isPaused }

  /// The time between two ticks, in whole nanoseconds and at most 584 years.
  ///
  /// Set it to have the ticks come at another interval from now on, as ``setInterval(_:from:)`` does. Traps unless it is
  /// positive.
  public var interval: Duration {
    get { core.interval }
    set { setInterval(newValue) }
  }

  /// When the next tick is due; nil while it is paused, and after the end.
  ///
  /// A moment that has passed means that the timekeeper has not come to it yet.
  public var nextTick: Moment? { core.nextDue }

  /// Has the ticks come at another interval from now on.
  ///
  /// Ticks that are due by now are told first. What is missed from here on is counted at the new interval, and the
  /// numbers of the ticks go on. While the timer is paused, the moment of the pause counts as now: resumed, the next
  /// tick comes one interval later, or as much earlier as had gone by since the latest tick.
  ///
  /// On the timekeeper's own thread, that is with a queue of nil, a tick that is due and was not served yet is
  /// served later, and the ticks after it are counted from it.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - start: From where the next tick is counted: from now, or from the latest tick.
  /// - Returns: Whether there are ticks to come; false after the end.
  @discardableResult
  public func setInterval(_ interval: Duration, from start: IntervalStart = .now) -> Bool {
    precondition(interval > .zero, "A timer's interval must be positive, but is \(interval).")
    return core.setInterval(interval, from: start)
  }

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

extension RepeatingTimer: CustomStringConvertible {
  /// What it is, when it ticks or why it does not, and where it was made; for debugging.
  public var description: String { "\(core.description)" }
}

/// How long a timer lasts.
public enum TimerLifetime: Sendable, Hashable {
  /// As long as its handle: releasing that cancels the timer.
  case handle

  /// Until it is cancelled, its owner is gone, or its last tick was delivered; the handle may be released. Fire and
  /// forget.
  case detached
}
