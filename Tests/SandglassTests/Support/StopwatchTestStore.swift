import Sandglass
import SandglassCore
import SandglassLedger
import SandglassStores

/// The stopwatches of a store in memory, as one process sees them. It counts operations, and can be made to fail.
final class StopwatchTestStore: StopwatchRecordStore {
  private let good: MemoryRecords
  private let isWatched: Bool
  private let failure = Locked<CountdownStoreError.Kind?>(nil)
  let saves = Locked(0)
  let reads = Locked(0)

  /// The number of updates that have failed. If the store is watched, the first hundred are reported as changes, which
  /// they are not.
  let failedUpdates = Locked(0)

  private let reports = Locked<[@Sendable ([String]?) -> Void]>([])

  /// Creates the view of one process.
  ///
  /// - Parameters:
  ///   - good: The store that all processes share.
  ///   - isWatched: Whether changes by other processes are reported to this one.
  init(on good: MemoryRecords = MemoryRecords(), isWatched: Bool = false) {
    self.good = good
    self.isWatched = isWatched
  }

  var identity: String { good.identity }

  /// The record of "run", even while the store fails.
  var record: StopwatchRecord? { good.readStopwatch("run") }

  /// Makes saving fail from now on, or succeed again if the argument is nil. Records that were not saved can be read.
  func fail(_ kind: CountdownStoreError.Kind?) {
    failure.withLock { $0 = kind }
  }

  func readStopwatch(_ id: String) throws(CountdownStoreError) -> StopwatchRecord? {
    reads.withLock { $0 += 1 }
    if let kind = failure.withLock({ $0 }), kind != .notSaved {
      throw CountdownStoreError(kind, id: id)
    }
    return good.readStopwatch(id)
  }

  func updateStopwatches(
    _ ids: [String], _ change: (String, StopwatchRecord?) -> StopwatchChange
  ) -> [CountdownStoreError?] {
    if let kind = failure.withLock({ $0 }) {
      let count = failedUpdates.withLock { count in
        count += 1
        return count
      }
      if count <= 100 { for report in reports.withLock({ $0 }) { report(ids) } }
      return ids.map { CountdownStoreError(kind, id: $0) }
    }
    return good.updateStopwatches(ids) { id, record in
      let change = change(id, record)
      if case .save = change { saves.withLock { $0 += 1 } }
      return change
    }
  }

  func watchStopwatches(_ changed: @escaping @Sendable ([String]?) -> Void) -> (any StoreWatch)? {
    guard isWatched else { return nil }
    reports.withLock { $0.append(changed) }
    return good.watchStopwatches(changed)
  }
}
