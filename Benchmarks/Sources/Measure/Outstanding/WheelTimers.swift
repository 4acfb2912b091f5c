import Sandglass
import SandglassCore

/// Our bare timing wheel, with a number as the payload.
struct WheelTimers: MovingTimerEngine, ~Copyable {
  private var wheel: TimingWheel<Int>
  private let origin: Moment

  init() {
    origin = Timekeeper.shared.now
    wheel = TimingWheel(now: origin)
  }

  mutating func arm(_ number: Int, delay: UInt64) -> TimerToken {
    wheel.insert(number, at: Moment(nanoseconds: origin.nanoseconds + delay))
  }

  mutating func cancel(_ handle: TimerToken) {
    wheel.remove(handle)
  }

  mutating func move(_ handle: TimerToken, delay: UInt64) {
    wheel.move(handle, to: Moment(nanoseconds: origin.nanoseconds + delay))
  }
}
