#if os(Linux)
  import CSandglassLinux
  import Glibc
  public import SandglassCore

  /// The wall clock of the system.
  public enum WallClock {
    /// The present instant, as the system's clock has it.
    public static var now: WallMoment {
      var nanoseconds: Int64 = 0
      let seconds = sandglass_clock_read(CLOCK_REALTIME, &nanoseconds)
      return WallMoment(
        nanosecondsSince1970: Int128(seconds) * 1_000_000_000 + Int128(nanoseconds))
    }
  }
#endif
