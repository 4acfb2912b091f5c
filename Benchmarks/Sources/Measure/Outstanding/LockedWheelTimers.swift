import Sandglass
import SandglassCore
import Synchronization

/// The bare wheel with an atomic exchange before each operation and a store after it, which is the
/// minimum for any lock. The difference from our timeouts is our own overhead.
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
