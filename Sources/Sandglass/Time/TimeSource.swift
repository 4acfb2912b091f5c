package import Dispatch
package import SandglassCore

/// The clocks, the alarm and the delivery of callbacks that a timekeeper uses.
///
/// The timekeeper reads both clocks under its lock, so they must return quickly and must not call the timekeeper.
package protocol TimeSource: Sendable {
  /// The current moment on the steady clock.
  var now: Moment { get }

  /// The current moment on the wall clock.
  var wallNow: WallMoment { get }

  /// Identifies this boot of the system; nil if the system does not provide it.
  var bootIdentity: BootIdentity? { get }

  /// The process that this time source belongs to.
  var process: ProcessIdentity { get }

  /// Whether another process of this boot is still alive.
  func life(of process: ProcessIdentity) -> ProcessLife

  /// Whether timers may be late within their tolerance, to share wake-ups.
  var honorsTolerance: Bool { get }

  /// Whether the alarm may ring late by a leeway, so that the system wakes up once for several timers.
  var takesLeeway: Bool { get }

  /// The minimum average time between wake-ups. A wake-up costs more than most of the work that it does.
  var wakeUpInterval: Duration { get }

  /// Notified of tasks that wait for this time; nil if there is no observer.
  var waitObserver: (any WaitObserver)? { get }

  /// Creates a watch that reports that the wall clock was set; nil if this time source cannot report it.
  func makeWallClockWatch(changed: @escaping @Sendable () -> Void) -> (any WallClockWatch)?

  /// Creates a timekeeper's alarm, which calls `ring` each time it goes off.
  func makeAlarm(ring: @escaping @Sendable () -> Void) -> any Alarm

  /// Runs `work` on `queue`: asynchronously, or immediately in virtual time.
  func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void)

  /// Runs a callback inline; the caller is already on `queue`. In virtual time, callbacks that it adds to that queue
  /// run after it.
  func callInline(on queue: DispatchQueue, _ body: () -> Void)
}

extension TimeSource {
  package var process: ProcessIdentity { OwnProcess.identity }

  package func life(of process: ProcessIdentity) -> ProcessLife { RunningProcess.life(of: process) }

  package var honorsTolerance: Bool { true }

  package var waitObserver: (any WaitObserver)? { nil }

  package func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    queue.async(execute: work)
  }

  package func callInline(on queue: DispatchQueue, _ body: () -> Void) {
    body()
  }

  /// Both clocks, read within a tenth of a millisecond, without a step of the wall clock in between.
  ///
  /// The wall clock is read first. A timer planned with both clocks may therefore be late by the time between the two
  /// reads, but never early. If the machine is so busy that a hundred tries fail, the last one is returned.
  package func readClocks() -> ClockReadings {
    var tries = 0
    while true {
      let wall = wallNow
      let steady = now
      let lapse = wallNow - wall
      tries += 1
      if (.zero ... .microseconds(100)).contains(lapse) || tries == 100 {
        return ClockReadings(steady: steady, wall: wall)
      }
    }
  }
}

/// A timekeeper's alarm.
///
/// It rings at the moment that it is set to, or later, but never earlier. It may ring once too often, so the timekeeper
/// checks the clock after each ring.
package protocol Alarm: AnyObject, Sendable {
  /// Sets the alarm, replacing its previous setting.
  ///
  /// The settings are numbered under the lock and made outside it. A setting that a later number has overtaken has no
  /// effect.
  func set(_ setting: AlarmSetting)

  /// Ends the alarm for good.
  func invalidate()
}

/// A setting of an alarm.
package struct AlarmSetting: Sendable {
  /// When to ring; nil for never.
  package let moment: Moment?

  /// How much later the alarm may ring, if the system can then wake up once for several timers.
  package let leeway: Duration

  /// The number of the setting.
  package let number: UInt64
}

/// Reports to a timekeeper that the wall clock was set.
package protocol WallClockWatch: AnyObject, Sendable {
  /// Begins or stops watching.
  ///
  /// The settings are numbered under the lock and made outside it. A setting that a later number has overtaken has no
  /// effect.
  func set(_ isWatching: Bool, number: UInt64)

  /// Begins to watch if earlier attempts have failed, for example because the process had no descriptors left.
  func renew()

  /// Ends the watch for good.
  func invalidate()
}

extension WallClockWatch {
  package func renew() {}
}

/// An observer of tasks that wait for time. Virtual time uses it to notice when all tasks have settled.
///
/// All methods are called under the timekeeper's lock, so that they arrive in the right order. An observer must not
/// call the timekeeper.
package protocol WaitObserver: Sendable {
  /// Returns a number for a waiter, which may wait once or repeatedly.
  func makeWaiter() -> Int

  /// The task `task` now waits, until `deadline` if it waits only for time. Called by that task.
  func waits(_ waiter: Int, task: Int, until deadline: Moment?)

  /// The waiter's wait has ended normally, and its task is about to run.
  func woke(_ waiter: Int)

  /// The waiter will not wait again, because it was cancelled, has finished or was deallocated.
  func ended(_ waiter: Int)
}

/// Both clocks, read together.
package struct ClockReadings: Sendable {
  package let steady: Moment
  package let wall: WallMoment

  /// The wall-clock time at a moment of the steady clock, as the wall clock is set now.
  func wall(at moment: Moment) -> WallMoment {
    wall + (moment - steady)
  }

  /// The wall-clock time at the origin of the steady clock. It changes when the wall clock is set.
  var wallAtOrigin: WallMoment { wall(at: .origin) }
}
