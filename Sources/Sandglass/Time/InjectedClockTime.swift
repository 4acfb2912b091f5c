package import SandglassCore

/// The time of any clock, measured from the creation of this value.
package struct InjectedClockTime<Source: Clock>: TimeSource where Source.Duration == Duration {
  private let clock: Source
  private let start: Source.Instant
  private let wall: @Sendable () -> WallMoment

  package init(_ clock: Source, wall: @escaping @Sendable () -> WallMoment) {
    self.clock = clock
    self.start = clock.now
    self.wall = wall
  }

  package var now: Moment {
    // The time is rounded down, so that a deadline never seems to have passed too early.
    Moment(nanoseconds: start.duration(to: clock.now).clampedNanosecondsRoundedDown)
  }

  package var wallNow: WallMoment {
    wall()
  }

  package var sleepReading: SleepReading { SleepReading(moment: now, asleep: .zero) }

  /// Always nil, because the moments are measured from the creation of this value, so no other process can use them.
  package var bootIdentity: BootIdentity? { nil }

  package var takesLeeway: Bool { false }

  /// Always zero, because the injected clock decides how often it wakes up.
  package var wakeUpInterval: Duration { .zero }

  package func makeWallClockWatch(
    changed: @escaping @Sendable () -> Void
  ) -> (any WallClockWatch)? { nil }

  package func makeAlarm(ring: @escaping @Sendable () -> Void) -> any Alarm {
    ClockAlarm(clock: clock, start: start, ring: ring)
  }
}
