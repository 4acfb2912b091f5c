#if canImport(Darwin)
  import Darwin
  package import SandglassCore

  /// The steady clock of Apple's systems: the continuous time, which runs through sleep.
  package enum SteadyClock {
    /// The time since boot, sleep included.
    package static var now: Moment {
      // Darwin calls its continuous clock "raw monotonic": it is `mach_continuous_time`.
      Moment(nanoseconds: clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW))
    }
  }
#endif
