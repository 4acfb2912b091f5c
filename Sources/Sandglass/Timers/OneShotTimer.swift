public import Dispatch
import SandglassCore

/// A timer that fires once, and again whenever it is armed again.
///
/// It starts when it is made and lasts as long as its handle, unless it is told to be detached.
/// A timer with an owner holds it weakly and hands it to the closure; it does not
/// fire once the owner is gone.
///
/// ```swift
/// banner = OneShotTimer(after: .seconds(3), with: self) { screen in screen.hideBanner() }
/// banner.restart()  // touched: three seconds from now
/// _ = OneShotTimer(after: .seconds(3), lifetime: .detached) { print("fire and forget") }
/// ```
///
/// The closure is kept until the handle goes or the timer is cancelled, since it may be armed again; that of a
/// detached timer until it was called. So a closure that captures the handle, or `self` beside the owner where `self` has the
/// handle, keeps all of them for ever: use what it is handed, or ``cancel()``.
///
/// Every method may be called in every state, from any thread and inside any callback. What makes
/// no sense does nothing and answers false.
public final class OneShotTimer: Sendable {
  private let core: OneShotTimerCore
  private let lifetime: TimerLifetime

  private init(
    after delay: Duration, tolerance: Duration, lifetime: TimerLifetime,
    on timekeeper: Timekeeper, receiver: TimerReceiver<Void>, madeAt: SourceLine
  ) {
    self.lifetime = lifetime
    core = OneShotTimerCore(
      after: delay, tolerance: tolerance, lifetime: lifetime, on: timekeeper, receiver: receiver,
      madeAt: madeAt)
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
  ///   - fileID: The file in which it is made, for ``Timekeeper/pending``.
  ///   - line: The line at which it is made.
  ///   - body: What to do.
  ///     Use the owner that it is handed: where `self` has the handle, a closure that captures `self` keeps both for ever.
  @MainActor
  public convenience init<Owner: AnyObject>(
    after delay: Duration,
    with owner: Owner,
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @MainActor (Owner) -> Void
  ) {
    self.init(
      after: delay, tolerance: tolerance, lifetime: lifetime, on: timekeeper,
      receiver: .main(with: owner) { owner, _ in body(owner) },
      madeAt: SourceLine(fileID: fileID, line: line))
  }

  /// Starts a timer that fires on the main actor.
  ///
  /// - Parameters:
  ///   - delay: The time until it fires; zero or less fires at once.
  ///   - tolerance: How late it may fire to share a wake-up with others. Traps if negative.
  ///   - lifetime: Whether the timer ends with its handle, or goes on without it.
  ///   - timekeeper: What keeps the time.
  ///   - fileID: The file in which it is made, for ``Timekeeper/pending``.
  ///   - line: The line at which it is made.
  ///   - body: What to do.
  public convenience init(
    after delay: Duration,
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @MainActor () -> Void
  ) {
    self.init(
      after: delay, tolerance: tolerance, lifetime: lifetime, on: timekeeper,
      receiver: .main { _ in body() }, madeAt: SourceLine(fileID: fileID, line: line))
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
  ///   - fileID: The file in which it is made, for ``Timekeeper/pending``.
  ///   - line: The line at which it is made.
  ///   - body: What to do.
  ///     Use the owner that it is handed: where `self` has the handle, a closure that captures `self` keeps both for ever.
  public convenience init<Owner: AnyObject & Sendable>(
    after delay: Duration,
    with owner: Owner,
    queue: DispatchQueue,
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @Sendable (Owner) -> Void
  ) {
    self.init(
      after: delay, tolerance: tolerance, lifetime: lifetime, on: timekeeper,
      receiver: .queue(queue, with: owner) { owner, _ in body(owner) },
      madeAt: SourceLine(fileID: fileID, line: line))
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
  ///   - fileID: The file in which it is made, for ``Timekeeper/pending``.
  ///   - line: The line at which it is made.
  ///   - body: What to do.
  public convenience init(
    after delay: Duration,
    queue: DispatchQueue?,
    tolerance: Duration = .zero,
    lifetime: TimerLifetime = .handle,
    on timekeeper: Timekeeper = .shared,
    fileID: StaticString = #fileID,
    line: UInt32 = #line,
    _ body: @escaping @Sendable () -> Void
  ) {
    self.init(
      after: delay, tolerance: tolerance, lifetime: lifetime, on: timekeeper,
      receiver: .queue(queue) { _ in body() }, madeAt: SourceLine(fileID: fileID, line: line))
  }
}

extension OneShotTimer {
  /// Whether it is still to fire, and time runs for it.
  public var isRunning: Bool { core.isRunning }

  /// Whether it stands still and is still to fire.
  public var isPaused: Bool { core.isPaused }

  /// When it fires; nil while it is paused, and once it has fired or ended.
  ///
  /// A moment that has passed means that the timekeeper has not come to it yet.
  public var nextDue: Moment? { core.nextDue }

  /// Arms it again, to fire `delay` from now, whether it waits, is paused or has fired.
  ///
  /// It ends with ``cancel()``; when it was to fire and its owner was gone; and a detached one when its closure is called.
  ///
  /// Only the new delay counts from here on: a call of the closure that is on its way is taken back, as by ``cancel()``.
  /// So on the queue of the callback, be it the main actor's, nothing of the earlier delay comes any more;
  /// elsewhere the closure may be running, and is called again.
  ///
  /// - Parameter delay: The time until it fires; zero or less fires at once.
  /// - Returns: Whether it is armed; false once it has ended.
  @discardableResult
  public func restart(after delay: Duration) -> Bool { core.restart(after: delay) }

  /// Arms it again with the delay that it was given last: see ``restart(after:)``.
  @discardableResult
  public func restart() -> Bool { core.restart(after: nil) }

  /// Arms it again, to fire at `deadline`: see ``restart(after:)``. The delay of ``restart()`` stays as it is.
  ///
  /// - Parameter deadline: When it fires; one that has passed fires at once.
  /// - Returns: Whether it is armed; false once it has ended.
  @discardableResult
  public func restart(at deadline: Moment) -> Bool { core.restart(at: deadline) }

  /// Stands still and keeps the exact time left; false unless it is running.
  @discardableResult
  public func pause() -> Bool { core.pause() }

  /// Goes on from where it was paused; false unless it is paused.
  @discardableResult
  public func resume() -> Bool { core.resume() }

  /// Fires now instead of later; false if it has fired or ended.
  ///
  /// With no queue, the closure is called by the caller, before this returns.
  @discardableResult
  public func fire() -> Bool { core.fire() }

  /// Ends the timer and lets go of its closure; answers whether it was still to call that.
  ///
  /// After a call made on the queue of the callback, be it the main actor's, it is not delivered
  /// there any more; elsewhere it may be running. It cannot be armed again, even if this answers false because
  /// it has fired.
  @discardableResult
  public func cancel() -> Bool { core.cancel() }
}

extension OneShotTimer: CustomStringConvertible {
  /// What it is, when it fires or why it does not, and where it was made; for debugging.
  public var description: String { "\(core.description)" }
}
