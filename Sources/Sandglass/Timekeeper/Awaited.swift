/// A value that comes once, and that one task waits for.
// Sendable: everything mutable is accessed only under the timekeeper's lock.
final class Awaited<Value: Sendable>: @unchecked Sendable {
  private let timekeeper: Timekeeper
  private var wait: Wait
  private var settled: Value?

  init(on timekeeper: Timekeeper) {
    self.timekeeper = timekeeper
    wait = Wait(observer: timekeeper.waitObserver)
  }

  /// Sets the value, and wakes the task that waits for it. Does nothing if there is a value.
  func settle(with value: Value) {
    timekeeper.perform { state, _ in
      guard settled == nil else { return }
      settled = value
      wait.end(in: &state)
    }
  }

  /// Waits for the value, which comes by `deadline` if there is one. This is called once.
  nonisolated(nonsending) func value(by deadline: Moment? = nil) async -> Value {
    // The continuation is resumed exactly once: either here, or by the wait, which takes it over.
    await withUnsafeContinuation { continuation in
      timekeeper.perform { state, _ in
        if settled == nil {
          wait.begin(continuation, until: deadline)
        } else {
          state.effects.woken.append(continuation)
        }
      }
    }
    guard let value = timekeeper.withLock({ settled }) else {
      preconditionFailure("A task that waits for a value is woken only by one.")
    }
    return value
  }
}
