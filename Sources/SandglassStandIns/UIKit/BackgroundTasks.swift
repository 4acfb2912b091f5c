import Foundation

/// The background tasks of an app, as the system manages them. It traps where the system would kill the app.
// Sendable: everything mutable is accessed only while holding the lock.
package final class BackgroundTasks: @unchecked Sendable {
  package typealias Handler = @MainActor @Sendable () -> Void

  private let lock = NSLock()
  private var live: [UIBackgroundTaskIdentifier: Handler?] = [:]
  private var counts = (begun: 0, ended: 0, refused: 0)
  private var latestNames: [String?] = []
  private var isRefusing = false
  private var duringBegin: (@Sendable (Handler?) -> Void)?
  private var duringEnd: (@Sendable () -> Void)?

  deinit {
    precondition(live.isEmpty, "\(live.count) background tasks were never ended.")
  }

  package var begun: Int { lock.withLock { counts.begun } }
  package var ended: Int { lock.withLock { counts.ended } }
  package var refused: Int { lock.withLock { counts.refused } }
  package var liveCount: Int { lock.withLock { live.count } }
  package var names: [String?] { lock.withLock { latestNames } }

  /// Whether the system refuses background tasks.
  package var refuses: Bool {
    get { lock.withLock { isRefusing } }
    set { lock.withLock { isRefusing = newValue } }
  }

  /// The closure to run while a task is begun, before its identifier is known. It gets the handler.
  package func whileBeginning(_ action: (@Sendable (Handler?) -> Void)?) {
    lock.withLock { duringBegin = action }
  }

  /// The closure to run while a task is ended.
  package func whileEnding(_ action: (@Sendable () -> Void)?) {
    lock.withLock { duringEnd = action }
  }

  func begin(named name: String?, _ handler: Handler?) -> UIBackgroundTaskIdentifier {
    let (identifier, action) = lock.withLock {
      latestNames.append(name)
      guard !isRefusing else {
        counts.refused += 1
        return (UIBackgroundTaskIdentifier.invalid, duringBegin)
      }
      counts.begun += 1
      let identifier = UIBackgroundTaskIdentifier(rawValue: counts.begun)
      live[identifier] = .some(handler)
      return (identifier, duringBegin)
    }
    action?(handler)
    return identifier
  }

  func end(_ identifier: UIBackgroundTaskIdentifier) {
    let action = lock.withLock {
      precondition(identifier != .invalid, "The invalid background task is ended.")
      precondition(
        live.removeValue(forKey: identifier) != nil,
        "Background task \(identifier.rawValue) is ended twice, or was never begun.")
      counts.ended += 1
      return duringEnd
    }
    action?()
  }

  var handlers: [(UIBackgroundTaskIdentifier, Handler?)] {
    lock.withLock { live.sorted { $0.key.rawValue < $1.key.rawValue } }
  }

  func isLive(_ identifier: UIBackgroundTaskIdentifier) -> Bool {
    lock.withLock { live[identifier] != nil }
  }
}
