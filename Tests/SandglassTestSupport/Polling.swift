import Foundation

/// Waits for a condition without a notification, such as the end of a detached thread. Checks it every millisecond.
///
/// - Returns: Whether the condition became true. False after a minute, so that a failing test does not hang.
package func poll(until hasCome: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(60)
  while try !hasCome() {
    guard ContinuousClock.now < end else { return false }
    usleep(1_000)
  }
  return true
}
