public import SandglassCore

// What shows a countdown, or a row of a board, is bound once, and told each reading: that of an end included.

extension Countdown {
  /// Shows the countdown: calls `body` on the main actor now, and from now on whenever what it shows may be another.
  ///
  /// That is at each tick and at each start, pause, end and cancellation: so a label is always right. For what happens rather than
  /// for what is shown there are ``onTick(with:_:)``, ``onFinish(with:_:)`` and ``onChange(with:_:)``.
  ///
  /// When the countdown is let go while it is paused or counts past zero, it is shown as one that does neither, though it may be kept.
  ///
  /// ```swift
  /// exam.show(in: self) { room, reading in room.clock = reading.clockFace }
  /// ```
  ///
  /// - Parameters:
  ///   - owner: Where it is shown, such as a screen or a view: held weakly and handed to the closure. Showing something in the
  ///     same owner again replaces the earlier closure.
  ///   - body: How to show a reading there.
  @preconcurrency @MainActor
  public func show<Owner: AnyObject>(
    in owner: Owner, _ body: @escaping @MainActor (Owner, Reading) -> Void
  ) {
    let binding = CountdownBinding(
      .cell, owner: ObjectIdentifier(owner), queue: .theMain, timekeeper: timekeeper,
      receive: CountdownBinding.showing(in: owner, body))
    let present = bindUntold(binding)
    // A callback may have shown something else in the cell meanwhile.
    guard timekeeper.withLock({ binding.isActive }) else { return }
    timekeeper.callInline { body(owner, present) }
  }

  /// Shows it there no longer; what else is bound to that object stays.
  public func hide(in owner: AnyObject) {
    timekeeper.perform { state, now in
      removeBinding(.cell, of: ObjectIdentifier(owner), at: now, in: &state)
    }
  }
}

extension CountdownBinding {
  /// What shows a reading, on the main actor.
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
