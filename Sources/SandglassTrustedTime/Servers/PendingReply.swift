import Sandglass
import SandglassTrustedTimeCore

/// A reply that another thread provides, for one task that waits for it and may be cancelled.
final class PendingReply: Sendable {
  typealias Reply = Result<TimeSample, TimeRefusal>

  private enum State {
    case open
    case waitedFor(CheckedContinuation<Reply, Never>)
    case resolved(Reply)
  }

  private let state = Locked<State>(.open)

  /// Waits for the reply, or until the task is cancelled.
  func value() async -> Reply {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let reply: Reply? = state.withLock { state in
          if case .resolved(let reply) = state { return reply }
          state = .waitedFor(continuation)
          return nil
        }
        if let reply { continuation.resume(returning: reply) }
      }
    } onCancel: {
      resolve(.failure(.cancelled))
    }
  }

  /// Provides the reply. Only the first call has an effect.
  func resolve(_ reply: Reply) {
    let continuation: CheckedContinuation<Reply, Never>? = state.withLock { state in
      switch state {
      case .resolved: return nil
      case .open:
        state = .resolved(reply)
        return nil
      case .waitedFor(let continuation):
        state = .resolved(reply)
        return continuation
      }
    }
    continuation?.resume(returning: reply)
  }
}
