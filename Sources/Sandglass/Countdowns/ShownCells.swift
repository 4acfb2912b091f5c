/// What an object can show: a countdown, or a board for its rows.
@MainActor
protocol CellSource: AnyObject {
  /// Stops showing in a cell.
  func stopShowing(in cell: AnyObject)
}

/// The objects that show a countdown or a row. Each shows one of them at a time.
///
/// Cells, countdowns and boards are held weakly, so a cell that nothing else shows any more costs an entry until the next
/// sweep.
@MainActor
package enum ShownCells {
  private struct Shown {
    weak var cell: AnyObject?
    weak var source: (any CellSource)?
  }

  private static var all: [ObjectIdentifier: Shown] = [:]
  private static var countBeforeSweep = 64

  /// The number of entries, including those of deallocated cells that have not been removed yet.
  package static var count: Int { all.count }

  /// Notes that a cell is about to show something of a source, and stops what another source shows in it.
  static func add(_ cell: AnyObject, of source: any CellSource) {
    let key = ObjectIdentifier(cell)
    // Stopping may release an object whose deinitialiser shows something else in the cell.
    while let former = all[key], former.cell === cell, former.source !== source {
      all[key] = nil
      former.source?.stopShowing(in: cell)
    }
    all[key] = Shown(cell: cell, source: source)
    guard all.count > countBeforeSweep else { return }
    all = all.filter { $0.value.cell != nil && $0.value.source != nil }
    countBeforeSweep = max(64, 2 * all.count)
  }

  /// Stops showing anything in a cell.
  package static func remove(_ cell: AnyObject) {
    guard let former = all.removeValue(forKey: ObjectIdentifier(cell)), former.cell === cell
    else { return }
    former.source?.stopShowing(in: cell)
  }
}

extension Countdown: CellSource {
  func stopShowing(in cell: AnyObject) { hide(in: cell) }
}

extension CountdownBoard: CellSource {
  func stopShowing(in cell: AnyObject) { hide(in: cell) }
}
