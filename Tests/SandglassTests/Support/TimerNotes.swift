import Foundation
import Sandglass

/// Values that callbacks record, from any thread. Tests read them or wait until there are enough.
final class TimerNotes<Value: Sendable>: Sendable {
  private struct State {
    var values: [Value] = []
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  var values: [Value] { state.withLock { $0.values } }

  var count: Int { state.withLock { $0.values.count } }

  func note(_ value: Value) {
    let satisfied = state.withLock { state in
      state.values.append(value)
      let count = state.values.count
      let satisfied = state.waiting.filter { $0.count <= count }
      state.waiting.removeAll { $0.count <= count }
      return satisfied
    }
    for waiting in satisfied { waiting.continuation.resume() }
  }

  /// Waits until at least `count` values have been recorded.
  func wait(for count: Int) async {
    await withCheckedContinuation { continuation in
      let isSatisfied = state.withLock { state in
        if state.values.count >= count { return true }
        state.waiting.append((count, continuation))
        return false
      }
      if isSatisfied { continuation.resume() }
    }
  }
}
