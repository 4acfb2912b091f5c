import Dispatch
import Sandglass
import SandglassCore

/// Follows the kept countdowns without running them: looks whenever a record changes, and whenever a
/// displayed number does.
///
/// Nothing is polled. While no countdown is running, the process sleeps until a record changes.
@MainActor
final class KeptFollower {
  private enum Found {
    case record(CountdownRecord)
    case unreadable(id: String, CountdownStoreError)
  }

  private let catalog: CountdownCatalog
  private let show: ([KeptEntry]) -> Void
  private var watch: (any StoreWatch)?
  private var timer: OneShotTimer?
  private var found: [[UInt8]: Found] = [:]

  /// How close two looks may be, if the numbers of many countdowns change at different instants.
  private static let leastDelay = Duration.milliseconds(20)

  /// Creates a follower that calls `show` with all entries after each change.
  init(_ catalog: CountdownCatalog, show: @escaping ([KeptEntry]) -> Void) {
    self.catalog = catalog
    self.show = show
  }

  /// Begins to follow. The first look is made at once.
  func start() throws(CatalogError) {
    watch = catalog.store.watch { [weak self] ids in
      DispatchQueue.main.async { self?.noteChange(of: ids) }
    }
    guard watch != nil else { throw .notFollowed }
    try read(nil)
    look()
  }

  private func noteChange(of ids: [String]?) {
    // A folder that cannot be read now is read again after the next change.
    try? read(ids)
    look()
  }

  private func read(_ ids: [String]?) throws(CatalogError) {
    if ids == nil { found = [:] }
    let ids = if let ids { ids } else { try catalog.ids() }
    for id in ids {
      do throws(CountdownStoreError) {
        found[Array(id.utf8)] = try catalog.store.read(id).map { .record($0) }
      } catch {
        found[Array(id.utf8)] = .unreadable(id: id, error)
      }
    }
  }

  private func look() {
    let glance = Glance()
    let entries = found.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { _, found in
      switch found {
      case .record(let record): KeptEntry.countdown(KeptCountdown(record, by: glance))
      case .unreadable(let id, let error): KeptEntry.unreadable(id: id, error)
      }
    }
    show(entries)
    let delay = entries.compactMap { $0.countdown?.untilNextNumber }.min()
    timer = delay.map { delay in
      OneShotTimer(after: max(delay, Self.leastDelay), with: self) { $0.look() }
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
