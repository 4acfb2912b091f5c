package import SandglassCore

/// The time of the system: its steady clock, its wall clock and an alarm on the steady clock.
package struct SystemTime: TimeSource {
  package init() {}

  package var now: Moment { SteadyClock.now }

  package var wallNow: WallMoment { WallClock.now }

  package var bootIdentity: BootIdentity? { BootSession.identity }

  package var takesLeeway: Bool { KernelTimerCalls.takesLeeway }

  /// A thousand wake-ups a second at most: even so they cost a few hundredths of a core.
  package var wakeUpInterval: Duration { .milliseconds(1) }

  /// A timer of the kernel with a thread; where the process has no descriptor or thread left, an alarm by tasks
  /// that sleep.
  package func makeAlarm(ring: @escaping @Sendable () -> Void) -> any Alarm {
    SystemAlarm(ring: ring) ?? ClockAlarm(ring: ring)
  }

  package func makeWallClockWatch(
    changed: @escaping @Sendable () -> Void
  ) -> (any WallClockWatch)? {
    SystemClockWatch(changed: changed)
  }
}

extension ClockAlarm<ContinuousClock> {
  /// An alarm by tasks that sleep; its moments are those of the system's steady clock.
  convenience init(ring: @escaping @Sendable () -> Void) {
    let clock = ContinuousClock()
    let uptime = SteadyClock.now - .origin
    // Read in this order, the origin can only be placed late, and the alarm never rings early.
    self.init(clock: clock, start: clock.now.advanced(by: .zero - uptime), ring: ring)
  }
}
