#if os(Linux)
  import CTimerDescriptor
  import Glibc
  import SandglassCore

  /// The alarm of Linux: a timer descriptor on the clock that runs through sleep.
  ///
  /// Dispatch waits on `CLOCK_MONOTONIC`, which stands still while the machine sleeps, and a
  /// cancelled `Task.sleep` keeps its memory until its deadline.
  final class TimerDescriptorAlarm: Alarm {
    private struct Setting {
      var number: UInt64 = 0
      /// When to ring; nil for never.
      var moment: Moment?
      /// What the descriptor is set to for that: a little earlier.
      var instant = Moment.origin
      var lead = WakeUpLead()
    }

    private let timer: TimerDescriptor
    private let setting: Locked<Setting>

    /// Makes an alarm that calls `ring` on a thread of its own; nil if the process has no
    /// descriptor or no thread left.
    init?(ring: @escaping @Sendable () -> Void) {
      let setting = Locked(Setting())
      let made = TimerDescriptor(threadName: "sandglass alarm", make: sandglass_timer_make) {
        event in
        if case .lost(let number, let error) = event {
          // To go on without an alarm would be to stand still in silence.
          fatalError(
            "Descriptor \(number), the alarm of a Sandglass timekeeper, was closed by other code, and no "
              + "other can be made: \(String(cString: strerror(error)))")
        }
        Self.awaitMoment(of: setting)
        ring()
      }
      guard let made else { return nil }
      timer = made
      self.setting = setting
    }

    func set(to moment: Moment?, number: UInt64) {
      setting.withLock { setting in
        guard number > setting.number else { return }
        setting.number = number
        setting.moment = moment
        setting.instant = moment.map { setting.lead.ahead(of: $0) } ?? .origin
        // Zero would disarm.
        timer.set(toNanoseconds: moment == nil ? 0 : max(1, setting.instant.nanoseconds))
      }
    }

    func invalidate() {
      timer.invalidate()
    }

    /// Waits until the moment for which the thread has just woken up, and learns from when it did.
    private static func awaitMoment(of setting: Locked<Setting>) {
      let moment = setting.withLock { setting -> Moment? in
        // Another setting has overtaken the one that woke the thread up, if it is far away.
        let now = SteadyClock.now
        guard let moment = setting.moment, setting.instant <= now else { return nil }
        setting.lead.note(wokenUpAt: now, for: setting.instant)
        return moment
      }
      guard let moment else { return }
      while SteadyClock.now < moment { sandglass_pause() }
    }
  }
#endif
