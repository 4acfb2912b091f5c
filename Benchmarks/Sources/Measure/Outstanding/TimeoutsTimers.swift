import Sandglass

/// Our thread-safe timeouts: a set of timeouts with a number in place of each closure.
struct TimeoutsTimers: MovingTimerEngine {
  private let timeouts: Timeouts
  private let origin: Moment

  init() {
    let silence = Silence()
    let timekeeper = Timekeeper()
    timeouts = Timeouts(on: timekeeper) { number, _ in silence.broken(by: number) }
    origin = timekeeper.now
  }

  func arm(_ number: Int, delay: UInt64) -> Timeouts.Token {
    timeouts.schedule(number, at: Moment(nanoseconds: origin.nanoseconds + delay))
  }

  func cancel(_ handle: Timeouts.Token) {
    timeouts.cancel(handle)
  }

  func move(_ handle: Timeouts.Token, delay: UInt64) {
    timeouts.reschedule(handle, to: Moment(nanoseconds: origin.nanoseconds + delay))
  }
}
