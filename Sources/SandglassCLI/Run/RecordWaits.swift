import Dispatch
import Sandglass

/// What is done on the disk while the run waits: no longer than a hung disk may delay a signal.
///
/// Each wait blocks the thread. Nothing more is to happen to the countdowns meanwhile, and records
/// are written on a queue of their own.
@MainActor
enum RecordWaits {
  /// How long the first announcements wait for the records. A record takes milliseconds; this is
  /// for a disk that does not answer, which is not to hold up the countdowns.
  static let startLimit = DispatchTimeInterval.seconds(1)

  /// Waits until everything that has happened to the countdowns is in their records, or could not
  /// be written, which their `storeError` tells.
  ///
  /// - Parameters:
  ///   - countdowns: The countdowns.
  ///   - limit: How long to wait at most; nil for as long as it takes.
  /// - Returns: Whether that is so; false if it took too long.
  @discardableResult
  static func wait(for countdowns: [Countdown], limit: DispatchTimeInterval? = nil) -> Bool {
    // A timekeeper writes its records one after the other: when the last is written, all are.
    wait(limit: limit) { try? await countdowns.last?.saved() }
  }

  /// Those of the countdowns whose records somebody has removed, by their ids; none if that cannot
  /// be known.
  static func removed(of claims: [RecordClaim]) -> Set<String> {
    guard let store = claims.first?.store else { return [] }
    // One look at the folder, however many there are.
    let present: [String]?? = Shutdown.result(grace: Shutdown.recordGrace) { done in
      Task.detached { done(try? store.ids()) }
    }
    guard case .some(.some(let ids)) = present else { return [] }
    return Set(claims.map(\.id)).subtracting(ids)
  }

  /// Gives up the right to run the countdowns.
  static func release(_ claims: [RecordClaim]) {
    wait { for claim in claims { claim.release() } }
  }

  /// Whether the program waits for the disk no more.
  private static var areGivenUp = false

  @discardableResult
  private static func wait(
    limit: DispatchTimeInterval? = nil, for body: @escaping @Sendable () async -> Void
  ) -> Bool {
    guard !areGivenUp else { return false }
    let isDone: Bool? = Shutdown.result(grace: Shutdown.recordGrace, limit: limit) { done in
      Task.detached {
        await body()
        done(true)
      }
    }
    areGivenUp = isDone == nil && Shutdown.signal != nil
    return isDone ?? false
  }
}
