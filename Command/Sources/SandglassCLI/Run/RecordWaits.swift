import Dispatch
import Sandglass

/// Waits for the disk during a run, but no longer than a hung disk may delay a signal.
///
/// Each wait blocks the main thread. This is safe because the countdowns must not change during a
/// wait, and because records are written on their own queue.
@MainActor
enum RecordWaits {
  /// Waits for the disk. By default, waits until every change has been written to the records, or writing it has
  /// failed. In the latter case, `storeError` is the reason.
  ///
  /// - Parameters:
  ///   - limit: How long to wait without a signal; nil to wait forever.
  ///   - begin: Calls the closure that it receives once there is nothing to wait for any more, on any thread.
  /// - Returns: Whether the wait ended in time.
  @discardableResult
  static func wait(
    atMost limit: DispatchTimeInterval? = nil,
    until begin: (@escaping @Sendable () -> Void) -> Void = { Timekeeper.shared.afterSaves($0) }
  ) -> Bool {
    guard !areGivenUp else { return false }
    let isDone: Bool? = Shutdown.result(grace: Shutdown.recordGrace, limit: limit) { done in
      begin { done(true) }
    }
    areGivenUp = isDone == nil && Shutdown.signal != nil
    return isDone ?? false
  }

  /// Whether the program has stopped waiting for the disk.
  private static var areGivenUp = false
}
