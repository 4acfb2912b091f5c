/// A platform's mechanism for temporarily preventing the suspension of a process.
///
/// A platform's adapter implements this. ``BackgroundKeeper`` decides when to request time, and gives back each grant
/// exactly once.
public protocol BackgroundTime: Sendable {
  /// Requests time. May be called on any thread. The caller does not hold any of the library's locks.
  ///
  /// - Parameter expired: The closure that the platform's adapter calls at most once, when the time is about to expire.
  ///   The closure gives the time back before it returns.
  /// - Returns: A closure that gives the time back. It is called exactly once, on any thread. Nil if the platform
  ///   refuses.
  func begin(
    expired: @escaping @MainActor @Sendable () -> Void
  ) -> (@Sendable () -> Void)?
}

/// A weakly held observer that is notified when the system is about to suspend the app.
@MainActor
final class SuspensionWitness {
  private(set) weak var owner: AnyObject?

  /// Whether the observer is still bound. False once it has been removed or replaced.
  var isActive = true

  private let body: @MainActor () -> Void

  init<Owner: AnyObject>(_ owner: Owner, _ body: @escaping @MainActor (Owner) -> Void) {
    self.owner = owner
    self.body = { [weak owner] in
      if let owner { body(owner) }
    }
  }

  func report() {
    if isActive { body() }
  }
}
