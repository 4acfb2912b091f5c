import Sandglass
import SandglassCore
import SandglassLedger

/// Records in memory. It counts its operations, and can be made to fail.
final class MemoryStore: CountdownRecordStore {
  private struct Contents {
    var records: [String: CountdownRecord] = [:]
    var saves = 0
    var failedUpdates = 0
    var updates = 0
    var failure: CountdownStoreError.Kind?
    var watchers: [WeakWatcher] = []
  }

  private final class Watcher: StoreWatch {
    let changed: @Sendable ([String]?) -> Void

    init(changed: @escaping @Sendable ([String]?) -> Void) {
      self.changed = changed
    }
  }

  private struct WeakWatcher: Sendable {
    weak var watcher: Watcher?
  }

  private let contents = Locked(Contents())
  private let isWatched: Bool
  private let reportsFailures: Bool

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - isWatched: Whether changes are reported to other processes. In a test that kills thousands,
  ///     they would be reported to all of these.
  ///   - reportsFailures: Whether the first hundred updates that fail are reported as changes, which they are not.
  init(isWatched: Bool = false, reportsFailures: Bool = false) {
    self.isWatched = isWatched
    self.reportsFailures = reportsFailures
  }

  /// The number of updates that have failed.
  var failedUpdates: Int { contents.withLock { $0.failedUpdates } }

  /// The number of times that a record was saved.
  var saves: Int { contents.withLock { $0.saves } }

  /// The number of times that records were updated together.
  var updates: Int { contents.withLock { $0.updates } }

  /// The number of records.
  var records: Int { contents.withLock { $0.records.count } }

  /// The record of "tea", even while the store fails.
  var tea: CountdownRecord? { contents.withLock { $0.records["tea"] } }

  /// Makes all operations fail from now on, or succeed again if the argument is nil.
  func fail(_ failure: CountdownStoreError.Kind?) {
    contents.withLock { $0.failure = failure }
  }

  func read(_ id: String) throws(CountdownStoreError) -> CountdownRecord? {
    try contents.withLock { contents throws(CountdownStoreError) in
      if let failure = contents.failure { throw CountdownStoreError(failure, id: id) }
      return contents.records[id]
    }
  }

  func update(
    _ ids: [String], _ change: (String, CountdownRecord?) -> RecordChange
  ) -> [CountdownStoreError?] {
    let (errors, watchers) = contents.withLock { contents in
      if let failure = contents.failure {
        contents.failedUpdates += 1
        let isReported = reportsFailures && contents.failedUpdates <= 100
        return (
          ids.map { CountdownStoreError?(CountdownStoreError(failure, id: $0)) },
          isReported ? contents.watchers.compactMap(\.watcher) : []
        )
      }
      contents.updates += 1
      var areChanged = false
      for id in ids {
        switch change(id, contents.records[id]) {
        case .none:
          continue
        case .save(let record):
          contents.saves += 1
          contents.records[id] = record
        case .remove:
          contents.records[id] = nil
        }
        areChanged = true
      }
      return (ids.map { _ in nil }, areChanged ? contents.watchers.compactMap(\.watcher) : [])
    }
    for watcher in watchers { watcher.changed(ids) }
    return errors
  }

  func watch(_ changed: @escaping @Sendable ([String]?) -> Void) -> (any StoreWatch)? {
    guard isWatched else { return nil }
    let watcher = Watcher(changed: changed)
    contents.withLock { $0.watchers.append(WeakWatcher(watcher: watcher)) }
    return watcher
  }

  func ids() throws(CountdownStoreError) -> [String] {
    contents.withLock { $0.records.keys.sorted() }
  }
}
