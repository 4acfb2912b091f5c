import Sandglass
import SandglassCore
import SandglassLedger
import SandglassStores

extension CountdownCatalog {
  /// Changes a stopwatch, whichever processes show it, in one atomic update of its record.
  ///
  /// - Parameters:
  ///   - id: The id of the record. If there is none, `start` makes one.
  ///   - operation: The change to make.
  /// - Returns: What has become of the stopwatch; nil if there is none.
  /// - Throws: ``CatalogError`` if the record cannot be read or written.
  func change(
    stopwatch id: String, by operation: StopwatchOperation
  ) throws(CatalogError) -> StopwatchChange? {
    let glance = Glance()
    let blank = StopwatchRecord(
      id: id, state: .idle, total: .zero, laps: [], written: glance.now, certainty: .exact)
    var change: StopwatchChange?
    let errors = store.updateStopwatches([id]) { _, found in
      guard found != nil || operation == .start else { return .none }
      var new = found ?? blank
      let refusal = new.apply(.perform(operation), at: glance.now)
      change = StopwatchChange(
        operation: operation, refusal: refusal, former: found.map { KeptStopwatch($0, by: glance) },
        kept: KeptStopwatch(new, by: glance))
      return refusal != nil ? .none : new.isEmpty ? .remove : .save(new)
    }
    if case .some(let error?) = errors.first { throw .store(error, in: store.folder) }
    return change
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
      return try store.readStopwatch(id).map { .stopwatch(KeptStopwatch($0, by: glance)) }
    } catch {
      return .unreadable(id: id, error)
    }
  }
}
