package import SandglassCore

// Two ways to access a countdown's core: methods that take the timekeeper's lock, and methods for callers that already
// hold it.

extension Countdown {
  /// Changes the core under the lock, and carries out the consequences.
  @discardableResult
  package func change<Answer>(
    _ event: (inout CountdownCore, Moment, inout TimekeeperState) -> Answer
  ) -> Answer {
    timekeeper.perform { state, now in
      core.apply(to: self, at: now, in: &state) { core, state in event(&core, now, &state) }
    }
  }

  /// Processes everything that is due.
  package func advance(to now: Moment, in state: inout TimekeeperState) {
    core.advance(self, to: now, in: &state)
  }

  /// Returns the reading without registering an observer, so that reading it does not cause ticks.
  func peek() -> Reading {
    renewingTarget(if: { core.renewsForReading }) { state, now in
      advance(to: now, in: &state)
      return core.reading(at: now, on: timekeeper)
    }
  }

  /// The instants at which the phases of a running countdown will end if it is not changed; nil if it is not running.
  ///
  /// Reading this property does not register an observer.
  package var course: CountdownCourse? {
    renewingTarget(if: { core.renewsForReading }) { state, now in
      advance(to: now, in: &state)
      let reading = core.reading(at: now, on: timekeeper)
      guard reading.state == .running else { return nil }
      return CountdownCourse(
        deadline: now + reading.remaining, total: reading.total,
        phaseIndex: core.machine.phaseIndex, plan: core.machine.plan)
    }
  }
}

extension Countdown: QueueEntry {
  func fire(at now: Moment, in state: inout TimekeeperState) -> Bool {
    core.fire(self, at: now, in: &state)
  }

  func fetch() {
    core.listeners.fetch()
  }

  func kind(at now: Moment) -> PendingTimer.Kind {
    .countdown(remaining: core.machine.timeToZero(at: now) ?? .zero)
  }
}

extension Countdown: WallClockFollower {
  func refresh(at now: Moment, in state: inout TimekeeperState) {
    advance(to: now, in: &state)
    if core.followsTimes { state.effects.calls.append { [self] in followTimes() } }
    core.keeper?.refresh(self, &core, in: &state)
  }
}

extension Countdown: CustomReflectable {
  /// An empty mirror, because code that reflects on a countdown does not hold the lock.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

// MARK: - Listeners

extension Countdown {
  /// Adds a binding, replacing one with the same owner and kind. If the countdown is running, paused or counting past
  /// zero, the binding receives the current reading.
  func addBinding(_ binding: CountdownBinding) {
    timekeeper.perform { state, now in
      let reading = core.add(binding, to: self, at: now, in: &state)
      if reading.state.lasts { binding.report(reading, in: &state) }
    }
  }

  /// Adds a binding, replacing one with the same owner and kind. Returns the current reading for the caller to deliver.
  func bindWithoutReport(_ binding: CountdownBinding) -> Reading {
    timekeeper.perform { state, now in core.add(binding, to: self, at: now, in: &state) }
  }

  /// Adds a reader of readings, which receives the current reading immediately.
  func add(_ reader: ReadingChannel) {
    timekeeper.perform { state, now in core.add(reader, to: self, at: now, in: &state) }
  }

  /// Removes a reader that has been released.
  func remove(_ reader: ReadingChannel) {
    timekeeper.perform { state, now in
      reader.end(in: &state)
      core.listeners.remove(reader)
      advance(to: now, in: &state)
    }
  }
}

// MARK: - The rows of a board, which holds the lock

extension Countdown {
  /// Returns whether the countdown is shown in a cell.
  func isInCell(in state: inout TimekeeperState) -> Bool { core.listeners.hasBinding(of: .cell) }

  /// Returns whether the given owner has a binding to the finish.
  func hasFinishListener(of owner: ObjectIdentifier, in state: inout TimekeeperState) -> Bool {
    core.listeners.hasBinding(of: .finish, ofOwner: owner)
  }

