import Synchronization

/// The error of an app that the user has not authorised.
struct AlarmRefusal: Error {}

/// The alarms of the system, which tests change as the user does.
package enum Alarms {
  private static let refusal = Mutex(false)
  // Unsafe: Mutex does not hold values that are not Sendable. It is accessed only while holding the lock below.
  private nonisolated(unsafe) static var all: [Alarm] = []
  private static let lock = Mutex(())

  package static var list: [Alarm] {
    get { lock.withLock { _ in all } }
    set { lock.withLock { _ in all = newValue } }
  }

  package static var isRefusing: Bool {
    get { refusal.withLock { $0 } }
    set { refusal.withLock { $0 = newValue } }
  }
}
