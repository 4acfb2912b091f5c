#if os(Linux)
  import CSandglassLinux
  import Glibc
  import SandglassCore

  extension KernelTimerCalls {
    /// Always false, because a timer descriptor does not support a leeway.
    static var takesLeeway: Bool { false }

    /// A timer descriptor on the clock that keeps running while the device sleeps.
    static let alarm = timerDescriptor(open: sandglass_timer_make, fired: .due)

    /// A timer descriptor that is cancelled when the wall clock is set. It never fires, so a successful read means that
    /// the number belongs to a different file.
    static let watch = timerDescriptor(open: sandglass_watch_make, fired: .failed)

    private static func timerDescriptor(
      open: @escaping @Sendable () -> Int32, fired: WakeUp
    ) -> Self {
      KernelTimerCalls(
        open: open,
        set: { descriptor, setting in
          // Zero disarms the timer.
          let nanoseconds = setting.instant.map { max(1, $0.nanoseconds) } ?? 0
          let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
          return sandglass_timer_set(descriptor, Int(seconds), Int(rest)) == 0
        },
        wait: { descriptor in
          var expirations: UInt64 = 0
          let size = MemoryLayout<UInt64>.size
          let count = read(descriptor, &expirations, size)
          if count == size { return fired }
          // A read at the end of a different file does not change `errno`.
          guard count < 0 else { return .failed }
          switch errno {
          case EINTR: return .interrupted
          case ECANCELED: return .clockSet
          default: return .failed
          }
        })
    }
  }
#endif
