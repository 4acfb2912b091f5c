public import SandglassCore

/// What a cell of a board shows.
struct CellBinding<ID> {
  weak var cell: AnyObject?
  let id: ID
  let binding: ObjectIdentifier
}

extension CountdownBoard {
  /// Shows a row in a cell: calls `body` on the main actor now, and from now on whenever the shown
  /// number changes and when the row starts, ends, is paused or resumed.
  ///
  /// What the cell showed before is gone. An id without a row shows an idle reading of zero until
  /// the row is set.
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
    let binding = CountdownBinding.ofCell(cell, on: timekeeper, body)
    let identity = ObjectIdentifier(binding)
    let former = cells.updateValue(
      CellBinding(cell: cell, id: id, binding: identity), forKey: key)
    let present = changeRows(of: [id]) { countdowns, rows, state, now in
      if let former, former.id != id { unbind(key, from: former.id, in: &rows, at: now, &state) }
      if isKept { rows.all[id]?.cells.insert(key) }
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
    rows.all[id]?.countdown.removeBinding(.cell, of: cell, at: now, in: &state)
    rows.all[id]?.cells.remove(cell)
    dropIfUnused(id, in: &rows, &state)
  }
}
