package import Foundation

// What the system does to an app.
extension UIApplication {
  /// Sends the app to the background.
  package func goToBackground() {
    resignActive()
    applicationState = .background
    post(Self.didEnterBackgroundNotification)
  }

  /// Brings the app to the front.
  package func comeToFront() {
    applicationState = .inactive
    post(Self.willEnterForegroundNotification)
    becomeActive()
  }

  /// Lets another app have the user's attention, while this one stays in the foreground.
  package func resignActive() {
    guard applicationState == .active else { return }
    post(Self.willResignActiveNotification)
    applicationState = .inactive
  }

  /// Gives the app the user's attention. A launch from a notification may report nothing else.
  package func becomeActive() {
    applicationState = .active
    post(Self.didBecomeActiveNotification)
  }

  /// Posts a notification, in any order that a test needs.
  package func post(_ name: NSNotification.Name) {
    NotificationCenter.default.post(name: name, object: self)
  }

  /// Expires all tasks; traps if a task is not ended by its handler.
  ///
  /// - Parameter mayBeEnding: Returns whether another thread may be ending the task already.
  package func expireTasks(mayBeEnding: () -> Bool = { false }) {
    for (identifier, handler) in tasks.handlers {
      handler?()
      while tasks.isLive(identifier), mayBeEnding() {}
      guard tasks.isLive(identifier) else { continue }
      fatalError("Background task \(identifier.rawValue) is not ended by its expiration handler.")
    }
  }
}
