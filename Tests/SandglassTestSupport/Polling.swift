import Foundation

/// Waits for something that nothing tells, such as the end of a detached thread: looks once a millisecond.
///
/// - Returns: Whether it came. False after a minute, so that a test that fails says so instead of hanging.
package func poll(until hasCome: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(60)
  while try !hasCome() {
    guard ContinuousClock.now < end else { return false }
    usleep(1_000)
  }
  return true
}
