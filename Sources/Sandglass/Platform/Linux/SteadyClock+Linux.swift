#if os(Linux) || os(Android)
  import CSandglass
  #if canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #else
    import Glibc
  #endif
  package import SandglassCore

  /// The steady clock of Linux. It is `CLOCK_BOOTTIME`, which keeps running while the device sleeps.
  package enum SteadyClock {
    /// The time since boot, including the time for which the device was asleep.
    package static var now: Moment { read(CLOCK_BOOTTIME) }

    /// The time since boot for which the device was awake. It is `CLOCK_MONOTONIC`.
    static var awake: Moment { read(CLOCK_MONOTONIC) }

    private static func read(_ clock: clockid_t) -> Moment {
      var nanoseconds: Int64 = 0
      let seconds = sandglass_clock_read(clock, &nanoseconds)
      return Moment(nanoseconds: UInt64(seconds) * 1_000_000_000 + UInt64(nanoseconds))
    }
  }
#endif
