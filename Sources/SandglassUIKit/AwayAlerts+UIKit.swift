#if STAND_INS || (canImport(UIKit) && !os(watchOS))
  /// The alerts of an application link. This protocol exists because alerts are unavailable on tvOS.
  @MainActor
  protocol AwayAlerts: AnyObject {
    /// The app has moved to the background.
    func enterBackground()

    /// The app is about to return to the foreground.
    func enterForeground()
  }
#endif
