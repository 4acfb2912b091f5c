package import SandglassCore

/// The system's time: its steady clock, its wall clock and an alarm on the steady clock.
package struct SystemTime: TimeSource {
  package init() {}

  package var now: Moment { SteadyClock.now }

  package var wallNow: WallMoment { WallClock.now }

  /// The difference of the steady clock and the one that stops while the device sleeps. It is never too small, and too
  /// large by at most a tenth of a millisecond, unless the machine is so busy that a hundred attempts fail.
  package var sleepReading: SleepReading {
    var tries = 0
    while true {
      let awake = SteadyClock.awake
      let now = SteadyClock.now
      tries += 1
      if SteadyClock.awake - awake <= .microseconds(100) || tries == 100 {
        return SleepReading(moment: now, asleep: now - awake)
      }
    }
  }

  /// The boot, which does not change while the process lives. It is read once. If that fails, it is read again.
  package var bootIdentity: BootIdentity? {
    Self.boot.withLock { boot in
      if boot == nil { boot = BootSession.identity }
      return boot
    }
  }

  private static let boot = Locked<BootIdentity?>(nil)

  package var takesLeeway: Bool { KernelTimerCalls.takesLeeway }

  /// One millisecond, which allows at most a thousand wake-ups a second. A thousand wake-ups cost a few hundredths of a
  /// core.
  package var wakeUpInterval: Duration { .milliseconds(1) }

  /// Creates an alarm that uses a kernel timer and a thread, or sleeping tasks if the process has no descriptors or
  /// threads left.
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
  /// Creates an alarm that uses sleeping tasks. Its moments are moments on the system's steady clock.
  convenience init(ring: @escaping @Sendable () -> Void) {
    let clock = ContinuousClock()
    let uptime = SteadyClock.now - .origin
    // Reading the clocks in this order can only make the estimated origin too late, so the alarm never rings early.
    self.init(clock: clock, start: clock.now.advanced(by: .zero - uptime), ring: ring)
  }
}
