#if os(Linux) || (canImport(UIKit) && !os(watchOS))
  import Foundation

  /// Observes a notification that UIKit posts on the main thread, until it is let go.
  // Sendable: the token is given to the notification centre alone, which may be called from any
  // thread.
  final class NotificationObserver: @unchecked Sendable {
    private let token: any NSObjectProtocol

    init(
      _ name: NSNotification.Name, of object: AnyObject,
      _ body: @escaping @MainActor @Sendable () -> Void
    ) {
      token = NotificationCenter.default.addObserver(
        forName: name, object: object, queue: nil
      ) { _ in
        MainActor.assumeIsolated { body() }
      }
    }

    deinit {
      NotificationCenter.default.removeObserver(token)
    }
  }
#endif
