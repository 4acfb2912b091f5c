package import Dispatch
package import SandglassCore

/// The clocks, the alarm and the way to the callbacks that a timekeeper lives on.
///
/// The timekeeper reads both clocks under its lock: that must be short, and must not call the timekeeper.
package protocol TimeSource: Sendable {
  /// The present moment on the steady clock.
  var now: Moment { get }

  /// The present moment on the wall clock.
  var wallNow: WallMoment { get }

  /// What tells this boot of the system from others; nil where that cannot be known.
  var bootIdentity: BootIdentity? { get }

  /// The process whose time this is.
  var process: ProcessIdentity { get }

  /// Whether another process of this boot still lives.
  func life(of process: ProcessIdentity) -> ProcessLife

  /// Whether timers may be late within their tolerance, to share wake-ups.
  var honorsTolerance: Bool { get }

  /// Whether the alarm may ring late by a leeway, to wake the system up for several things at once.
  var takesLeeway: Bool { get }

  /// The least time between wake-ups in the long run: each costs more than most of what is done
  /// then.
  var wakeUpInterval: Duration { get }

  /// What is told of tasks that wait for this time; nil where nobody wants to know.
  var waitObserver: (any WaitObserver)? { get }

  /// Makes what tells that the wall clock was set; nil where nothing tells that.
  func makeWallClockWatch(changed: @escaping @Sendable () -> Void) -> (any WallClockWatch)?

  /// Makes the one alarm of a timekeeper, which calls `ring` each time it goes off.
  func makeAlarm(ring: @escaping @Sendable () -> Void) -> any Alarm

  /// Runs `work` on `queue`: soon, or at once where time is virtual.
  func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void)

  /// Calls somebody back on `queue`, where the caller is: in virtual time what this causes there comes after it.
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

  /// Both clocks, read within a tenth of a millisecond and without a step in between.
  ///
  /// The wall clock is read first, so that what is planned by both may come late by what lies
  /// between, but never early. A machine so busy that it does not get there in many tries has its
  /// last one.
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

/// The one alarm that a timekeeper sets.
///
/// It rings at the moment it is set to or after it, never before, and may ring once too often:
/// whoever is woken looks at the clock.
package protocol Alarm: AnyObject, Sendable {
  /// Sets the alarm anew; what was set before is forgotten.
  ///
  /// The settings are numbered under the lock and made outside it. One that is overtaken by a
  /// later number does nothing.
  func set(_ setting: AlarmSetting)

  /// Ends the alarm for good.
  func invalidate()
}

/// What an alarm is set to.
package struct AlarmSetting: Sendable {
  /// When to ring; nil for never.
  package let moment: Moment?

  /// How much later it may ring, if that lets the system wake up for several things at once.
  package let leeway: Duration

  /// The number of the setting.
  package let number: UInt64
}

/// What tells a timekeeper that the wall clock was set.
package protocol WallClockWatch: AnyObject, Sendable {
  /// Begins or ceases to watch.
  ///
  /// The settings are numbered under the lock and made outside it. One that is overtaken by a
  /// later number does nothing.
  func set(_ isWatching: Bool, number: UInt64)

  /// Begins to watch if that has failed so far, as where the process had no descriptor left.
  func renew()

  /// Ends the watch for good.
  func invalidate()
}

extension WallClockWatch {
  package func renew() {}
}

/// What wants to know of the tasks that wait for time: virtual time does, to see them settle.
///
/// Everything is called under the timekeeper's lock, so that it comes in the right order; an
/// observer must not call the timekeeper.
package protocol WaitObserver: Sendable {
  /// A number for somebody who is going to wait, once or again and again.
  func makeWaiter() -> Int

  /// The task `task` waits now, until `deadline` if it waits for time alone; called by that task.
  func waits(_ waiter: Int, task: Int, until deadline: Moment?)

  /// The waiter was given what it waited for, and its task is about to run.
  func woke(_ waiter: Int)

  /// The waiter will not wait again: it was cancelled, has come to its end or was let go.
  func ended(_ waiter: Int)
}

/// Both clocks, read together.
package struct ClockReadings: Sendable {
  package let steady: Moment
  package let wall: WallMoment

  /// What the wall clock shows, as it is set now, at a moment of the steady one.
  func wall(at moment: Moment) -> WallMoment {
    wall + (moment - steady)
  }

  /// What the wall clock showed when the steady one began: it changes when the wall clock is set.
  var wallAtOrigin: WallMoment { wall(at: .origin) }
}
