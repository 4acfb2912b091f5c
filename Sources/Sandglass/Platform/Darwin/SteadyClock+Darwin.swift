#if canImport(Darwin)
  import Darwin
  package import SandglassCore

  /// The steady clock of Apple platforms: the continuous time, which runs through sleep.
  package enum SteadyClock {
    /// The time since boot, including sleep.
    package static var now: Moment {
      // Darwin names its continuous clock "raw monotonic". It is the clock of `mach_continuous_time`.
      Moment(nanoseconds: clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW))
    }
  }
#endif
