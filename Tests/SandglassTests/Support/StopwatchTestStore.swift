import Sandglass

/// The stopwatches of a store in memory, as one process finds them: they are counted, and fail when they are told to.
final class StopwatchTestStore: StopwatchStore {
  private let good: MemoryCountdownStore
  private let isWatched: Bool
  private let failure = Locked<CountdownStoreError.Kind?>(nil)
  let saves = Locked(0)
  let reads = Locked(0)

  /// Creates the view of one process.
  ///
  /// - Parameters:
  ///   - good: The store that all processes share.
  ///   - isWatched: Whether the process is told what others change.
  init(on good: MemoryCountdownStore = MemoryCountdownStore(), isWatched: Bool = false) {
    self.good = good
    self.isWatched = isWatched
  }

  var identity: String { good.identity }

  /// The record of "run", however the store fails.
  var record: StopwatchRecord? { good.stopwatch("run") }

  /// Lets all that is asked for fail from now on; nil for no more. Whatever is not saved can still be read.
  func fail(_ kind: CountdownStoreError.Kind?) {
    failure.withLock { $0 = kind }
  }

  func stopwatch(_ id: String) throws(CountdownStoreError) -> StopwatchRecord? {
    reads.withLock { $0 += 1 }
    if let kind = failure.withLock({ $0 }), kind != .notSaved {
      throw CountdownStoreError(kind, id: id)
    }
    return good.stopwatch(id)
  }

  func updateStopwatches(
    _ ids: [String], _ change: (String, StopwatchRecord?) -> StopwatchChange
  ) -> [CountdownStoreError?] {
    if let kind = failure.withLock({ $0 }) { return ids.map { CountdownStoreError(kind, id: $0) } }
    return good.updateStopwatches(ids) { id, record in
      let change = change(id, record)
      if case .save = change { saves.withLock { $0 += 1 } }
      return change
    }
  }

  func watchStopwatches(_ changed: @escaping @Sendable ([String]?) -> Void) -> (any StoreWatch)? {
    isWatched ? good.watchStopwatches(changed) : nil
  }
}
