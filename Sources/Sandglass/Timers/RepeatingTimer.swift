public import Dispatch
public import SandglassCore

/// A timer that ticks at every multiple of an interval, without drift.
///
/// ```swift
/// ticker = RepeatingTimer(every: .milliseconds(250), with: self) { gauge, tick in gauge.refresh() }
/// ```
///
/// Use the owner that is passed to the closure, not `self`. If `self` holds the handle, a closure that captures `self`
/// creates a reference cycle. ``TickingTimer`` says when the timer ends, and has the methods that pause and end it.
public final class RepeatingTimer: TickingTimer, @unchecked Sendable {
  // Sendable: it adds no property to its superclass, which is.

  private init(
    every interval: Duration, _ options: TickOptions, _ tolerance: Duration,
    _ lifetime: TimerLifetime, on timekeeper: Timekeeper, _ receiver: TimerReceiver<Tick>
  ) {
    let options = options.tolerating(tolerance)
    super.init(
      .every(options.schedule(every: interval, from: timekeeper.now)),
      tolerance: options.tolerance, lifetime: lifetime, on: timekeeper, receiver: receiver)
  }

  /// Starts a timer that ticks on the main actor, bound to an owner.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. The timer ends when
  ///     the owner is deallocated.
  ///   - options: The first tick, missed ticks and the limit.
  ///   - tolerance: How late a tick may be, so that it shares a wake-up with others. Zero or less means no tolerance.
  ///   - lifetime: Whether the timer ends when its handle is released, or keeps running without its handle while the
  ///     owner, if it has one, exists.
  ///   - timekeeper: The timekeeper to run on.
  ///   - body: The closure to call on each tick.
  @MainActor
  public convenience init<Owner: AnyObject>(
    every interval: Duration,
    with owner: Owner,
    options: TickOptions = TickOptions(),
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @MainActor (Owner, Tick) -> Void
  ) {
    self.init(
      every: interval, options, tolerance, lifetime, on: timekeeper, .main(with: owner, body))
  }

  /// Starts a timer that ticks on the main actor, without an owner. Its parameters are those of
  /// ``init(every:with:options:tolerance:lifetime:on:_:)``.
  public convenience init(
    every interval: Duration,
    options: TickOptions = TickOptions(),
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @MainActor (Tick) -> Void
  ) {
    self.init(every: interval, options, tolerance, lifetime, on: timekeeper, .main(body))
  }

  /// Starts a timer that ticks on a queue, bound to an owner. Its other parameters are those of
  /// ``init(every:with:options:tolerance:lifetime:on:_:)``.
  ///
  /// The queue may be nil, for the timekeeper's own thread, on which everything else waits while the closure runs.
  public convenience init<Owner: AnyObject & Sendable>(
    every interval: Duration,
    with owner: Owner,
    queue: DispatchQueue?,
    options: TickOptions = TickOptions(),
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @Sendable (Owner, Tick) -> Void
  ) {
    self.init(
      every: interval, options, tolerance, lifetime, on: timekeeper,
      .queue(queue, with: owner, body))
  }

  /// Starts a timer that ticks on a queue, without an owner. Its parameters are those of
  /// ``init(every:with:queue:options:tolerance:lifetime:on:_:)``.
  public convenience init(
    every interval: Duration,
    queue: DispatchQueue?,
    options: TickOptions = TickOptions(),
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @Sendable (Tick) -> Void
  ) {
    self.init(every: interval, options, tolerance, lifetime, on: timekeeper, .queue(queue, body))
  }
}

extension RepeatingTimer {
  /// The time between two ticks. It is a whole number of nanoseconds, and at most 584 years.
  ///
  /// Setting this property changes the interval of the next ticks, as ``setInterval(_:from:)`` does. Traps unless the
  /// new value is positive.
  public var interval: Duration {
    get { core.interval }
    set { setInterval(newValue) }
  }

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
  /// - Returns: Whether there are ticks left; false after the end.
  @discardableResult
  public func setInterval(_ interval: Duration, from start: IntervalStart = .now) -> Bool {
    precondition(interval > .zero, "A timer's interval must be positive, but is \(interval).")
    return core.setInterval(interval, from: start)
  }
}
