#if os(Linux) || os(Android)
  import CSandglass
  #if canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #else
    import Glibc
  #endif
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
        isOpen: { sandglass_timer_is_open($0) == 0 },
        take: { descriptor in
          // Nothing is read from a file of other code that has the number now.
          guard sandglass_timer_is_open(descriptor) == 0 else { return .failed }
          var expirations: UInt64 = 0
          let size = MemoryLayout<UInt64>.size
          if read(descriptor, &expirations, size) == size { return fired }
          switch errno {
          case EINTR, EAGAIN: return .interrupted
          case ECANCELED: return .clockSet
          default: return .failed
          }
        })
    }
  }
#endif
