public import Dispatch
public import SandglassCore

/// A timer that ticks at every multiple of an interval, without drift.
///
/// The timer starts when it is created. It ends when its handle, this object, is released, unless its lifetime is
/// detached. A timer with an owner holds the owner weakly and passes it to the closure, so that there is no reference
/// cycle. When the owner is deallocated, the timer ends. It ends immediately if the owner held the handle, and
/// otherwise when the next tick is due.
///
/// ```swift
/// ticker = RepeatingTimer(every: .milliseconds(250), with: self) { gauge, tick in gauge.refresh() }
/// ```
///
/// Use the owner that is passed to the closure, not `self`. If `self` holds the handle, a closure that captures `self`
/// creates a reference cycle.
///
/// Every method can be called in every state, from any thread and inside any callback. A call that does not apply in
/// the current state does nothing and returns false.
public final class RepeatingTimer: Sendable {
  private let core: RepeatingTimerCore
  private let lifetime: TimerLifetime

  private init(
    every interval: Duration, options: TickOptions, lifetime: TimerLifetime,
    on timekeeper: Timekeeper, receiver: TimerReceiver<Tick>, madeAt: SourceLine
  ) {
    self.lifetime = lifetime
    core = RepeatingTimerCore(
      .every(options.schedule(every: interval, from: timekeeper.now)),
      tolerance: options.tolerance, on: timekeeper, receiver: receiver, madeAt: madeAt)
  }

  /// Starts a timer that ticks at times on the wall clock.
  init(
    at times: WallTimes, options: TickOptions, lifetime: TimerLifetime, on timekeeper: Timekeeper,
    receiver: TimerReceiver<Tick>, madeAt: SourceLine
  ) {
    self.lifetime = lifetime
    core = RepeatingTimerCore(
      .at(timekeeper.schedule(at: times, options: options)), tolerance: options.tolerance,
      on: timekeeper, receiver: receiver, madeAt: madeAt)
  }

  deinit {
    if lifetime == .handle { _ = core.cancel() }
  }

  /// Starts a timer that ticks on the main actor, bound to an owner.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. The timer ends when
  ///     the owner is deallocated.
  ///   - options: The first tick, missed ticks and the limit.
  ///   - tolerance: How late a tick may be, so that it shares a wake-up with others. Zero or less
  ///     means no tolerance.
  ///   - lifetime: Whether the timer ends when its handle is released, or keeps running without its handle while the
  ///     owner exists.
  ///   - timekeeper: The timekeeper to run on.
  ///   - fileID: The file that contains this call, for ``Timekeeper/pending``.
  ///   - line: The line of this call.
  ///   - body: The closure to call on each tick. Use the owner that is passed to the closure. If `self` holds the
  ///     timer, capturing `self` creates a reference cycle.
  @MainActor
  public convenience init<Owner: AnyObject>(
    every interval: Duration,
    with owner: Owner,
    options: TickOptions = TickOptions(),
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @MainActor (Owner, Tick) -> Void
  ) {
    self.init(
      every: interval, options: options.tolerating(tolerance), lifetime: lifetime, on: timekeeper,
      receiver: .main(with: owner, body), madeAt: SourceLine(fileID: fileID, line: line))
  }

  /// Starts a timer that ticks on the main actor, bound to an owner, with a closure that does not receive the tick.
  ///
  /// Otherwise this is the same as ``init(every:with:options:tolerance:lifetime:on:fileID:line:_:)``.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. The timer ends when
  ///     the owner is deallocated.
  ///   - options: The first tick, missed ticks and the limit.
  ///   - tolerance: How late a tick may be, so that it shares a wake-up with others. Zero or less
  ///     means no tolerance.
  ///   - lifetime: Whether the timer ends when its handle is released, or keeps running without its handle while the
  ///     owner exists.
  ///   - timekeeper: The timekeeper to run on.
  ///   - fileID: The file that contains this call, for ``Timekeeper/pending``.
  ///   - line: The line of this call.
  ///   - body: The closure to call with the owner on each tick.
  @MainActor
  public convenience init<Owner: AnyObject>(
    every interval: Duration,
    with owner: Owner,
    options: TickOptions = TickOptions(),
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @MainActor (Owner) -> Void
  ) {
    self.init(
      every: interval, with: owner, options: options, tolerance: tolerance, lifetime: lifetime,
      on: timekeeper, fileID: fileID, line: line
    ) { owner, _ in body(owner) }
  }

