package import SandglassCore

// How a countdown reaches its core: from outside by a call that takes the timekeeper's lock, and from
// whatever holds that already.

extension Countdown {
  /// Changes the core under the lock, and sees to all that follows.
  @discardableResult
  func change<Answer>(
    _ event: (inout CountdownCore, Moment, inout TimekeeperState) -> Answer
  ) -> Answer {
    timekeeper.perform { state, now in
      core.apply(to: self, at: now, in: &state) { core, state in
        let answer = event(&core, now, &state)
        // What was refused has done nothing.
        if let keeping = core.keeping, (answer as? Bool) != false { keeping.isTouched = true }
        return answer
      }
    }
  }

  /// Applies what has come due.
  func advance(to now: Moment, in state: inout TimekeeperState) {
    core.advance(self, to: now, in: &state)
  }

  /// A look that nobody observes, and that so causes no tick.
  func peek() -> Reading {
    timekeeper.perform { state, now in
      advance(to: now, in: &state)
      return core.reading(at: now, on: timekeeper)
    }
  }

  /// The instant at which it finishes unless something is done about it; nil unless it runs.
  ///
  /// Nobody is noted as looking. It may lie later than the true one, by the time between two
  /// readings of the clock.
  package var deadline: Moment? {
    let reading = peek()
    return reading.state == .running ? timekeeper.now + reading.remaining : nil
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
    core.refreshRecord(of: self, in: &state)
  }
}

extension Countdown: CustomReflectable {
  /// Shows nothing: whoever looks from outside does not hold the lock.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

// MARK: - Listeners

extension Countdown {
  /// Has the record claimed, if somebody is there to be told of its finish.
  func seekClaim() {
    timekeeper.perform { state, _ in core.seekClaim(of: self, in: &state) }
  }
}

extension Countdown {
  /// Adds a binding in place of one of the same owner and kind, and tells it the present reading
  /// if the countdown lasts.
  func bind(_ binding: CountdownBinding) {
    timekeeper.perform { state, now in
      let reading = core.add(binding, to: self, at: now, in: &state)
      if reading.state.lasts { binding.tell(reading, in: &state) }
    }
  }

  /// Adds a binding in place of one of the same owner and kind; answers the present reading, for
  /// the caller to tell.
  func bindUntold(_ binding: CountdownBinding) -> Reading {
    timekeeper.perform { state, now in core.add(binding, to: self, at: now, in: &state) }
  }

  /// Adds a reader of readings, which is given the present one at once.
  func add(_ reader: ReadingChannel) {
    timekeeper.perform { state, now in core.add(reader, to: self, at: now, in: &state) }
  }

  /// Removes a reader that has been let go.
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
  /// Whether it is shown in a cell.
  func isInCell(in state: inout TimekeeperState) -> Bool { core.listeners.hasBinding(of: .cell) }

  /// Whether an owner is told of its finish.
  func hasFinishListener(of owner: ObjectIdentifier, in state: inout TimekeeperState) -> Bool {
    core.listeners.hasBinding(of: .finish, ofOwner: owner)
  }

  /// Whether it counts to that instant of the wall clock already, or has finished at it.
  ///
  /// An instant that lies ahead once more, since the clock was set back, is one to count to. Two looks at both clocks may
  /// differ by less than a millisecond. What has come due is not applied: that would tell, and set the alarm.
  func counts(to end: WallMoment, at now: Moment, in state: inout TimekeeperState) -> Bool {
    switch core.machine.state {
    case .idle, .paused:
      return false
    case .running:
      return core.wallDeadline == end
    case .finished, .overtime:
      // Where it was started after the end, its deadline is the start.
      let target = core.keeping?.presentTarget ?? core.nextTarget
      let hasFinishedAtEnd = target == .wall(end) || core.wallDeadline == end
      return hasFinishedAtEnd && end - timekeeper.clocks.wall(at: now) < .milliseconds(1)
    }
  }

  /// Starts anew towards another target.
  func restart(
    to target: CountdownRecord.Target, at now: Moment, in state: inout TimekeeperState
  ) {
    core.apply(to: self, at: now, in: &state) { core, state in
      core.restart(self, towards: target, at: now, in: &state)
    }
  }

  /// Has a board that is about to be gone show nothing of it any more, and hear of no finish.
  func leave(_ board: ObjectIdentifier, at now: Moment, in state: inout TimekeeperState) {
    guard core.listeners.areThere else { return }
    removeBinding(.finish, of: board, at: now, in: &state)
    let nothing = CountdownMachine(.zero, options: core.machine.options).reading(at: now)
    core.listeners.tellLast(nothing, in: &state) { $0.isCell(of: board) }
    core.plan(self, at: now, in: &state)
  }

  /// Ends whatever lasts, and has nothing more to count down from.
  func clear(at now: Moment, in state: inout TimekeeperState) {
    core.clear(self, at: now, in: &state)
  }

  /// Adds a binding in place of one of the same owner and kind; answers the present reading.
  @discardableResult
  func add(
    _ binding: CountdownBinding, at now: Moment, in state: inout TimekeeperState
  ) -> Reading {
    core.add(binding, to: self, at: now, in: &state)
  }

  /// Has a cell show it no longer, if the board shows it there.
  func removeCell(
    _ cell: ObjectIdentifier, of board: ObjectIdentifier, at now: Moment,
    in state: inout TimekeeperState
  ) {
    core.listeners.remove(cell: cell, of: board, in: &state)
    advance(to: now, in: &state)
  }

  /// Removes the binding of one kind that `owner` has.
  func removeBinding(
    _ kind: CountdownBinding.Kind, of owner: ObjectIdentifier, at now: Moment,
    in state: inout TimekeeperState
  ) {
    core.listeners.remove(kind, ofOwner: owner, in: &state)
    advance(to: now, in: &state)
  }
}
