#if os(Linux) || (canImport(UIKit) && !os(watchOS))
  public import Sandglass
  #if os(Linux)
    public import SandglassUIKitStandIn
  #else
    public import UIKit
  #endif

  /// The background time of an app: a background task of its application, of about half a minute.
  public struct ApplicationBackgroundTime: BackgroundTime {
    private let application: UIApplication
    private let name: String

    /// Makes the background time of an app.
    ///
    /// - Parameters:
    ///   - application: The application, handed in, since an extension has none.
    ///   - name: What the debugger and the system's logs call the background task.
    public init(_ application: UIApplication, name: String) {
      self.application = application
      self.name = name
    }

    /// Begins a background task; nil if the system refuses.
    public func begin(
      expired: @escaping @MainActor @Sendable () -> Void
    ) -> (@Sendable () -> Void)? {
      let identifier = application.beginBackgroundTask(withName: name, expirationHandler: expired)
      guard identifier != .invalid else { return nil }
      return { application.endBackgroundTask(identifier) }
    }
  }
#endif
