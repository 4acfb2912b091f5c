import SandglassCore

extension CountdownBoard {
  /// Calls `body` on the main actor with the ids of the rows that finish.
  ///
  /// Rows that finish together are one array: those that are due when the board's timekeeper is served, so that a
  /// list whose app was frozen is brought up to date at once, and those that one call starts after their end. Within the array they stand in the
  /// order of their ends, and those of one end in the order in which the board started them. A row that
  /// is kept, and whose record another process may have, is told once that is settled.
  ///
  /// - Parameters:
  ///   - owner: What the closure works on: held weakly and handed to it. Binding the same owner
  ///     again replaces the earlier closure.
  ///   - body: What to do with the owner and the ids, of which there is at least one. Finishes of kept rows are
  ///     handled once it has returned: if the process ends before, they are told again in the next one.
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
    // Released here, outside the access: a closure may hold the last reference to anything.
    withExtendedLifetime(former) {}
    change { rows, state, now in
      rows.areHeard = true
      let board = ObjectIdentifier(self)
      // In their order; and those that cells wait for, which may be set later.
      for id in rows.ids.elements + rows.all.keys {
        guard let row = rows.all[id], !row.countdown.hasFinishListener(of: board, in: &state)
        else { continue }
        listen(to: id, in: &rows, at: now, &state)
      }
    }
  }

  /// Has the board told when a row finishes.
  func listen(
    to id: ID, in rows: inout BoardRows<ID>, at now: Moment, _ state: inout TimekeeperState
  ) {
    guard let row = rows.all[id] else { return }
    let listener = RowListener(
      id, startNumber: row.startNumber, of: ObjectIdentifier(self), into: finishes, on: timekeeper)
    // Another's countdown may have the last reference to the former one.
    if let former = row.listener { state.effects.discarded.append(former) }
    rows.all[id]?.listener = listener
    row.countdown.add(listener, at: now, in: &state)
  }

  /// Tells that rows have finished; false if nobody is there who wants to know.
  @MainActor
  func tellFinishes(of ids: [ID]) -> Bool {
    var areHeard = false
    for owner in Array(finishListeners.keys) {
      // Looked up anew each time: an earlier one may have put another in its place.
      guard let listener = finishListeners[owner] else { continue }
      if listener(ids) {
        areHeard = true
      } else {
        withExtendedLifetime(finishListeners.removeValue(forKey: owner)) {}
      }
    }
    return areHeard
  }
}
