#if canImport(Darwin)
  import Darwin
  import SandglassCore

  extension KernelTimerCalls {
    /// Always true, because a kqueue timer supports a leeway.
    static var takesLeeway: Bool { true }

    /// A kqueue timer, on the clock that keeps running while the device sleeps.
    ///
    /// `NOTE_ABSOLUTE` alone would select the wall clock. With `NOTE_MACHTIME`, the deadline is in ticks, and with
    /// `NOTE_MACH_CONTINUOUS_TIME`, in ticks of the clock that keeps running while the device sleeps. Adding the timer
    /// again replaces its previous setting completely (xnu, `bsd/kern/kern_event.c`, `filt_timervalidate` and
    /// `filt_timertouch`). Dispatch uses the same filter for its own timers.
    static let alarm = KernelTimerCalls(
      open: {
        let descriptor = kqueue()
        // `kqueue` has no flag that closes the descriptor on exec. A child process created by `fork` does not inherit
        // the descriptor at all.
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptor
      },
      set: { descriptor, setting in
        var change = change(to: setting)
        let result = kevent64(descriptor, &change, 1, nil, 0, 0, nil)
        // There is no timer to delete if the timer has already fired or was never set.
        return result >= 0 || (errno == ENOENT && setting.instant == nil)
      },
      isOpen: { descriptor in
        var now = timespec()
        return kevent64(descriptor, nil, 0, nil, 0, 0, &now) >= 0
      },
      take: { descriptor in
        var event = kevent64_s()
        var now = timespec()
        let count = kevent64(descriptor, nil, 0, &event, 1, 0, &now)
        if count > 0 { return .due }
        return count == 0 || errno == EINTR ? .interrupted : .failed
      })

    private static let timebase: Timebase = {
      var info = mach_timebase_info_data_t()
      mach_timebase_info(&info)
      return Timebase(numerator: info.numer, denominator: info.denom)
    }()

    /// Converts a setting to a kernel event.
    private static func change(to setting: KernelTimer.Setting) -> kevent64_s {
      var change = kevent64_s()
      change.filter = Int16(EVFILT_TIMER)
      guard let instant = setting.instant else {
        change.flags = UInt16(EV_DELETE)
        return change
      }
      change.flags = UInt16(EV_ADD | EV_ENABLE | EV_ONESHOT)
      // The timer is always critical. Otherwise the kernel may apply its own, longer leeway of up to 75 ms, depending
      // on the priority of the thread that sets the timer (xnu, `osfmk/kern/timer_call.c`).
      change.fflags = UInt32(NOTE_ABSOLUTE | NOTE_MACHTIME | NOTE_CRITICAL)
      change.fflags |= UInt32(NOTE_MACH_CONTINUOUS_TIME)
      change.data = Int64(clamping: timebase.ticks(reaching: instant.nanoseconds))
      if setting.leeway > .zero {
        change.fflags |= UInt32(NOTE_LEEWAY)
        change.ext.1 = timebase.ticks(within: setting.leeway.clampedNanoseconds)
      }
      return change
    }
  }
#endif
