public import Dispatch
public import SandglassCore

extension RepeatingTimer {
  /// Starts a timer that ticks on the main actor at times on the wall clock, bound to an owner.
  ///
  /// ```swift
  /// renewal = RepeatingTimer(at: .multiples(of: .seconds(30)), with: self) { screen, tick in
  ///   screen.renewCode(at: tick.wallTime)
  /// }
  /// ```
  ///
  /// The timer follows the wall clock. A time is due as soon as the clock shows it or a later time, also if the clock
  /// was set there. No tick is repeated if the clock is set back, unless it then shows a time that is further before the
  /// latest tick than the next time is after it. In that case, the timer ticks again at the times that the clock shows.
  ///
  /// - Parameters:
  ///   - times: The times on the wall clock. If none are left, the timer ends.
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. The timer ends when
  ///     the owner is deallocated.
  ///   - options: The first tick, missed ticks and the limit. Times on the wall clock have no rhythm that could be moved,
  ///     so ``MissedTickPolicy/delay`` is the same as ``MissedTickPolicy/skip``.
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
    at times: WallTimes,
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
      at: times, options: options.tolerating(tolerance), lifetime: lifetime, on: timekeeper,
      receiver: .main(with: owner, body), madeAt: SourceLine(fileID: fileID, line: line))
  }

  /// Starts a timer that ticks on the main actor at times on the wall clock.
  ///
  /// Otherwise this is the same as ``init(at:with:options:tolerance:lifetime:on:fileID:line:_:)``.
  ///
  /// - Parameters:
  ///   - times: The times on the wall clock. If none are left, the timer ends.
  ///   - options: The first tick, missed ticks and the limit.
  ///   - tolerance: How late a tick may be, so that it shares a wake-up with others. Zero or less
  ///     means no tolerance.
  ///   - lifetime: Whether the timer ends when its handle is released, or keeps running without its handle.
  ///   - timekeeper: The timekeeper to run on.
  ///   - fileID: The file that contains this call, for ``Timekeeper/pending``.
  ///   - line: The line of this call.
  ///   - body: The closure to call on each tick.
  public convenience init(
    at times: WallTimes,
    options: TickOptions = TickOptions(),
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @MainActor (Tick) -> Void
  ) {
    self.init(
      at: times, options: options.tolerating(tolerance), lifetime: lifetime, on: timekeeper,
      receiver: .main(body), madeAt: SourceLine(fileID: fileID, line: line))
  }

  /// Starts a timer that ticks on the main actor at times on the wall clock, with a closure that does not receive the
  /// tick.
  ///
  /// Otherwise this is the same as ``init(at:with:options:tolerance:lifetime:on:fileID:line:_:)``.
  ///
  /// - Parameters:
  ///   - times: The times on the wall clock. If none are left, the timer ends.
  ///   - options: The first tick, missed ticks and the limit.
  ///   - tolerance: How late a tick may be, so that it shares a wake-up with others. Zero or less
  ///     means no tolerance.
  ///   - lifetime: Whether the timer ends when its handle is released, or keeps running without its handle.
  ///   - timekeeper: The timekeeper to run on.
  ///   - fileID: The file that contains this call, for ``Timekeeper/pending``.
  ///   - line: The line of this call.
  ///   - body: The closure to call on each tick.
  public convenience init(
    at times: WallTimes,
    options: TickOptions = TickOptions(),
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @MainActor () -> Void
  ) {
    self.init(
      at: times, options: options.tolerating(tolerance), lifetime: lifetime, on: timekeeper,
      receiver: .main { _ in body() }, madeAt: SourceLine(fileID: fileID, line: line))
  }

  /// Starts a timer that ticks on a queue at times on the wall clock.
  ///
  /// Otherwise this is the same as ``init(at:with:options:tolerance:lifetime:on:fileID:line:_:)``.
  ///
  /// - Parameters:
  ///   - times: The times on the wall clock. If none are left, the timer ends.
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
    at times: WallTimes,
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
      at: times, options: options.tolerating(tolerance), lifetime: lifetime, on: timekeeper,
      receiver: .queue(queue, body), madeAt: SourceLine(fileID: fileID, line: line))
  }
}
