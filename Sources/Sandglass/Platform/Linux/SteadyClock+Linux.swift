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
    package static var now: Moment {
      var nanoseconds: Int64 = 0
      let seconds = sandglass_clock_read(CLOCK_BOOTTIME, &nanoseconds)
      return Moment(nanoseconds: UInt64(seconds) * 1_000_000_000 + UInt64(nanoseconds))
    }
  }
#endif