  /// Returns whether the countdown is already counting down to the given wall-clock time, or has finished at that time.
  ///
  /// If the clock was set back, so that the time is in the future again, the countdown has not finished at that time.
  /// The steady clock and the wall clock are not read at the same moment, so a time up to half a millisecond in the
  /// future counts as past. This does not process what is due, because doing so would deliver events and set the alarm.
  func counts(
    to target: CountdownTarget, at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    guard case .wall(let end) = target else { return false }
    switch core.machine.state {
    case .idle, .paused:
      return false
    case .running:
      return core.wallDeadline == end
    case .finished, .overtime:
      // If the countdown was started after the end, its deadline is the moment of the start.
      let hasFinishedAtEnd = core.nextTarget == .wall(end) || core.wallDeadline == end
      let timeToEnd = end - timekeeper.clocks.wall(at: now)
      return hasFinishedAtEnd && timeToEnd <= ClockInstant.unnoticedShift.upperBound
    }
  }

  /// Changes the core, and carries out the consequences.
  func change(
    at now: Moment, in state: inout TimekeeperState,
    _ event: (inout CountdownCore, inout TimekeeperState) -> Bool
  ) -> Bool {
    core.apply(to: self, at: now, in: &state, event)
  }

  /// The place of a kept countdown in lists.
  package var place: WallMoment { core.keeper?.place ?? .latest }

  /// Sets the place of a kept countdown in lists. Does nothing while its record cannot be read.
  func move(to place: WallMoment, at now: Moment, in state: inout TimekeeperState) {
    guard let keeper = core.keeper, self.place != place else { return }
    core.apply(to: self, at: now, in: &state) { core, state in
      keeper.move(self, &core, to: place, at: now, in: &state)
    }
  }

  /// Sets the label, and notifies observers. Returns false if it is the same.
  @discardableResult
  package func setLabel(
    _ label: String?, at now: Moment, in state: inout TimekeeperState
  ) -> Bool {
    // A view may ask for the same label often.
    if label == core.label { return false }
    return change(at: now, in: &state) { core, state in
      core.setLabel(label, of: self, at: now, in: &state)
    }
  }

  /// Sets what the next start counts down to, if the countdown is idle.
  func prepare(
    towards target: CountdownTarget, at now: Moment, in state: inout TimekeeperState
  ) {
    core.apply(to: self, at: now, in: &state) { core, state in
      core.prepare(self, towards: target, at: now, in: &state)
    }
  }

  /// Starts again with the given target.
  func restart(
    to target: CountdownTarget, place: Int, at now: Moment, in state: inout TimekeeperState
  ) {
    core.apply(to: self, at: now, in: &state) { core, state in
      core.restart(self, towards: target, place: place, at: now, in: &state)
    }
  }

  /// Removes the countdown from a board that is being deallocated. The board's cells show an idle reading of zero, and
  /// its binding for the finish is removed.
  func leave(_ board: ObjectIdentifier, at now: Moment, in state: inout TimekeeperState) {
    guard core.listeners.exist else { return }
    removeBinding(.finish, of: board, at: now, in: &state)
    let nothing = CountdownMachine(.zero, options: core.machine.options).reading(at: now)
    core.listeners.deliverLast(nothing, in: &state) { $0.isCell(of: board) }
    core.plan(self, at: now, in: &state)
  }

  /// Ends the current run, and makes the countdown idle with a duration of zero and without a label.
  func clear(at now: Moment, in state: inout TimekeeperState) {
    setLabel(nil, at: now, in: &state)
    core.clear(self, at: now, in: &state)
  }

  /// Adds a binding, replacing one with the same owner and kind. Returns the current reading.
  @discardableResult
  func add(
    _ binding: CountdownBinding, at now: Moment, in state: inout TimekeeperState
  ) -> Reading {
    core.add(binding, to: self, at: now, in: &state)
  }

  /// Removes the binding of a cell, if it belongs to the given board.
  func removeCell(
    _ cell: ObjectIdentifier, of board: ObjectIdentifier, at now: Moment,
    in state: inout TimekeeperState
  ) {
    core.listeners.remove(cell: cell, of: board, in: &state)
    advance(to: now, in: &state)
  }

  /// Removes the owner's binding of the given kind.
  func removeBinding(
    _ kind: CountdownBinding.Kind, of owner: ObjectIdentifier, at now: Moment,
    in state: inout TimekeeperState
  ) {
    core.listeners.remove(kind, ofOwner: owner, in: &state)
    advance(to: now, in: &state)
  }
}
