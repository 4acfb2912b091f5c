import Sandglass
import SandglassCore
import Synchronization

/// The bare wheel with an atomic exchange before each operation and a write after it, which no lock can do
/// without: what is between that and our timeouts is ours.
struct LockedWheelTimers: MovingTimerEngine, ~Copyable {
  private var wheel = WheelTimers()
  private let isTaken = Atomic(false)

  mutating func arm(_ number: Int, delay: UInt64) -> TimerToken {
    take()
    defer { giveBack() }
    return wheel.arm(number, delay: delay)
  }

  mutating func cancel(_ handle: TimerToken) {
    take()
    wheel.cancel(handle)
    giveBack()
  }

  mutating func move(_ handle: TimerToken, delay: UInt64) {
    take()
    wheel.move(handle, delay: delay)
    giveBack()
  }

  private func take() {
    while isTaken.exchange(true, ordering: .acquiring) {}
  }

  private func giveBack() {
    isTaken.store(false, ordering: .releasing)
  }
}
