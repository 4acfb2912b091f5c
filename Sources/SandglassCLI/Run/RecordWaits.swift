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

  /// Returns the ids of the countdowns whose records have been removed, or an empty set if the
  /// folder cannot be read in time.
  static func removed(of places: [KeptPlace]) -> Set<String> {
    guard let store = places.first?.catalog.store else { return [] }
    // Read the folder once for any number of countdowns.
    let present: [String]?? = Shutdown.result(grace: Shutdown.recordGrace) { done in
      DispatchQueue(label: "sandglass records").async { done(try? store.ids()) }
    }
    guard case .some(.some(let ids)) = present else { return [] }
    return Set(places.map(\.id)).subtracting(ids)
  }

  /// Whether the program has stopped waiting for the disk.
  private static var areGivenUp = false
}
