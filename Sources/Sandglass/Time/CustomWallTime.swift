import SandglassCore

/// The system's time, with a custom wall clock.
struct CustomWallTime: TimeSource {
  private let system = SystemTime()
  private let wall: @Sendable () -> WallMoment

  init(wall: @escaping @Sendable () -> WallMoment) {
    self.wall = wall
  }

  var now: Moment { system.now }

  var wallNow: WallMoment { wall() }

  var sleepReading: SleepReading { system.sleepReading }

  var bootIdentity: BootIdentity? { system.bootIdentity }

  var takesLeeway: Bool { system.takesLeeway }

  var wakeUpInterval: Duration { system.wakeUpInterval }

  func makeAlarm(ring: @escaping @Sendable () -> Void) -> any Alarm {
    system.makeAlarm(ring: ring)
  }

  /// Watches the system's wall clock, because the custom wall clock may be computed from it.
  func makeWallClockWatch(changed: @escaping @Sendable () -> Void) -> (any WallClockWatch)? {
    system.makeWallClockWatch(changed: changed)
  }
}
