#if STAND_INS || (canImport(UIKit) && !os(watchOS))
  public import Sandglass
  #if STAND_INS
    public import SandglassStandIns
  #else
    public import UIKit
  #endif

  /// Background time for an app, from a `UIApplication` background task. It lasts about half a
  /// minute.
  public struct ApplicationBackgroundTime: BackgroundTime {
    private let application: UIApplication
    private let name: String

    /// Creates background time for an app.
    ///
    /// - Parameters:
    ///   - application: The application. It is a parameter because an app extension has no shared
    ///     application.
    ///   - name: The name of the background task in the debugger and the system's logs.
    public init(_ application: UIApplication, name: String) {
      self.application = application
      self.name = name
    }

    /// Begins a background task. Returns nil if the system refuses the task.
    public func begin(
      expired: @escaping @MainActor @Sendable () -> Void
    ) -> (@Sendable () -> Void)? {
      let identifier = application.beginBackgroundTask(withName: name, expirationHandler: expired)
      guard identifier != .invalid else { return nil }
      return { application.endBackgroundTask(identifier) }
    }
  }
#endif
