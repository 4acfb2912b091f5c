import SandglassCore

// What shows a countdown, or a row of a board, is bound once, and told each reading: that of an end included.

extension Countdown {
  /// Shows it in a cell, as a board shows a row: calls `body` on the main actor now, and from now on whenever the
  /// shown number changes and when it ends or starts anew.
  @MainActor
  package func show<Cell: AnyObject>(
    in cell: Cell, _ body: @escaping @MainActor (Cell, Reading) -> Void
  ) {
    let binding = CountdownBinding.ofCell(cell, on: timekeeper, body)
    let present = bindUntold(binding)
    // A callback may have shown something else in the cell meanwhile.
    guard timekeeper.withLock({ binding.isActive }) else { return }
    timekeeper.callInline { body(cell, present) }
  }

  /// Shows it in a cell no longer.
  package func hide(_ cell: AnyObject) {
    timekeeper.perform { state, now in
      removeBinding(.cell, of: ObjectIdentifier(cell), at: now, in: &state)
    }
  }
}

extension CountdownBinding {
  /// The binding of a cell.
  @MainActor
  static func ofCell<Cell: AnyObject>(
    _ cell: Cell, on timekeeper: Timekeeper, _ body: @escaping @MainActor (Cell, Reading) -> Void
  ) -> CountdownBinding {
    .onMain(.cell, with: cell, on: timekeeper) { cell, event in
      switch event {
      case .reading(let reading), .end(_, let reading): body(cell, reading)
      case .milestone, .phaseEnd, .change: break
      }
    }
  }
}
