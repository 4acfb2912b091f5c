package import Dispatch
package import SandglassCore

/// The clocks, the alarm and the way to the callbacks that a timekeeper lives on.
package protocol TimeSource: Sendable {
  /// The present moment on the steady clock.
  var now: Moment { get }

  /// The present moment on the wall clock.
  var wallNow: WallMoment { get }

  /// What tells this boot of the system from others; nil where that cannot be known.
  var bootIdentity: BootIdentity? { get }

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
  package var honorsTolerance: Bool { true }

  package var takesLeeway: Bool { false }

  package var wakeUpInterval: Duration { .zero }

  package var waitObserver: (any WaitObserver)? { nil }

  package func makeWallClockWatch(
    changed: @escaping @Sendable () -> Void
  ) -> (any WallClockWatch)? { nil }

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
