import SandglassCore

/// The alarm of a system: a timer of its kernel, and a thread of ours that waits on it.
///
/// Dispatch and tasks serve us worse. On Linux, Dispatch waits on a clock that stands still while the machine
/// sleeps. A cancelled `Task.sleep` keeps its memory until its deadline, so that each new setting would leave
/// some behind. And what rings on a pool of threads has to wait while other work blocks those.
final class SystemAlarm: Alarm {
  private let timer: KernelTimer
  private let machine: Locked<AlarmMachine>

  /// Makes an alarm that calls `ring` on a thread of its own; nil if the process has no descriptor or no thread
  /// left.
  ///
  /// - Parameters:
  ///   - calls: The kernel's calls.
  ///   - now: Reads the clock of the kernel's timer.
  ///   - ring: Called when the moment of the latest setting has come.
  init?(
    calls: KernelTimerCalls = .alarm, now: @escaping @Sendable () -> Moment = { SteadyClock.now },
    ring: @escaping @Sendable () -> Void
  ) {
    let machine = Locked(AlarmMachine())
    let made = KernelTimer(threadName: "sandglass alarm", calls: calls) { timer, event in
      if case .lost(let number, let error) = event {
        // To go on without an alarm would be to stand still in silence.
        fatalError(
          "Descriptor \(number), the alarm of a Sandglass timekeeper, was closed by other code, and no "
            + "other can be made: \(FileCalls.message(of: error))")
      }
      let moment = machine.withLock { machine -> Moment? in
        switch machine.wokeUp(at: now()) {
        case .ring(let moment): return moment
        case .sleep(let setting):
          timer.set(setting)
          return nil
        }
      }
      guard let moment else { return }
      while now() < moment { Processor.pause() }
      ring()
    }
    guard let made else { return nil }
    timer = made
    self.machine = machine
  }

  func set(_ setting: AlarmSetting) {
    machine.withLock { machine in
      // Under the lock: the kernel gets the settings in the order of their numbers.
      guard let timerSetting = machine.set(setting) else { return }
      timer.set(timerSetting)
    }
  }

  func invalidate() {
    timer.invalidate()
  }
}
