import Sandglass
import SandglassCore

/// What a subcommand does to a stopwatch.
enum StopwatchOperation: String, Equatable, CaseIterable {
  case start, stop, lap, reset

  var recorded: StopwatchRecord.Operation {
    switch self {
    case .start: .start
    case .stop: .stop
    case .lap: .lap
    case .reset: .reset
    }
  }
}

extension CountdownCatalog {
  /// Changes a stopwatch, whichever processes show it, in one atomic update of its record.
  ///
  /// - Parameters:
  ///   - id: The id of the record. If there is none, `start` makes one.
  ///   - operation: The change to make.
  /// - Returns: The stopwatch before and after the change; nil before if there was no record. Both are
  ///   the same if nothing could be changed.
  /// - Throws: ``CatalogError`` if the record cannot be read or written.
  func change(
    stopwatch id: String, by operation: StopwatchOperation
  ) throws(CatalogError) -> (former: KeptStopwatch?, KeptStopwatch) {
    let glance = Glance()
    let now = glance.now
    let blank = StopwatchRecord(
      id: id, state: .idle, total: .zero, laps: [], written: now, certainty: .exact)
    var (former, new) = (StopwatchRecord?.none, blank)
    let errors = store.updateStopwatches([id]) { _, found in
      former = found
      new = found ?? blank
      new.apply(operation.recorded, at: now)
      if new == found ?? blank { return .none }
      return new.isEmpty ? .remove : .save(new)
    }
    if case .some(let error?) = errors.first { throw .store(error, in: store.folder) }
    return (former.map { KeptStopwatch($0, by: glance) }, KeptStopwatch(new, by: glance))
  }

  /// Returns the entry for each record of a stopwatch.
  func stopwatches(by glance: Glance) throws(CatalogError) -> [KeptEntry] {
    let ids: [String]
    do throws(CountdownStoreError) { ids = try store.stopwatchIDs() } catch { throw .store(error) }
    return ids.compactMap { stopwatch($0, by: glance) }
  }

  /// Returns the entry for the stopwatch with the given id, or nil if there is no such record.
  func stopwatch(_ id: String, by glance: Glance = Glance()) -> KeptEntry? {
    do throws(CountdownStoreError) {
      return try store.stopwatch(id).map { .stopwatch(KeptStopwatch($0, by: glance)) }
    } catch {
      return .unreadable(id: id, error)
    }
  }
}
