#if canImport(Darwin)
  import Darwin
  public import SandglassCore

  /// The system's wall clock.
  public enum WallClock {
    /// The current instant on the system's clock.
    public static var now: WallMoment {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return WallMoment(
        nanosecondsSince1970: Int128(time.tv_sec) * 1_000_000_000 + Int128(time.tv_nsec))
    }
  }
#endif
