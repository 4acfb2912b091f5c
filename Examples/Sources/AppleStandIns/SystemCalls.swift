import Synchronization

/// The calls of the recipes to the system, in their order, so that tests can read them.
package enum SystemCalls {
  private static let calls = Mutex<[String]>([])

  package static var all: [String] { calls.withLock { $0 } }

  package static func note(_ call: String) { calls.withLock { $0.append(call) } }
}
