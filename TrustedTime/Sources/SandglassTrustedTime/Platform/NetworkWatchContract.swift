import Sandglass

// As in the library's `PlatformContract.swift`, the build fails here if a platform lacks this declaration. The error
// names it.

/// Reports that the network may have come back.
protocol PlatformNetworkWatch: AnyObject, Sendable {
  /// Creates a watch, which begins to watch immediately. Returns nil if the system refuses.
  ///
  /// - Parameter changed: The closure to call soon after each change of the network, on the watch's own queue. An
  ///   unnecessary call does no harm.
  init?(changed: @escaping @Sendable () -> Void)

  /// Ends the watch permanently. A call of the closure may still be under way.
  func invalidate()
}

extension NetworkWatch: PlatformNetworkWatch {}

extension NetworkWatch {
  /// Creates a watch. Returns nil if a test controls the time, because the machine's network would disturb the test.
  static func start(
    for timekeeper: Timekeeper, changed: @escaping @Sendable () -> Void
  ) -> NetworkWatch? {
    timekeeper.isVirtual ? nil : NetworkWatch(changed: changed)
  }
}
