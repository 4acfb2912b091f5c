import Sandglass

/// Ours, thread-safe: a timekeeper with an object for all timers in place of a closure for each.
struct TimekeeperHandlerTimers: MovingTimerEngine {
  private let timekeeper = Timekeeper()
  private let handler = SilentHandler()
  private let origin: Moment

  init() {
    origin = timekeeper.now
  }

  func arm(_ number: Int, delay: UInt64) -> ScheduledCall {
    timekeeper.schedule(
      at: Moment(nanoseconds: origin.nanoseconds + delay), calling: handler)
  }

  func cancel(_ handle: ScheduledCall) {
    timekeeper.cancel(handle)
  }

  func move(_ handle: ScheduledCall, delay: UInt64) {
    timekeeper.reschedule(handle, to: Moment(nanoseconds: origin.nanoseconds + delay))
  }
}

/// What is called for a timer that should never come due.
private final class SilentHandler: TimerHandler {
  private let silence = Silence()

  func timerIsDue(at now: Moment) {
    silence.broken(by: 0)
  }
}
