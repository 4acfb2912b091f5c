public import Dispatch
public import SandglassCore

/// A timer that ticks at times on the wall clock: every half minute on the half minute, or every day at nine.
///
/// ```swift
/// renewal = WallTimer(at: .multiples(of: .seconds(30)), with: self) { screen, tick in
///   screen.renewCode(at: tick.wallTime)
/// }
/// ```
///
/// The timer follows the wall clock. A time is due as soon as the clock shows it or a later time, also if the clock
/// was set there. No tick is repeated if the clock is set back, unless it then shows a time that is further before the
/// latest tick than the next time is after it. In that case, the timer ticks again at the times that the clock shows,
/// and the first of these ticks says so, in ``Tick/clockWentBack``.
///
/// Use the owner that is passed to the closure, not `self`. If `self` holds the handle, a closure that captures `self`
/// creates a reference cycle. ``TickingTimer`` says when the timer ends, and has the methods that pause and end it.
public final class WallTimer: TickingTimer, @unchecked Sendable {
  // Sendable: it adds no property to its superclass, which is.

  private init(
    at times: WallTimes, _ options: TickOptions, _ tolerance: Duration,
    _ lifetime: TimerLifetime, on timekeeper: Timekeeper, _ receiver: TimerReceiver<Tick>
  ) {
    let options = options.tolerating(tolerance)
    super.init(
      .at(timekeeper.schedule(at: times, options: options)), tolerance: options.tolerance,
      lifetime: lifetime, on: timekeeper, receiver: receiver)
  }

  /// Starts a timer that ticks on the main actor, bound to an owner.
  ///
  /// - Parameters:
  ///   - times: The times on the wall clock. If none are left, the timer ends.
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. The timer ends when
  ///     the owner is deallocated.
  ///   - options: The first tick, missed ticks and the limit. Times on the wall clock have no rhythm that could be moved,
  ///     so ``MissedTickPolicy/delay`` is the same as ``MissedTickPolicy/skip``.
  ///   - tolerance: How late a tick may be, so that it shares a wake-up with others. Zero or less means no tolerance.
  ///   - lifetime: Whether the timer ends when its handle is released, or keeps running without its handle while the
  ///     owner, if it has one, exists.
  ///   - timekeeper: The timekeeper to run on.
  ///   - body: The closure to call on each tick.
  @MainActor
  public convenience init<Owner: AnyObject>(
    at times: WallTimes,
    with owner: Owner,
    options: TickOptions = TickOptions(),
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @MainActor (Owner, Tick) -> Void
  ) {
    self.init(at: times, options, tolerance, lifetime, on: timekeeper, .main(with: owner, body))
  }

  /// Starts a timer that ticks on the main actor, without an owner. Its parameters are those of
  /// ``init(at:with:options:tolerance:lifetime:on:_:)``.
  public convenience init(
    at times: WallTimes,
    options: TickOptions = TickOptions(),
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @MainActor (Tick) -> Void
  ) {
    self.init(at: times, options, tolerance, lifetime, on: timekeeper, .main(body))
  }

  /// Starts a timer that ticks on a queue, bound to an owner. Its other parameters are those of
  /// ``init(at:with:options:tolerance:lifetime:on:_:)``.
  ///
  /// The queue may be nil, for the timekeeper's own thread, on which everything else waits while the closure runs.
  public convenience init<Owner: AnyObject & Sendable>(
    at times: WallTimes,
    with owner: Owner,
    queue: DispatchQueue?,
    options: TickOptions = TickOptions(),
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @Sendable (Owner, Tick) -> Void
  ) {
    self.init(
      at: times, options, tolerance, lifetime, on: timekeeper, .queue(queue, with: owner, body))
  }

  /// Starts a timer that ticks on a queue, without an owner. Its parameters are those of
  /// ``init(at:with:queue:options:tolerance:lifetime:on:_:)``.
  public convenience init(
    at times: WallTimes,
    queue: DispatchQueue?,
    options: TickOptions = TickOptions(),
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    _ body: @escaping @Sendable (Tick) -> Void
  ) {
    self.init(at: times, options, tolerance, lifetime, on: timekeeper, .queue(queue, body))
  }
}

extension WallTimer {
  /// Changes the times of the next ticks. A tick that is due already is delivered first, and a time that has ticked does
  /// not tick again.
  ///
  /// - Parameter times: The times on the wall clock. If none are left, the timer ends.
  /// - Returns: Whether there are ticks left; false after the end.
  @discardableResult
  public func setTimes(_ times: WallTimes) -> Bool { core.setTimes(times) }
}
