import Dispatch
import Sandglass
import SandglassCore
import SandglassLedger
import SandglassStores

/// Follows the kept countdowns and stopwatches without running them: looks whenever a record changes, and whenever a
/// displayed number does.
///
/// Nothing is polled. While no countdown is running, the process sleeps until a record changes.
@MainActor
final class KeptFollower {
  private enum Found {
    case countdown(CountdownRecord)
    case stopwatch(StopwatchRecord)
    case unreadable(id: String, CountdownStoreError)
  }

  private let catalog: CountdownCatalog
  private let show: ([KeptEntry]) -> Void
  private var watches: [any StoreWatch] = []
  private var timer: OneShotTimer?

  /// The records by the bytes of their ids.
  private var countdowns: [[UInt8]: Found] = [:]
  private var stopwatches: [[UInt8]: Found] = [:]

  /// How close two looks may be, if the numbers of many countdowns change at different instants.
  private static let leastDelay = Duration.milliseconds(20)

  /// Creates a follower that calls `show` with all entries after each change.
  init(_ catalog: CountdownCatalog, show: @escaping ([KeptEntry]) -> Void) {
    self.catalog = catalog
    self.show = show
  }

  /// Begins to follow. The first look is made at once.
  func start() throws(CatalogError) {
    let store = catalog.store
    let ofCountdowns = store.watch { [weak self] ids in
      DispatchQueue.main.async { self?.noteChange(ofCountdowns: ids) }
    }
    let ofStopwatches = store.watchStopwatches { [weak self] ids in
      DispatchQueue.main.async { self?.noteChange(ofStopwatches: ids) }
    }
    guard let ofCountdowns, let ofStopwatches else { throw .notFollowed }
    watches = [ofCountdowns, ofStopwatches]
    do throws(CountdownStoreError) {
      try readCountdowns(nil)
      try readStopwatches(nil)
    } catch {
      throw .store(error)
    }
    look()
  }

  // A folder that cannot be read now is read again after the next change.

  private func noteChange(ofCountdowns ids: [String]?) {
    try? readCountdowns(ids)
    look()
  }

  private func noteChange(ofStopwatches ids: [String]?) {
    try? readStopwatches(ids)
    look()
  }

  private func readCountdowns(_ ids: [String]?) throws(CountdownStoreError) {
    if ids == nil { countdowns = [:] }
    let ids = if let ids { ids } else { try catalog.store.ids() }
    read(ids, into: &countdowns) { id throws(CountdownStoreError) in
      try catalog.store.read(id).map { .countdown($0) }
    }
  }

  private func readStopwatches(_ ids: [String]?) throws(CountdownStoreError) {
    if ids == nil { stopwatches = [:] }
    let ids = if let ids { ids } else { try catalog.store.stopwatchIDs() }
    read(ids, into: &stopwatches) { id throws(CountdownStoreError) in
      try catalog.store.readStopwatch(id).map { .stopwatch($0) }
    }
  }

  private func read(
    _ ids: [String], into found: inout [[UInt8]: Found],
    _ read: (String) throws(CountdownStoreError) -> Found?
  ) {
    for id in ids {
      do throws(CountdownStoreError) {
        found[Array(id.utf8)] = try read(id)
      } catch {
        found[Array(id.utf8)] = .unreadable(id: id, error)
      }
    }
  }

  private func look() {
    let glance = Glance()
    let entries = [countdowns, stopwatches].flatMap { found in
      found.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { entry($1, by: glance) }
    }
    show(entries)
    let delay = entries.compactMap { entry in
      entry.countdown?.untilNextNumber ?? entry.stopwatch?.untilNextNumber
    }.min()
    timer = delay.map { delay in
      OneShotTimer(after: max(delay, Self.leastDelay), with: self) { follower, _ in follower.look()
      }
    }
  }

  private func entry(_ found: Found, by glance: Glance) -> KeptEntry {
    switch found {
    case .countdown(let record): .countdown(KeptCountdown(record, by: glance))
    case .stopwatch(let record): .stopwatch(KeptStopwatch(record, by: glance))
    case .unreadable(let id, let error): .unreadable(id: id, error)
    }
  }
}

extension KeptCountdown {
  /// The time until the displayed number changes; nil if it does not.
  var untilNextNumber: Duration? {
    switch state {
    case .running(let remaining): Self.untilWhole(remaining)
    case .overtime(let past, _): .seconds(1) - (past - .seconds(past.components.seconds))
    case .idle, .paused, .finished: nil
    }
  }

  private static func untilWhole(_ remaining: Duration) -> Duration {
    let part = remaining - .seconds(remaining.components.seconds)
    return part > .zero ? part : .seconds(1)
  }
}
