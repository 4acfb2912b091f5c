#if STAND_INS || (canImport(UIKit) && !os(watchOS))
  import Dispatch
  import Foundation

  /// Observes a notification on the main actor until the observer is deallocated.
  ///
  /// UIKit posts its notifications on the main thread, and the observer handles them synchronously,
  /// because the system grants background time only to an app that requests it before its observers
  /// return. If other code posts a notification with the same name on another thread, the observer
  /// handles that notification asynchronously on the main actor.
  final class NotificationObserver: Sendable {
    /// An object that is deallocated together with the observer. Once it no longer exists, notifications that have not
    /// been handled yet are dropped.
    private final class Life: Sendable {}

    private let life = Life()

    // nonisolated(unsafe): the token is not Sendable, but this class only passes it back to the
    // notification centre, which may be called from any thread.
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

    /// A key whose value only the main queue has. The main thread finds that value whenever it is not running work of
    /// another queue.
    private static let mainQueueMark = {
      let mark = DispatchSpecificKey<Void>()
      DispatchQueue.main.setSpecific(key: mark, value: ())
      return mark
    }()
  }
#endif
