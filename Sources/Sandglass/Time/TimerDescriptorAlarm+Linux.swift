#if os(Linux)
  import CTimerDescriptor
  import SandglassCore

  /// The alarm of Linux: a timer descriptor on the clock that runs through sleep.
  ///
  /// Dispatch waits on `CLOCK_MONOTONIC`, which stands still while the machine sleeps, and a
  /// cancelled `Task.sleep` keeps its memory until its deadline.
  final class TimerDescriptorAlarm: Alarm {
    private let timer: TimerDescriptor
    private let latestNumber = Locked(UInt64(0))

    /// Makes an alarm that calls `ring` on a thread of its own; nil if the process has no
    /// descriptor or no thread left.
    init?(ring: @escaping @Sendable () -> Void) {
      guard
        let timer = TimerDescriptor(
          sandglass_timer_make(), threadName: "sandglass alarm", handle: { _ in ring() })
      else { return nil }
      self.timer = timer
    }

    func set(to moment: Moment?, number: UInt64) {
      latestNumber.withLock { latest in
        guard number > latest else { return }
        latest = number
        // Zero would disarm.
        timer.set(toNanoseconds: moment.map { max(1, $0.nanoseconds) } ?? 0)
      }
    }

    func invalidate() {
      timer.invalidate()
    }
  }
#endif
