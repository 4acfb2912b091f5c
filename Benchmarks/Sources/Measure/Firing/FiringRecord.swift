import CMeasuring
import Dispatch

/// Counts the timers that have fired.
// Sendable: the engine's one thread counts, and nobody looks before it has signalled `done`.
final class FiringRecord: @unchecked Sendable {
  let done = DispatchSemaphore(value: 0)
  private(set) var early = 0
  /// When the last one fired.
  private(set) var end: UInt64 = 0
  private var left: Int

  init(_ count: Int) {
    left = count
  }

  /// Whether all have fired; for somebody on the engine's own thread.
  var isDone: Bool { left == 0 }

  /// Counts one more.
  func note(isEarly: Bool) {
    if isEarly { early += 1 }
    left -= 1
    if left == 0 {
      end = steady_nanoseconds()
      done.signal()
    }
  }
}
