import Dispatch

/// Asks the system not to suspend the process, as long as the guard lives.
///
/// The system calls the activity that it is handed with false, and does not suspend the process
/// before that returns. It calls it with true where it refuses, or when it wants to suspend the
/// process soon.
final class SuspensionGuard: Sendable {
  private let hasAnswered = DispatchSemaphore(value: 0)
  private let isOver = DispatchSemaphore(value: 0)
  private let hasExpired = Locked(false)

  /// Waits until the system has answered.
  ///
  /// - Parameters:
  ///   - patience: How long to wait. To go on without a guard is better than to wait for ever.
  ///   - perform: Hands an activity to the system, which calls it on threads of its own.
  init(
    patience: DispatchTimeInterval = .seconds(1),
    _ perform: (_ activity: @escaping @Sendable (_ isExpired: Bool) -> Void) -> Void
  ) {
    perform { [hasAnswered, isOver, hasExpired] isExpired in
      if isExpired { hasExpired.withLock { $0 = true } }
      hasAnswered.signal()
      if !isExpired { isOver.wait() }
    }
    _ = hasAnswered.wait(timeout: .now() + patience)
  }

  deinit {
    isOver.signal()
  }

  /// Whether the system has refused, or is about to suspend the process all the same.
  var isExpiring: Bool { hasExpired.withLock { $0 } }
}
