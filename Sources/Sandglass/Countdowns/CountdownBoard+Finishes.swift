import SandglassCore

extension CountdownBoard {
  /// Calls `body` on the main actor with the ids of rows that finish.
  ///
  /// Rows that finish together are reported in one array. Rows finish together if they are due in the same wake-up of
  /// the board's timekeeper, or if a single call starts them when their ends have already passed. After an app has been
  /// suspended, all rows that finished in the meantime are therefore reported in one call. The ids are in the order of
  /// the rows' ends. Rows with the same end are in the order in which the board started them. The finish of a kept row
  /// is delivered by one process, and not in the others.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. Binding the same
  ///     owner again replaces its previous closure.
  ///   - body: The closure to call with the owner and the ids. The array of ids is never empty. Finishes of kept rows
  ///     are handled once the closure has returned. If the process exits before that, they are delivered again.
  @MainActor
  public func onFinish<Owner: AnyObject>(
    with owner: Owner, _ body: @escaping @MainActor (Owner, [ID]) -> Void
  ) {
    let former = finishListeners.updateValue(
      { [weak owner] ids in
        guard let owner else { return false }
        body(owner, ids)
        return true
      }, forKey: ObjectIdentifier(owner))
    // The previous closure is released here, outside the access, because it may hold the last reference to an object.
    withExtendedLifetime(former) {}
    change { rows, state, now in
      rows.haveReceivers = true
      let board = ObjectIdentifier(self)
      // Listeners are added in the order of the rows, and then for placeholders, whose rows may be started later.
      for id in rows.ids.elements + rows.all.keys {
        guard let row = rows.all[id], !row.countdown.hasFinishListener(of: board, in: &state)
        else { continue }
        listen(to: id, in: &rows, at: now, &state)
      }
    }
  }

  /// Adds a listener that reports to the board when a row finishes.
  func listen(
    to id: ID, in rows: inout BoardRows<ID>, at now: Moment, _ state: inout TimekeeperState
  ) {
    guard let row = rows.all[id] else { return }
    let listener = RowListener(
      id, startNumber: row.startNumber, of: ObjectIdentifier(self), into: gatheredFinishes,
      on: timekeeper)
    // This may be the last reference to the previous listener, which must not be released under a lock.
    if let former = row.listener { state.effects.discarded.append(former) }
    rows.all[id]?.listener = listener
    row.countdown.add(listener, at: now, in: &state)
  }

  /// Calls the closures with the ids of rows that have finished. Returns false if no closure has an owner that still
  /// exists.
  @MainActor
  func reportFinishes(of ids: [ID]) -> Bool {
    var haveReceivers = false
    for owner in Array(finishListeners.keys) {
      // The closure is looked up only now, because a closure that was called earlier in this loop may have replaced it.
      guard let listener = finishListeners[owner] else { continue }
      if listener(ids) {
        haveReceivers = true
      } else {
        withExtendedLifetime(finishListeners.removeValue(forKey: owner)) {}
      }
    }
    return haveReceivers
  }
}