  /// Starts a timer that ticks on the main actor.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - options: The first tick, missed ticks and the limit.
  ///   - tolerance: How late a tick may be, so that it shares a wake-up with others. Zero or less
  ///     means no tolerance.
  ///   - lifetime: Whether the timer ends when its handle is released, or keeps running without its handle.
  ///   - timekeeper: The timekeeper to run on.
  ///   - fileID: The file that contains this call, for ``Timekeeper/pending``.
  ///   - line: The line of this call.
  ///   - body: The closure to call on each tick.
  public convenience init(
    every interval: Duration,
    options: TickOptions = TickOptions(),
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @MainActor (Tick) -> Void
  ) {
    self.init(
      every: interval, options: options.tolerating(tolerance), lifetime: lifetime, on: timekeeper,
      receiver: .main(body), madeAt: SourceLine(fileID: fileID, line: line))
  }

  /// Starts a timer that ticks on the main actor, with a closure that does not receive the tick.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - options: The first tick, missed ticks and the limit.
  ///   - tolerance: How late a tick may be, so that it shares a wake-up with others. Zero or less
  ///     means no tolerance.
  ///   - lifetime: Whether the timer ends when its handle is released, or keeps running without its handle.
  ///   - timekeeper: The timekeeper to run on.
  ///   - fileID: The file that contains this call, for ``Timekeeper/pending``.
  ///   - line: The line of this call.
  ///   - body: The closure to call on each tick.
  public convenience init(
    every interval: Duration,
    options: TickOptions = TickOptions(),
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @MainActor () -> Void
  ) {
    self.init(
      every: interval, options: options.tolerating(tolerance), lifetime: lifetime, on: timekeeper,
      receiver: .main { _ in body() }, madeAt: SourceLine(fileID: fileID, line: line))
  }

  /// Starts a timer that ticks on a queue, bound to an owner.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. The timer ends when
  ///     the owner is deallocated.
  ///   - queue: The queue to tick on.
  ///   - options: The first tick, missed ticks and the limit.
  ///   - tolerance: How late a tick may be, so that it shares a wake-up with others. Zero or less
  ///     means no tolerance.
  ///   - lifetime: Whether the timer ends when its handle is released, or keeps running without its handle while the
  ///     owner exists.
  ///   - timekeeper: The timekeeper to run on.
  ///   - fileID: The file that contains this call, for ``Timekeeper/pending``.
  ///   - line: The line of this call.
  ///   - body: The closure to call on each tick. Use the owner that is passed to the closure. If `self` holds the
  ///     timer, capturing `self` creates a reference cycle.
  public convenience init<Owner: AnyObject & Sendable>(
    every interval: Duration,
    with owner: Owner,
    queue: DispatchQueue,
    options: TickOptions = TickOptions(),
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @Sendable (Owner, Tick) -> Void
  ) {
    self.init(
      every: interval, options: options.tolerating(tolerance), lifetime: lifetime, on: timekeeper,
      receiver: .queue(queue, with: owner, body), madeAt: SourceLine(fileID: fileID, line: line))
  }

  /// Starts a timer that ticks on a queue.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - queue: The queue to tick on; nil for the timekeeper's own thread, on which everything else waits while the
  ///     closure runs.
  ///   - options: The first tick, missed ticks and the limit.
  ///   - tolerance: How late a tick may be, so that it shares a wake-up with others. Zero or less
  ///     means no tolerance.
  ///   - lifetime: Whether the timer ends when its handle is released, or keeps running without its handle.
  ///   - timekeeper: The timekeeper to run on.
  ///   - fileID: The file that contains this call, for ``Timekeeper/pending``.
  ///   - line: The line of this call.
  ///   - body: The closure to call on each tick.
  public convenience init(
    every interval: Duration,
    queue: DispatchQueue?,
    options: TickOptions = TickOptions(),
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @Sendable (Tick) -> Void
  ) {
    self.init(
      every: interval, options: options.tolerating(tolerance), lifetime: lifetime, on: timekeeper,
      receiver: .queue(queue, body), madeAt: SourceLine(fileID: fileID, line: line))
  }

