public import SandglassCore

extension Countdown {
  /// Creates a countdown to the next of the times on the wall clock, such as the next half minute.
  ///
  /// Each start chooses the next time, so ``restart()`` in a closure for the finish counts down to one after another:
  ///
  /// ```swift
  /// let code = Countdown(untilNext: .multiples(of: .seconds(30)), on: timekeeper)
  /// code.onFinish(with: screen) { screen, _ in
  ///   screen.renewCode()
  ///   code.restart()
  /// }
  /// ```
  ///
  /// The ``total`` of a run is the whole period from the time before the end to the end, so ``progress`` is also right if
  /// the run starts in the middle of it. Milestones in the part before the start are not reported.
  ///
  /// If another time becomes the next during a run, because the clock was set back or the times have changed, the end
  /// moves there. If the end has been moved in another way, by ``extend(by:)`` or after a pause, it stays.
  ///
  /// - Parameters:
  ///   - times: The times. If none are left, the countdown has 584 years left.
  ///   - options: The unit, the rounding, the milestones and whether overtime is counted.
  ///   - timekeeper: The timekeeper to run on.
  public convenience init(
    untilNext times: WallTimes,
    options: CountdownOptions = .standard,
    on timekeeper: Timekeeper = .shared
  ) {
    self.init(until: timekeeper.wallNow, options: options, on: timekeeper)
    count(toNextOf: times)
  }
}

// MARK: - Asking the times

// The times are asked without the timekeeper's lock, because a rule may take long, and may be a client's code that uses
// the timekeeper.

extension Countdown {
  /// Makes starts count down to the next of the given times. A run in progress counts as one to the next of them.
  package func count(toNextOf times: WallTimes) {
    let times = NextTimes(times)
    change { core, _, state in
      core.noteTarget(
        .wall(core.wallDeadline ?? core.notedEnd ?? CountdownCore.never), nextOf: times, in: &state)
    }
    renewingTarget(if: { core.machine.state != .running }) { _, _ in }
    followTimes()
  }

  /// Moves the end of the run if another time is the next now, because the clock was set or the times have changed.
  func followTimes() {
    asking({ core.questionOfRun(at: $0, on: timekeeper) }) { state, now, next in
      guard let next else { return }
      core.apply(to: self, at: now, in: &state) { core, state in
        core.followTimes(self, to: next, at: now, in: &state)
      }
    }
  }

  /// Changes the core as ``change(_:)`` does, after making the target of the next start the next of the times.
  func changeRenewed<Answer>(
    if isNeeded: () -> Bool,
    _ event: (inout CountdownCore, Moment, inout TimekeeperState) -> Answer
  ) -> Answer {
    renewingTarget(if: isNeeded) { state, now in
      core.apply(to: self, at: now, in: &state) { core, state in event(&core, now, &state) }
    }
  }

  /// Makes the target of the next start the next of the times, if there are times and `isNeeded` returns true, and then
  /// calls `body`. Both closures are called under the lock.
  func renewingTarget<Answer>(
    if isNeeded: () -> Bool, _ body: (inout TimekeeperState, Moment) -> Answer
  ) -> Answer {
    asking({ isNeeded() ? core.questionOfTarget(at: $0, on: timekeeper) : nil }) {
      state, now, next in
      if let next { core.renewTarget(to: next, in: &state) }
      return body(&state, now)
    }
  }

  /// Asks the times what `question` returns, and then calls `body` with the answer. Both closures are called under the
  /// lock, but the times are not. If they have been replaced or the clock was set back in the meantime, asks again.
  private func asking<Answer>(
    _ question: (Moment) -> NextTimeQuestion?,
    _ body: (inout TimekeeperState, Moment, NextTime?) -> Answer
  ) -> Answer {
    // Only the body is copied into each caller. The place is not used after the lock is released.
    let (state, next) = enter(asking: question)
    let now = state.pointee.now
    let answer = body(&state.pointee, now, next)
    timekeeper.leave(state)
    return answer
  }

  /// Acquires the timekeeper's lock, when the answer to the question is known. Returns the place of the timekeeper's state,
  /// which may be used until the lock is released, and the answer; nil if there is nothing to ask.
  @inline(never)
  private func enter(
    asking question: (Moment) -> NextTimeQuestion?
  ) -> (UnsafeMutablePointer<TimekeeperState>, NextTime?) {
    var known: NextTime?
    while true {
      let state = timekeeper.enter()
      guard core.times != nil else { return (state, nil) }
      known?.times.isAsked = false
      let now = state.pointee.now
      advance(to: now, in: &state.pointee)
      guard let question = question(now) else { return (state, nil) }
      if let known, known.answers(question) { return (state, known) }
      question.times.isAsked = true
      timekeeper.leave(state)
      known = question.ask()
    }
  }
}
