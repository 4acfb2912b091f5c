package import Dispatch
package import SandglassCore

/// The clocks, the alarm and the delivery of callbacks that a timekeeper uses.
///
/// The timekeeper reads both clocks under its lock, so reading them must be fast, and must not call the timekeeper.
package protocol TimeSource: Sendable {
  /// The current moment on the steady clock.
  var now: Moment { get }

  /// The current moment on the wall clock.
  var wallNow: WallMoment { get }

  /// The current moment on the steady clock, and how long the device had slept by then. Always zero if the time source does
  /// not know that.
  var sleepReading: SleepReading { get }

  /// The identity of this boot of the system; nil if the system does not provide one.
  var bootIdentity: BootIdentity? { get }

  /// The process that this time source belongs to.
  var process: ProcessIdentity { get }

  /// Returns whether another process of this boot is still alive.
  func life(of process: ProcessIdentity) -> ProcessLife

  /// Whether timers may be late within their tolerance, so that they share wake-ups.
  var honorsTolerance: Bool { get }

  /// Whether the alarm may ring late by a leeway, so that the system wakes up once for several timers.
  var takesLeeway: Bool { get }

  /// The minimum average time between wake-ups. A wake-up costs more than most of the work for which it is needed.
  var wakeUpInterval: Duration { get }

  /// The observer that is notified of waiting tasks; nil if there is no observer.
  var waitObserver: (any WaitObserver)? { get }

  /// Whether the steady clock runs at a rate that a program chooses, so that nothing on it knows the real time.
  var isRated: Bool { get }

  /// Creates a watch that reports that the wall clock was set; nil if this time source cannot report it.
  func makeWallClockWatch(changed: @escaping @Sendable () -> Void) -> (any WallClockWatch)?

  /// Creates a timekeeper's alarm, which calls `ring` each time it rings.
  func makeAlarm(ring: @escaping @Sendable () -> Void) -> any Alarm

  /// Runs `work` on `queue`, either asynchronously or, in virtual time, immediately.
  func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void)

  /// Runs a callback inline, because the caller is already on `queue`. In virtual time, callbacks that the callback
  /// adds to that queue run after it.
  func callInline(on queue: DispatchQueue, _ body: () -> Void)
}

extension TimeSource {
  package var process: ProcessIdentity { OwnProcess.identity }

  package func life(of process: ProcessIdentity) -> ProcessLife { RunningProcess.life(of: process) }

  package var honorsTolerance: Bool { true }

  package var waitObserver: (any WaitObserver)? { nil }

  package var isRated: Bool { false }

  package func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    queue.async(execute: work)
  }

  package func callInline(on queue: DispatchQueue, _ body: () -> Void) {
    body()
  }

  /// Returns readings of both clocks that were taken within a tenth of a millisecond. The wall clock was not set
  /// between the two readings.
  ///
  /// The wall clock is read first. A timer that is planned with both readings may therefore be late by the time between
  /// them, but never early. If the machine is so busy that a hundred attempts fail, the readings of the last attempt
  /// are returned.
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
/// The alarm rings at the moment to which it is set, or later, but never earlier. It may ring once too often, so the
/// timekeeper checks the clock after each ring.
package protocol Alarm: AnyObject, Sendable {
  /// Sets the alarm, replacing its previous setting.
  ///
  /// The settings are numbered under the lock and made outside it. A setting has no effect if a setting with a higher
  /// number has already been made.
  func set(_ setting: AlarmSetting)

  /// Ends the alarm permanently.
  func invalidate()
}

/// A setting of an alarm.
package struct AlarmSetting: Sendable {
  /// When to ring; nil for never.
  package let moment: Moment?

  /// How much later the alarm may ring, so that the system can wake up once for several timers.
  package let leeway: Duration

  /// The number of the setting.
  package let number: UInt64
}

/// Reports to a timekeeper that the wall clock was set.
package protocol WallClockWatch: AnyObject, Sendable {
  /// Begins or stops watching.
  ///
  /// The settings are numbered under the lock and made outside it. A setting has no effect if a setting with a higher
  /// number has already been made.
  func set(_ isWatching: Bool, number: UInt64)

  /// Begins watching if earlier attempts have failed, for example because the process had no descriptors left.
  func renew()

  /// Ends the watch permanently.
  func invalidate()
}

extension WallClockWatch {
  package func renew() {}
}

/// An observer of tasks that are waiting on a timekeeper. Virtual time uses it to determine when all tasks have
/// settled.
///
/// All methods are called under the timekeeper's lock, so that the calls are made in the right order. An observer must
/// not call the timekeeper.
package protocol WaitObserver: Sendable {
  /// Numbers a waiter, which may wait once or repeatedly.
  ///
  /// - Parameter isLimit: Whether the waiter only limits how long another task may take.
  /// - Returns: The waiter's number.
  func makeWaiter(isLimit: Bool) -> Int

  /// Notes that the task `task` has begun to wait, until `deadline` if it waits only for time. Called by that task.
  func waits(_ waiter: Int, task: TaskIdentity?, until deadline: Moment?)

  /// Notes that the waiter's wait has ended normally, and that its task is about to run.
  func woke(_ waiter: Int)

  /// Notes that the waiter will not wait again, because it was cancelled, has finished or was deallocated.
  func ended(_ waiter: Int)

  /// Starts a task, and observes it. Returns what cancels it; nil if tasks cannot be observed, and none is started. Called
  /// without the lock.
  func start(_ work: @escaping @Sendable () async -> Void) -> (@Sendable () -> Void)?
}

/// How long a device had slept by a moment on the steady clock.
package struct SleepReading: Sendable {
  package let moment: Moment
  package let asleep: Duration

  package init(moment: Moment, asleep: Duration) {
    self.moment = moment
    self.asleep = asleep
  }
}

/// Readings of both clocks, which were read together.
package struct ClockReadings: Sendable {
  package let steady: Moment
  package let wall: WallMoment

  /// Returns the wall-clock time at a moment on the steady clock, according to the wall clock's current setting.
  package func wall(at moment: Moment) -> WallMoment {
    wall + (moment - steady)
  }

  /// Returns the wall-clock time of an event, according to the wall clock's current setting.
  package func wall(of instant: PastMoment) -> WallMoment {
    wall - instant.age(at: steady)
  }

  /// The wall-clock time at the origin of the steady clock. It changes when the wall clock is set.
  var wallAtOrigin: WallMoment { wall(at: .origin) }
}
