public import SandglassCore

/// A cell of a board, and the row that it shows.
struct CellBinding<ID> {
  weak var cell: AnyObject?
  let id: ID
  let binding: ObjectIdentifier
}

extension CountdownBoard {
  /// Shows a row in a cell. Calls `body` on the main actor now, and then whenever the displayed number changes and when
  /// the row starts, ends, is paused or is resumed.
  ///
  /// This replaces the cell's previous binding. An id without a row shows an idle reading of zero until the row is set.
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
    // A callback may have shown something else in the cell in the meantime.
    if cells[key]?.binding == identity { timekeeper.callInline { body(cell, present) } }
  }

  /// Stops showing a row in a cell. The row runs on.
  @MainActor
  public func hide(_ cell: AnyObject) {
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
    rows.all[id]?.countdown.removeBinding(.cell, of: cell, at: now, in: &state)
    rows.all[id]?.cells.remove(cell)
    dropIfUnused(id, in: &rows, &state)
  }
}
