/// A platform's mechanism for temporarily preventing the suspension of a process.
///
/// A platform's adapter implements this. `BackgroundClaims` decides when to request time, and gives back each grant
/// exactly once.
package protocol BackgroundTime: Sendable {
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
