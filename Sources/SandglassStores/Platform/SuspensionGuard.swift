import Dispatch
import Sandglass

/// Asks the system not to suspend the process while the guard exists.
///
/// The guard gives the system an activity, which is a closure. The system calls the closure with false, and does not
/// suspend the process before that call returns. If the system refuses, or when it is about to suspend the process, it
/// calls the closure with true.
final class SuspensionGuard: Sendable {
  private let hasAnswered = DispatchSemaphore(value: 0)
  private let isOver = DispatchSemaphore(value: 0)
  private let hasExpired = Locked(false)

  /// Asks the system not to suspend the process, and waits until the system has called the activity.
  ///
  /// - Parameters:
  ///   - patience: The maximum time to wait. Continuing without a guard is better than waiting forever.
  ///   - perform: The closure that gives an activity to the system. The system calls the activity on its own threads.
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

  /// Whether the system has refused, or is about to suspend the process anyway.
  var isExpiring: Bool { hasExpired.withLock { $0 } }
}
