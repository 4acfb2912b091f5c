#if canImport(Darwin)
  import Darwin
  import SandglassCore

  /// The system's wall clock.
  enum WallClock {
    /// The current instant on the system's clock.
    static var now: WallMoment {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return WallMoment(timeSince1970: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
    }
  }
#endif
