#if STAND_INS || (canImport(UIKit) && !os(watchOS))
  import Sandglass
  #if STAND_INS
    import SandglassStandIns
  #else
    import UIKit
  #endif

  /// Background time for an app, from a `UIApplication` background task. It lasts about half a
  /// minute.
  struct ApplicationBackgroundTime: BackgroundTime {
    let application: UIApplication

    /// The name of the background task in the debugger and the system's logs.
    let name: String

    /// Begins a background task. Returns nil if the system refuses the task.
    func begin(
      expired: @escaping @MainActor @Sendable () -> Void
    ) -> (@Sendable () -> Void)? {
      let identifier = application.beginBackgroundTask(withName: name, expirationHandler: expired)
      guard identifier != .invalid else { return nil }
      return { application.endBackgroundTask(identifier) }
    }
  }
#endif
