#if canImport(Darwin)
  import Darwin
  package import SandglassCore

  /// The steady clock of Apple platforms. It is the continuous time, which keeps running while the device sleeps.
  package enum SteadyClock {
    /// The time since boot, including the time for which the device was asleep.
    package static var now: Moment {
      // Darwin names its continuous clock "raw monotonic". It is the clock of `mach_continuous_time`.
      Moment(nanoseconds: clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW))
    }

    /// The time since boot for which the device was awake. It is the clock of `mach_absolute_time`.
    static var awake: Moment {
      Moment(nanoseconds: clock_gettime_nsec_np(CLOCK_UPTIME_RAW))
    }
  }
#endif
