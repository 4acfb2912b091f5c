#if canImport(Darwin)
  import Darwin
  public import SandglassCore

  /// The wall clock of the system.
  public enum WallClock {
    /// The present instant, as the system's clock has it.
    public static var now: WallMoment {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return WallMoment(
        nanosecondsSince1970: Int128(time.tv_sec) * 1_000_000_000 + Int128(time.tv_nsec))
    }
  }
#endif
