public import SandglassCore

/// A cell of a board, and the row that it shows.
struct BoardCell<ID> {
  weak var cell: AnyObject?
  let id: ID
  let binding: ObjectIdentifier
}

/// The binding of a board's cell to a row. It stores its board, because a row may outlive the board, and other objects
/// may also show the row.
// Sendable: its superclass is Sendable, and `board` never changes.
final class BoardCellBinding: CountdownBinding, @unchecked Sendable {
  fileprivate let board: ObjectIdentifier

  @MainActor
  init<Cell: AnyObject>(
    of cell: Cell, on board: ObjectIdentifier, timekeeper: Timekeeper,
    _ body: @escaping @MainActor (Cell, Reading) -> Void
  ) {
    self.board = board
    super.init(
      .cell, owner: ObjectIdentifier(cell), queue: .theMain, timekeeper: timekeeper,
      receive: CountdownBinding.showing(in: cell, body))
  }
}

extension CountdownBinding {
  /// Returns whether this is the binding of a cell of the given board.
  func isCell(of board: ObjectIdentifier) -> Bool { (self as? BoardCellBinding)?.board == board }
}

extension CountdownBoard {
  /// Shows a row in a cell. Calls `body` on the main actor immediately, then whenever the displayed number changes, and
  /// when the row starts, ends, is paused or is resumed.
  ///
  /// A cell shows one thing at a time: this replaces whatever it showed before, which may be another row of any board, or
  /// a countdown. If there is no row with the id, the cell shows an idle reading of zero
  /// until such a row is started. When the board is deallocated, every cell shows an idle reading of zero.
  ///
  /// - Parameters:
  ///   - id: The id of the row to show.
  ///   - cell: The cell. It is held weakly and passed to the closure.
  ///   - body: The closure to call with the cell and the reading.
  @MainActor
  public func show<Cell: AnyObject>(
    _ id: ID, in cell: Cell, _ body: @escaping @MainActor (Cell, Reading) -> Void
  ) {
    let key = ObjectIdentifier(cell)
    let binding = BoardCellBinding(
      of: cell, on: ObjectIdentifier(self), timekeeper: timekeeper, body)
    let identity = ObjectIdentifier(binding)
    ShownCells.add(cell, of: self)
    let former = cells.updateValue(
      BoardCell(cell: cell, id: id, binding: identity), forKey: key)
    let present = changeRows(of: [id]) { countdowns, rows, state, now in
      if let former, former.id != id { unbind(key, from: former.id, in: &rows, at: now, &state) }
      return countdowns[0].add(binding, at: now, in: &state)
    }
    sweep()
    // A callback may have shown something else in the cell in the meantime.
    if cells[key]?.binding == identity { timekeeper.callInline { body(cell, present) } }
  }

  /// Stops showing a row in a cell. The row keeps running.
  @MainActor
  public func hide(in cell: AnyObject) {
    let key = ObjectIdentifier(cell)
    guard let binding = cells.removeValue(forKey: key) else { return }
    change { rows, state, now in
      unbind(key, from: binding.id, in: &rows, at: now, &state)
    }
  }

  /// Occasionally removes the entries of deallocated cells to free their memory.
  @MainActor
  private func sweep() {
    guard cells.count > cellsBeforeSweep else { return }
    let gone = cells.filter { $0.value.cell == nil }
    for key in gone.keys { cells[key] = nil }
    cellsBeforeSweep = max(64, 2 * cells.count)
    change { rows, state, now in
      for (key, binding) in gone { unbind(key, from: binding.id, in: &rows, at: now, &state) }
    }
  }

  /// Removes the binding of a cell to a row.
  private func unbind(
    _ cell: ObjectIdentifier, from id: ID, in rows: inout BoardRows<ID>, at now: Moment,
    _ state: inout TimekeeperState
  ) {
    rows.all[id]?.countdown.removeCell(cell, of: ObjectIdentifier(self), at: now, in: &state)
    dropIfUnused(id, in: &rows, &state)
  }
}
