#if os(Linux) || (canImport(UIKit) && !os(watchOS))
  /// What alerts the user while the app is away, as a link sees it: there are no end alerts on tvOS.
  @MainActor
  protocol AwayAlerts: AnyObject {
    /// The app has left the front.
    func schedule()

    /// The app comes to the front.
    func withdraw()
  }
#endif
