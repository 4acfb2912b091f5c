package import SandglassCore

/// The time of any clock, counted from the moment at which this value was made.
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
    // Rounded down: a deadline that has not come must not seem to have.
    Moment(nanoseconds: UInt64(clamping: start.duration(to: clock.now).nanosecondsRoundedDown))
  }

  package var wallNow: WallMoment {
    wall()
  }

  /// The moments of this time begin with this value: no other process can share them.
  package var bootIdentity: BootIdentity? { nil }

  package var takesLeeway: Bool { false }

  /// The caller's clock decides what a wake-up costs.
  package var wakeUpInterval: Duration { .zero }

  package func makeWallClockWatch(
    changed: @escaping @Sendable () -> Void
  ) -> (any WallClockWatch)? { nil }

  package func makeAlarm(ring: @escaping @Sendable () -> Void) -> any Alarm {
    ClockAlarm(clock: clock, start: start, ring: ring)
  }
}
