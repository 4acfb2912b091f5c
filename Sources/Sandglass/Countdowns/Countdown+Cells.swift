public import SandglassCore

// An object that shows a countdown or a row of a board has one binding, which receives each reading, including the
// final one. ``ShownCells`` replaces what the object showed before.

extension Countdown {
  /// Shows the countdown in an object. Calls `body` on the main actor immediately, and then whenever the displayed
  /// reading may have changed.
  ///
  /// `body` is called on each tick, and whenever the countdown starts, is paused or resumed, or ends, so a label is
  /// always up to date. To react to events instead, use ``onTick(with:_:)``, ``onFinish(with:_:)`` and
  /// ``onChange(with:_:)``.
  ///
  /// If the countdown is deallocated while it is paused or in overtime, `body` is called with a final reading whose
  /// state is neither of these, even if the countdown has a record.
  ///
  /// ```swift
  /// exam.show(in: self) { room, reading in room.clock = reading.clockFace }
  /// ```
  ///
  /// An object shows one thing at a time: this replaces whatever it showed before, which may be another countdown or a
  /// row of a board. To show two countdowns on one screen, show each of them in a view of its own.
  ///
  /// - Parameters:
  ///   - owner: The object that shows the countdown, such as a screen or a view. It is held weakly and passed to the
  ///     closure.
  ///   - body: The closure to call with the owner and the reading.
  @MainActor
  public func show<Owner: AnyObject>(
    in owner: Owner, _ body: @escaping @MainActor (Owner, Reading) -> Void
  ) {
    let binding = CountdownBinding(
      .cell, owner: ObjectIdentifier(owner), queue: .theMain, timekeeper: timekeeper,
      receive: CountdownBinding.showing(in: owner, body))
    ShownCells.add(owner, of: self)
    let present = bindWithoutReport(binding)
    // A callback may have shown something else in the cell in the meantime.
    guard timekeeper.withLock({ binding.isActive }) else { return }
    timekeeper.callInline { body(owner, present) }
  }

  /// Stops showing the countdown in an object. The object's other bindings are not affected.
  public func hide(in owner: AnyObject) {
    timekeeper.perform { state, now in
      removeBinding(.cell, of: ObjectIdentifier(owner), at: now, in: &state)
    }
  }
}

extension CountdownBinding {
  /// Returns a closure that shows a reading in a cell, on the main actor.
  @MainActor
  static func showing<Cell: AnyObject>(
    in cell: Cell, _ body: @escaping @MainActor (Cell, Reading) -> Void
  ) -> Receive {
    receivingOnMain(with: cell) { cell, event in
      switch event {
      case .reading(let reading), .end(_, let reading): body(cell, reading)
      case .milestone, .phaseEnd, .change: break
      }
    }
  }
}
