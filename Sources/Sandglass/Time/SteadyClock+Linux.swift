#if os(Linux)
  import Glibc
  package import SandglassCore

  /// The steady clock of Linux: `CLOCK_BOOTTIME`, which runs through sleep.
  package enum SteadyClock {
    /// The time since boot, sleep included.
    package static var now: Moment {
      var time = timespec()
      clock_gettime(CLOCK_BOOTTIME, &time)
      return Moment(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    }
  }
#endif
