import Sandglass

/// Our thread-safe timers: a timekeeper with one closure per timer.
struct TimekeeperTimers: MovingTimerEngine {
  private let timekeeper = Timekeeper()
  private let silence = Silence()
  private let origin: Moment

  init() {
    origin = timekeeper.now
  }

  func arm(_ number: Int, delay: UInt64) -> ScheduledCall {
    timekeeper.schedule(at: Moment(nanoseconds: origin.nanoseconds + delay)) { [silence] _ in
      silence.broken(by: number)
    }
  }

  func cancel(_ handle: ScheduledCall) {
    timekeeper.cancel(handle)
  }

  func move(_ handle: ScheduledCall, delay: UInt64) {
    timekeeper.reschedule(handle, to: Moment(nanoseconds: origin.nanoseconds + delay))
  }
}
