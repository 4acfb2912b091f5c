// What the system and the user do to the stand-ins for Apple's frameworks, for a client's tests on Linux. On other systems,
// this module contains nothing.

#if STAND_INS
  import Foundation
  public import Sandglass

  extension UIApplication {
    /// Creates an application in the foreground, for a test. Apple's framework has one application, and does not let
    /// you create others.
    public static func standIn() -> UIApplication { UIApplication(.active) }

    /// Does what the system does when the user leaves the app: posts the notification that an `ApplicationLink`
    /// observes.
    public func userLeaves() { goToBackground() }

    /// Does what the system does when the user returns to the app.
    public func userReturns() { comeToFront() }
  }

  extension UNUserNotificationCenter {
    /// Creates a notification centre for a test. Its notifications become due in the timekeeper's time.
    ///
    /// - Parameter timekeeper: The timekeeper of a `VirtualTime`.
    /// - Returns: A notification centre without notifications.
    public static func standIn(on timekeeper: Timekeeper) -> UNUserNotificationCenter {
      UNUserNotificationCenter(now: { (timekeeper.now - .origin) / Duration.seconds(1) })
    }

    /// The notifications that are scheduled and not due yet, in the order in which they are due.
    public var scheduledNotifications: [UNNotificationRequest] {
      deliver()
      return pending.values.sorted { $0.due < $1.due }.map(\.request)
    }

    /// The identifiers of the notifications that were due, in the order in which they were due.
    public var shownNotifications: [String] {
      deliver()
      return delivered.map(\.identifier)
    }
  }
#endif