  /// Starts a timer that ticks on a queue, with a closure that does not receive the tick.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - queue: The queue to tick on; nil for the timekeeper's own thread, on which everything else waits while the
  ///     closure runs.
  ///   - options: The first tick, missed ticks and the limit.
  ///   - tolerance: How late a tick may be, so that it shares a wake-up with others. Zero or less
  ///     means no tolerance.
  ///   - lifetime: Whether the timer ends when its handle is released, or keeps running without its handle.
  ///   - timekeeper: The timekeeper to run on.
  ///   - fileID: The file that contains this call, for ``Timekeeper/pending``.
  ///   - line: The line of this call.
  ///   - body: The closure to call on each tick.
  public convenience init(
    every interval: Duration,
    queue: DispatchQueue?,
    options: TickOptions = TickOptions(),
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @Sendable () -> Void
  ) {
    self.init(
      every: interval, options: options.tolerating(tolerance), lifetime: lifetime, on: timekeeper,
      receiver: .queue(queue) { _ in body() }, madeAt: SourceLine(fileID: fileID, line: line))
  }
}

extension RepeatingTimer {
  /// Whether the timer has ticks left, and is not paused.
  public var isRunning: Bool { core.isRunning }

  /// Whether the timer is paused with ticks left.
  public var isPaused: Bool { core.isPaused }

  /// The time between two ticks. It is a whole number of nanoseconds, and at most 584 years.
  ///
  /// If the timer has times on the wall clock, this is the time from the next tick to the one after it, and setting this
  /// property does nothing.
  ///
  /// Setting this property changes the interval of the next ticks, as ``setInterval(_:from:)`` does. Traps unless the
  /// new value is positive.
  public var interval: Duration {
    get { core.interval }
    set { setInterval(newValue) }
  }

  /// When the next tick is due; nil while the timer is paused, and after the end.
  ///
  /// If this moment has passed, the timekeeper has not served the tick yet.
  public var nextTick: Moment? { core.nextDue }

  /// Changes the interval of the next ticks.
  ///
  /// Ticks that are already due are delivered first. Ticks that are missed from now on are counted with the new
  /// interval, and the ticks' indices continue.
  ///
  /// While the timer is paused, the moment of the pause is used instead of the current moment. After the timer is
  /// resumed, the next tick therefore comes one interval later. If `start` is the latest tick, the next tick comes
  /// earlier by the time from the latest tick to the pause.
  ///
  /// If the timer's queue is nil, a tick that is due but has not been served yet is served later, and the ticks after
  /// it are measured from it.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - start: The start of the first new interval, which is either now or the latest tick.
  /// - Returns: Whether there are ticks left; false after the end, and if the timer has times on the wall clock, which
  ///   this does not change.
  @discardableResult
  public func setInterval(_ interval: Duration, from start: IntervalStart = .now) -> Bool {
    precondition(interval > .zero, "A timer's interval must be positive, but is \(interval).")
    return core.setInterval(interval, from: start)
  }

  /// Pauses the timer, and preserves the exact time to the next tick. Returns false unless the timer is running.
  @discardableResult
  public func pause() -> Bool { core.pause() }

  /// Resumes the timer. The next tick comes after the time that was left when the timer was paused. Returns false
  /// unless the timer is paused.
  ///
  /// If the timer has times on the wall clock, the next tick comes at the next of them.
  @discardableResult
  public func resume() -> Bool { core.resume() }

  /// Pauses the timer if it is running, and resumes it if it is paused, for a button that does both. Returns false after
  /// the end.
  @discardableResult
  public func toggle() -> Bool { core.toggle() }

  /// Delivers an extra tick immediately, without changing the schedule. Returns false after the end.
  ///
  /// The tick counts towards the limit. It is delivered even if the timer is paused. If the timer's queue is nil, the
  /// closure is called on the caller's thread, before this returns.
  @discardableResult
  public func fire() -> Bool { core.fire() }

  /// Ends the timer and releases its closure. Returns false if the timer has already ended.
  ///
  /// If you call this on the closure's queue, or on the main actor if that is where the closure is called, no tick is
  /// delivered after this returns. If you call it elsewhere, the closure may still be running.
  @discardableResult
  public func cancel() -> Bool { core.cancel() }
}

extension RepeatingTimer: CustomStringConvertible {
  /// The timer's interval, when it will tick or why it will not, and where it was created, for debugging.
  public var description: String { "\(core.description)" }
}
