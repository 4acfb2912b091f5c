#if os(Linux)
  import CTimerDescriptor
  import Glibc

  /// A timer descriptor and a thread that waits on it.
  final class TimerDescriptor: Sendable {
    /// What waiting on the descriptor has come to.
    enum Event {
      /// Its instant has come.
      case due

      /// Its clock was set, and it watches for that.
      case clockSet
    }

    private let descriptor: Int32
    private let threadName: StaticString
    private let handle: @Sendable (Event) -> Void
    private let isValid = Locked(true)

    /// Takes over `descriptor`; nil if there is none, or no thread left.
    ///
    /// - Parameters:
    ///   - descriptor: What to wait on; -1 for none.
    ///   - threadName: The name of the thread, of at most 15 bytes.
    ///   - handle: Told of each event, on that thread.
    init?(
      _ descriptor: Int32, threadName: StaticString, handle: @escaping @Sendable (Event) -> Void
    ) {
      self.descriptor = descriptor
      self.threadName = threadName
      self.handle = handle
      guard descriptor >= 0 else { return nil }
      guard startThread() else {
        close(descriptor)
        return nil
      }
    }

    /// Sets it to an instant of its clock in nanoseconds, at least one; zero disarms it.
    func set(toNanoseconds nanoseconds: UInt64) {
      isValid.withLock { isValid in
        if isValid { arm(atNanoseconds: nanoseconds) }
      }
    }

    /// Ends the thread and closes the descriptor, soon.
    func invalidate() {
      isValid.withLock { isValid in
        guard isValid else { return }
        isValid = false
        // Wakes the thread.
        arm(atNanoseconds: 1)
      }
    }

    private func arm(atNanoseconds nanoseconds: UInt64) {
      sandglass_timer_set(
        descriptor, Int(nanoseconds / 1_000_000_000), Int(nanoseconds % 1_000_000_000))
    }

    private func startThread() -> Bool {
      // The thread must not be the one that the process's signals are delivered to.
      var all = sigset_t()
      var former = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, &former)
      defer { pthread_sigmask(SIG_SETMASK, &former, nil) }

      let timer = Unmanaged.passRetained(self)
      var thread = pthread_t()
      let failure = pthread_create(
        &thread, nil,
        { context in
          guard let context else { return nil }
          // Balances the `passRetained` of the thread's start.
          let timer = Unmanaged<TimerDescriptor>.fromOpaque(context).takeRetainedValue()
          timer.threadName.withUTF8Buffer { name in sandglass_name_thread(name.baseAddress) }
          timer.waitAndHandle()
          return nil
        }, timer.toOpaque())
      guard failure == 0 else {
        timer.release()
        return false
      }
      pthread_detach(thread)
      return true
    }

    private func waitAndHandle() {
      var expirations: UInt64 = 0
      while true {
        let count = read(descriptor, &expirations, MemoryLayout<UInt64>.size)
        let error = errno
        guard isValid.withLock({ $0 }) else { break }
        if count > 0 { handle(.due) } else if error == ECANCELED { handle(.clockSet) }
      }
      close(descriptor)
    }
  }
#endif
