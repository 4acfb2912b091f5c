import CPeers
import Dispatch

/// Counts the timers that have fired.
// Sendable: only the engine's one thread counts, and no other thread reads before `done` has been
// signalled.
final class FiringRecord: @unchecked Sendable {
  let done = DispatchSemaphore(value: 0)
  private(set) var early = 0
  /// The time at which the last timer fired.
  private(set) var end: UInt64 = 0
  private var left: Int

  init(_ count: Int) {
    left = count
  }

  /// Whether all timers have fired. Only for code on the engine's own thread.
  var isDone: Bool { left == 0 }

  /// Counts one more timer.
  func note(isEarly: Bool) {
    if isEarly { early += 1 }
    left -= 1
    if left == 0 {
      end = steady_nanoseconds()
      done.signal()
    }
  }
}
