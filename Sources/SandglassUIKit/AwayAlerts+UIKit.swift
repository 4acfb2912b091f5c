#if os(Linux) || (canImport(UIKit) && !os(watchOS))
  /// The alerts of an application link. This protocol exists because end alerts are unavailable on
  /// tvOS.
  @MainActor
  protocol AwayAlerts: AnyObject {
    /// The app has entered the background.
    func schedule()

    /// The app is about to enter the foreground.
    func withdraw()
  }
#endif
