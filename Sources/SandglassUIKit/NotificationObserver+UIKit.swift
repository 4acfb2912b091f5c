#if os(Linux) || (canImport(UIKit) && !os(watchOS))
  import Dispatch
  import Foundation

  /// Observes a notification on the main actor, until it is released.
  ///
  /// UIKit posts its notifications on the main thread, and they are delivered at once: the system
  /// grants background time only to an app that asks before its observers return. Anybody may post
  /// the same names on another thread, though. Those are delivered on the main actor soon after.
  final class NotificationObserver: Sendable {
    /// Lives as long as the observer, and tells what is still on its way that nobody observes.
    private final class Life: Sendable {}

    private let life = Life()

    // Not Sendable, but never touched by us: it goes back to the notification centre, which may be
    // called from any thread.
    private nonisolated(unsafe) let token: any NSObjectProtocol

    init(
      _ name: NSNotification.Name, of object: AnyObject,
      _ body: @escaping @MainActor @Sendable () -> Void
    ) {
      token = NotificationCenter.default.addObserver(
        forName: name, object: object, queue: nil
      ) { [weak life] _ in
        if Self.isOnMainQueue {
          MainActor.assumeIsolated { body() }
        } else {
          DispatchQueue.main.async { [weak life] in
            guard life != nil else { return }
            MainActor.assumeIsolated { body() }
          }
        }
      }
    }

    deinit {
      NotificationCenter.default.removeObserver(token)
    }

    private static var isOnMainQueue: Bool {
      DispatchQueue.getSpecific(key: mainQueueMark) != nil
    }

    /// Tells the main queue from others. The main thread runs on it whenever it runs on no other.
    private static let mainQueueMark = {
      let mark = DispatchSpecificKey<Void>()
      DispatchQueue.main.setSpecific(key: mark, value: ())
      return mark
    }()
  }
#endif
