public import SandglassCore

/// What a cell of a board shows.
struct BoardCell<ID> {
  weak var cell: AnyObject?
  let id: ID
  let binding: ObjectIdentifier
}

/// What shows a row of a board in a cell. A row may outlive its board, and be shown in cells by others as well.
// Sendable: it is a binding, and `board` never changes.
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
  /// Whether it is what that board shows in a cell.
  func isCell(of board: ObjectIdentifier) -> Bool { (self as? BoardCellBinding)?.board == board }
}

extension CountdownBoard {
  /// Shows a row in a cell: calls `body` on the main actor now, and from now on whenever the shown
  /// number changes and when the row starts, ends, is paused or resumed.
  ///
  /// What the cell showed before is gone. An id without a row shows an idle reading of zero until
  /// the row is set; so does every cell once the board is gone.
  ///
  /// - Parameters:
  ///   - id: The row to show.
  ///   - cell: Where: held weakly and handed to the closure.
  ///   - body: How to show a reading in the cell.
  @MainActor
  public func show<Cell: AnyObject>(
    _ id: ID, in cell: Cell, _ body: @escaping @MainActor (Cell, Reading) -> Void
  ) {
    let key = ObjectIdentifier(cell)
    let binding = BoardCellBinding(
      of: cell, on: ObjectIdentifier(self), timekeeper: timekeeper, body)
    let identity = ObjectIdentifier(binding)
    let former = cells.updateValue(
      BoardCell(cell: cell, id: id, binding: identity), forKey: key)
    let present = changeRows(of: [id]) { countdowns, rows, state, now in
      if let former, former.id != id { unbind(key, from: former.id, in: &rows, at: now, &state) }
      return countdowns[0].add(binding, at: now, in: &state)
    }
    sweep()
    // A callback may have shown something else in the cell meanwhile.
    if cells[key]?.binding == identity { timekeeper.callInline { body(cell, present) } }
  }

  /// Shows nothing more in a cell. The row counts on.
  @MainActor
  public func hide(_ cell: AnyObject) {
    let key = ObjectIdentifier(cell)
    guard let binding = cells.removeValue(forKey: key) else { return }
    change { rows, state, now in
      unbind(key, from: binding.id, in: &rows, at: now, &state)
    }
  }

  /// Forgets cells that are gone, now and then, so that they take no memory.
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

  /// Has a cell show a row no longer.
  private func unbind(
    _ cell: ObjectIdentifier, from id: ID, in rows: inout BoardRows<ID>, at now: Moment,
    _ state: inout TimekeeperState
  ) {
    rows.all[id]?.countdown.removeCell(cell, of: ObjectIdentifier(self), at: now, in: &state)
    dropIfUnused(id, in: &rows, &state)
  }
}
