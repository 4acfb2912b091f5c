/// A platform's way to keep a process from being suspended for a while.
///
/// A platform's adapter implements this. ``BackgroundKeeper`` decides when to request time, and gives back each grant
/// exactly once.
public protocol BackgroundTime: Sendable {
  /// Requests time. May be called on any thread. The caller holds no lock of the library.
  ///
  /// - Parameter expired: To be called at most once, when the time is about to run out. The call gives the time back
  ///   before it returns.
  /// - Returns: A closure that gives the time back, to be called exactly once, on any thread; nil if the platform
  ///   refuses.
  func begin(
    expired: @escaping @MainActor @Sendable () -> Void
  ) -> (@Sendable () -> Void)?
}

/// An observer, held weakly, that is notified when the system is about to suspend the app.
@MainActor
final class SuspensionWitness {
  private(set) weak var owner: AnyObject?

  /// False once the observer has been removed or replaced.
  var isActive = true

  private let body: @MainActor () -> Void

  init<Owner: AnyObject>(_ owner: Owner, _ body: @escaping @MainActor (Owner) -> Void) {
    self.owner = owner
    self.body = { [weak owner] in
      if let owner { body(owner) }
    }
  }

  func tell() {
    if isActive { body() }
  }
}
