#if os(Linux)
  import CTimerDescriptor
  import Glibc
  import SandglassCore

  /// The alarm of Linux: a timer descriptor on the clock that runs through sleep, and a thread
  /// that waits on it.
  ///
  /// Dispatch waits on `CLOCK_MONOTONIC`, which stands still while the machine sleeps, and a
  /// cancelled `Task.sleep` keeps its memory until its deadline.
  final class TimerDescriptorAlarm: Alarm {
    private struct Setting {
      var number: UInt64 = 0
      var isValid = true
    }

    private let descriptor: Int32
    private let ring: @Sendable () -> Void
    private let setting = Locked(Setting())

    /// Makes an alarm that calls `ring` on a thread of its own; nil if the process has no
    /// descriptor or no thread left.
    init?(ring: @escaping @Sendable () -> Void) {
      descriptor = sandglass_timer_make()
      self.ring = ring
      guard descriptor >= 0 else { return nil }
      guard startThread() else {
        close(descriptor)
        return nil
      }
    }

    func set(to moment: Moment?, number: UInt64) {
      setting.withLock { setting in
        guard setting.isValid, number > setting.number else { return }
        setting.number = number
        arm(at: moment)
      }
    }

    func invalidate() {
      setting.withLock { setting in
        guard setting.isValid else { return }
        setting.isValid = false
        // Wakes the thread, which then closes the descriptor and ends.
        arm(at: .origin)
      }
    }

    private func arm(at moment: Moment?) {
      // Zero would disarm.
      let nanoseconds = moment.map { max(1, $0.nanoseconds) } ?? 0
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

      let alarm = Unmanaged.passRetained(self)
      var thread = pthread_t()
      let failure = pthread_create(
        &thread, nil,
        { context in
          guard let context else { return nil }
          // Balances the `passRetained` of the thread's start.
          let alarm = Unmanaged<TimerDescriptorAlarm>.fromOpaque(context).takeRetainedValue()
          sandglass_name_thread("sandglass alarm")
          alarm.waitAndRing()
          return nil
        }, alarm.toOpaque())
      guard failure == 0 else {
        alarm.release()
        return false
      }
      pthread_detach(thread)
      return true
    }

    private func waitAndRing() {
      var expirations: UInt64 = 0
      while true {
        let count = read(descriptor, &expirations, MemoryLayout<UInt64>.size)
        guard setting.withLock({ $0.isValid }) else { break }
        if count > 0 { ring() }
      }
      close(descriptor)
    }
  }
#endif
