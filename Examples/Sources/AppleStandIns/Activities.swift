import Synchronization

/// The error of a request in the background.
struct ActivityRefusal: Error {}

/// The activities that tests have begun, and whether the system refuses more.
package enum Activities {
  private static let refusal = Mutex(false)
  // Unsafe: Mutex does not hold values that are not Sendable. It is accessed only while holding the lock below.
  private nonisolated(unsafe) static var all: [AnyObject] = []
  private static let lock = Mutex(())

  /// Whether requests fail, as they do while the app is in the background.
  package static var isRefusing: Bool {
    get { refusal.withLock { $0 } }
    set { refusal.withLock { $0 = newValue } }
  }

  static func add(_ activity: AnyObject) { lock.withLock { _ in all.append(activity) } }

  static func all<Attributes>(of _: Attributes.Type) -> [Activity<Attributes>] {
    lock.withLock { _ in all.compactMap { $0 as? Activity<Attributes> } }
  }

  package static func removeAll() { lock.withLock { _ in all = [] } }
}
