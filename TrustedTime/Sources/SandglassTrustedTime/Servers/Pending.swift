import Sandglass

/// A value that another task or thread provides, for one task that waits for it and may be cancelled.
final class Pending<Value: Sendable>: Sendable {
  private enum State {
    case open
    case waitedFor(CheckedContinuation<Value, Never>)
    case resolved(Value)
  }

  private let cancelled: Value
  private let state = Locked<State>(.open)

  /// - Parameter cancelled: The value if the task that waits is cancelled.
  init(ifCancelled cancelled: Value) {
    self.cancelled = cancelled
  }

  /// Whether the value has been provided, or the task that waited was cancelled.
  var isResolved: Bool {
    state.withLock { if case .resolved = $0 { true } else { false } }
  }

  /// Waits for the value, or until the task is cancelled.
  func value() async -> Value {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let value: Value? = state.withLock { state in
          if case .resolved(let value) = state { return value }
          state = .waitedFor(continuation)
          return nil
        }
        if let value { continuation.resume(returning: value) }
      }
    } onCancel: {
      resolve(cancelled)
    }
  }

  /// Provides the value. Only the first call has an effect.
  func resolve(_ value: Value) {
    let continuation: CheckedContinuation<Value, Never>? = state.withLock { state in
      switch state {
      case .resolved: return nil
      case .open:
        state = .resolved(value)
        return nil
      case .waitedFor(let continuation):
        state = .resolved(value)
        return continuation
      }
    }
    continuation?.resume(returning: value)
  }
}
