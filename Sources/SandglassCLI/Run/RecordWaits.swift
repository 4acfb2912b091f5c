import Dispatch
import Sandglass

/// What is done on the disk while the run waits: no longer than a hung disk may delay a signal.
///
/// Each wait blocks the thread. Nothing more is to happen to the countdowns meanwhile, and records
/// are written on a queue of their own.
@MainActor
enum RecordWaits {
  /// Waits until everything that has happened to the countdowns is in their records, or could not
  /// be written, which their `storeError` tells.
  ///
  /// - Parameter countdowns: The countdowns.
  /// - Returns: Whether that is so; false if it took too long.
  static func wait(for countdowns: [Countdown]) -> Bool {
    guard !areGivenUp else { return false }
    let isDone: Bool? = Shutdown.result(grace: Shutdown.recordGrace) { done in
      Task.detached {
        // A timekeeper writes its records one after the other: when the last is written, all are.
        try? await countdowns.last?.saved()
        done(true)
      }
    }
    areGivenUp = isDone == nil && Shutdown.signal != nil
    return isDone ?? false
  }

  /// Those of the countdowns whose records somebody has removed, by their ids; none if that cannot
  /// be known.
  static func removed(of places: [KeptPlace]) -> Set<String> {
    guard let store = places.first?.catalog.store else { return [] }
    // One look at the folder, however many there are.
    let present: [String]?? = Shutdown.result(grace: Shutdown.recordGrace) { done in
      Task.detached { done(try? store.ids()) }
    }
    guard case .some(.some(let ids)) = present else { return [] }
    return Set(places.map(\.id)).subtracting(ids)
  }

  /// Whether the program waits for the disk no more.
  private static var areGivenUp = false
}
