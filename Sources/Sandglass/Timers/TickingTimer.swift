public import SandglassCore

/// What the timers that tick have in common: ``RepeatingTimer``, which has an interval, and ``WallTimer``, which has times
/// on the wall clock.
///
/// The timer starts when it is created. It ends when its handle, this object, is released, unless its lifetime is
/// detached. A timer with an owner holds the owner weakly and passes it to the closure, so that there is no reference
/// cycle. When the owner is deallocated, the timer ends. It ends immediately if the owner held the handle, and
/// otherwise when the next tick is due.
///
/// Every method can be called in every state, from any thread and inside any callback. A call that does not apply in
/// the current state does nothing and returns false.
public class TickingTimer: @unchecked Sendable {
  // Sendable: both properties are constants of types that are Sendable, and no subclass has another property.
  let core: TickingTimerCore
  private let lifetime: TimerLifetime

  init(
    _ schedule: TickSchedule, tolerance: Duration, lifetime: TimerLifetime,
    on timekeeper: Timekeeper, receiver: TimerReceiver<Tick>
  ) {
    self.lifetime = lifetime
    core = TickingTimerCore(schedule, tolerance: tolerance, on: timekeeper, receiver: receiver)
  }

  deinit {
    if lifetime == .handle { _ = core.cancel() }
  }
}

extension TickingTimer {
  /// Whether the timer has ticks left, and is not paused.
  public var isRunning: Bool { core.isRunning }

  /// Whether the timer is paused with ticks left.
  public var isPaused: Bool { core.isPaused }

  /// When the next tick is due; nil while the timer is paused, and after the end.
  ///
  /// If this moment has passed, the timekeeper has not served the tick yet.
  public var nextTick: Moment? { core.nextDue }

  /// Pauses the timer. Returns false unless it is running.
  @discardableResult
  public func pause() -> Bool { core.pause() }

  /// Resumes the timer. Returns false unless it is paused.
  ///
  /// A timer with an interval ticks after the time that was left when it was paused, and one with times on the wall clock
  /// at the next of them.
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

extension TickingTimer: CustomStringConvertible {
  /// When the next tick is due or why none is, for debugging.
  public var description: String { "\(core.description)" }
}
