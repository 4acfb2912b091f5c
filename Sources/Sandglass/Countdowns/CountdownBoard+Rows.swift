import SandglassCore

// A board changes its rows while it holds its own lock and the timekeeper's, so that the rows and their countdowns
// always agree. The board's lock is taken first. Neither lock is held while a callback is called.

extension CountdownBoard {
  /// Changes the rows and their countdowns in one step.
  func change<Answer>(
    _ body: (inout BoardRows<ID>, inout TimekeeperState, Moment) -> Answer
  ) -> Answer {
    var effects: Effects?
    let answer = rows.withLock { rows in
      timekeeper.plan(&effects) { state, now in body(&rows, &state, now) }
    }
    timekeeper.carryOut(effects)
    return answer
  }

  /// Changes some rows and their countdowns in one step, and creates the countdowns that do not exist.
  @discardableResult
  package func changeRows<Answer>(
    of ids: [ID],
    _ body: ([Countdown], inout BoardRows<ID>, inout TimekeeperState, Moment) -> Answer
  ) -> Answer {
    var made = [Countdown?](repeating: nil, count: ids.count)
    while true {
      let exist = rows.withLock { rows in ids.map { rows.all[$0] != nil } }
      for place in ids.indices where !exist[place] && made[place] == nil {
        // Created without holding a lock, because the store may have to be read.
        made[place] = makeCountdown(ids[place])
      }
      let answer = change { rows, state, now -> Answer? in
        let areAllThere = ids.indices.allSatisfy { made[$0] != nil || rows.all[ids[$0]] != nil }
        guard areAllThere else { return nil }
        let countdowns = ids.indices.compactMap { place in
          countdown(of: ids[place], or: made[place], in: &rows, at: now, &state)
        }
        return body(countdowns, &rows, &state, now)
      }
      if let answer { return answer }
      // Another thread has removed a row that existed when the loop began.
    }
  }

  /// Returns the countdown of a row. Creates the row with the given countdown if it does not exist.
  private func countdown(
    of id: ID, or new: Countdown?, in rows: inout BoardRows<ID>, at now: Moment,
    _ state: inout TimekeeperState
  ) -> Countdown? {
    if let row = rows.all[id] { return row.countdown }
    guard let new else { return nil }
    rows.all[id] = BoardRows.Row(countdown: new)
    if rows.haveReceivers { listen(to: id, in: &rows, at: now, &state) }
    return new
  }

  /// Starts rows in one step, except rows that are already counting down to the given wall-clock time, or that have
  /// finished at that time. Returns the countdowns of all these rows.
  @discardableResult
  func start(_ starts: [(id: ID, target: CountdownTarget)]) -> [Countdown] {
    changeRows(of: starts.map(\.id)) { countdowns, rows, state, now in
      for (place, (start, countdown)) in zip(starts, countdowns).enumerated() {
        let isNew = rows.ids.append(start.id)
        if isNew { notifyObservers(&rows, &state) }
        if !countdown.counts(to: start.target, at: now, in: &state) {
          // A finish that is already due is reported with the number of its own start.
          countdown.advance(to: now, in: &state)
          // The start is numbered first, because the run may finish immediately.
          rows.numberStart(of: start.id)
          countdown.restart(to: start.target, place: place, at: now, in: &state)
        }
        if isNew { moveToEnd(countdown, place: place, in: &rows, at: now, &state) }
      }
      return countdowns
    }
  }

  /// Adds a row that counts down from a duration when it is started. Returns its countdown.
  func add(_ id: ID, towards target: CountdownTarget) -> Countdown {
    changeRows(of: [id]) { countdowns, rows, state, now in
      let countdown = countdowns[0]
      if rows.ids.append(id) {
        notifyObservers(&rows, &state)
        countdown.prepare(towards: target, at: now, in: &state)
        moveToEnd(countdown, place: 0, in: &rows, at: now, &state)
      }
      return countdown
    }
  }

  /// Moves the record of a new row behind those of the other rows, even if the wall clock was set back.
  ///
  /// - Parameters:
  ///   - countdown: The countdown of the row.
  ///   - place: The place of the row among those of the same call.
  ///   - rows: The rows.
  ///   - now: The current moment.
  ///   - state: The timekeeper's state.
  private func moveToEnd(
    _ countdown: Countdown, place: Int, in rows: inout BoardRows<ID>, at now: Moment,
    _ state: inout TimekeeperState
  ) {
    guard isKept else { return }
    let called = timekeeper.clocks.wall(at: now) + .nanoseconds(place)
    rows.lastPlace = max(called, rows.lastPlace + .nanoseconds(1))
    countdown.move(to: rows.lastPlace, at: now, in: &state)
  }

  /// Cancels a row and removes it from the board. Returns false if there is no such row.
  func remove(
    _ id: ID, from rows: inout BoardRows<ID>, at now: Moment, _ state: inout TimekeeperState
  ) -> Bool {
    guard let removed = rows.ids.remove(id) else { return false }
    state.effects.discarded.append(removed)
    notifyObservers(&rows, &state)
    rows.all[id]?.countdown.clear(at: now, in: &state)
    dropIfUnused(id, in: &rows, &state)
    return true
  }

  /// Removes the entry for an id if it is only a placeholder and no cell shows it.
  func dropIfUnused(_ id: ID, in rows: inout BoardRows<ID>, _ state: inout TimekeeperState) {
    guard !rows.ids.contains(id), let countdown = rows.all[id]?.countdown,
      !countdown.isInCell(in: &state), let dropped = rows.take(id)
    else { return }
    // Released outside the locks.
    state.effects.discarded.append(dropped)
  }
}
