/// What a platform grants to a process so that it is not suspended for a while.
///
/// A platform's adapter implements this; ``BackgroundKeeper`` decides when to ask and sees to it
/// that all that was granted is given back exactly once.
public protocol BackgroundTime: Sendable {
  /// Asks for time; may be called on any thread, and holds no lock of ours.
  ///
  /// - Parameter expired: To be called when the time is about to run out, at most once. It gives
  ///   the time back before it returns.
  /// - Returns: What gives the time back, to be called exactly once, on any thread; nil if the
  ///   platform refuses.
  func begin(
    expired: @escaping @MainActor @Sendable () -> Void
  ) -> (@Sendable () -> Void)?
}

/// Somebody who is told that the system is about to suspend the app; held weakly.
@MainActor
final class SuspensionWitness {
  private(set) weak var owner: AnyObject?

  /// False once it has been removed or replaced.
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
