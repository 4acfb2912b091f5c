import SandglassCore

/// The system's alarm. It consists of a kernel timer and a thread of the library that waits on the timer.
///
/// Dispatch and tasks have disadvantages. On Linux, Dispatch waits on a clock that stops while the device sleeps. A
/// cancelled `Task.sleep` keeps its memory until its deadline, so each new setting would leave some memory behind.
/// Finally, an alarm that rings on a thread pool has to wait while other work blocks the pool's threads.
final class SystemAlarm: Alarm {
  private let timer: KernelTimer
  private let machine: Locked<AlarmMachine>

  /// Creates an alarm that calls `ring` on its own thread. Returns nil if the process has no descriptors or threads
  /// left.
  ///
  /// - Parameters:
  ///   - calls: The system calls to use.
  ///   - now: The closure that reads the clock of the kernel's timer.
  ///   - ring: The closure to call when the moment of the latest setting has come.
  init?(
    calls: KernelTimerCalls = .alarm, now: @escaping @Sendable () -> Moment = { SteadyClock.now },
    ring: @escaping @Sendable () -> Void
  ) {
    let machine = Locked(AlarmMachine())
    let made = KernelTimer(threadName: "sandglass alarm", calls: calls) { timer, event in
      if case .lost(let number, let error) = event {
        // Without an alarm, all timers would silently stop.
        fatalError(
          "Other code closed descriptor \(number), the alarm of a Sandglass timekeeper, and a new one "
            + "cannot be made: \(FileCalls.message(of: error))")
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
      // The timer is set under the lock, so that the kernel gets the settings in the order of their numbers.
      guard let timerSetting = machine.set(setting) else { return }
      timer.set(timerSetting)
    }
  }

  func invalidate() {
    timer.invalidate()
  }
}
