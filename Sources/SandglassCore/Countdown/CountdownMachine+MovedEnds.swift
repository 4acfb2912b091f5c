// Ends that are set anew during a run, for example by a server. The run goes on: it is not cancelled, and the time that
// it has counted stays counted.

extension CountdownMachine {
  /// Moves the end of the run. Returns `false` if the countdown is idle, if it already ends then, or if it has finished
  /// and the new end has passed.
  ///
  /// This is ``extend(by:at:report:)`` by the difference between the ends, and is reported in the same way. A paused
  /// countdown stays paused, and its remaining time becomes `timeToZero`. With a ``plan``, the end of the current phase
  /// is moved. If the countdown has finished or is counting past zero, and the new end lies ahead, a new run begins. The
  /// new run continues with the time that has passed since the start of the old one as its elapsed time, and has its own
  /// finish.
  ///
  /// - Parameters:
  ///   - timeToZero: The time from `now` to the new end. If it is zero or less, the run finishes at `now`, or its phase
  ///     ends. Overtime is then counted from the new end if the countdown was already counting past zero.
  ///   - now: The current moment.
  ///   - report: The closure to call with the events, in order.
  /// - Returns: Whether the end was moved.
  public mutating func moveEnd(
    timeToZero: Duration, at now: Moment, report: (CountdownEvent) -> Void
  ) -> Bool {
    advance(to: now, report: report)
    let left = reachable(timeToZero, at: now).roundedUp
    switch step {
    case .idle:
      return false
    case .running(let deadline):
      return moveEnd(from: remaining(until: deadline, at: now), to: left, at: now, report: report)
    case .paused(let remaining):
      return moveEnd(from: remaining, to: left, at: now, report: report)
    case .overtime:
      let change = left.subtractingSaturated(self.timeToZero(at: now) ?? .zero)
      guard change != .zero else { return false }
      extendOvertime(to: left, by: change, beginsRun: left > .zero, at: now, report: report)
    case .finished:
      guard left > .zero else { return false }
      extendOvertime(
        to: left, by: left.addingSaturated(timeSinceEnd(at: now)), beginsRun: true, at: now,
        report: report)
    }
    return true
  }

  private mutating func moveEnd(
    from remaining: UInt64, to left: Duration, at now: Moment, report: (CountdownEvent) -> Void
  ) -> Bool {
    let change = left.subtractingSaturated(.nanoseconds(remaining))
    guard change != .zero else { return false }
    extend(from: remaining, by: change, at: now, report: report)
    return true
  }

  /// Returns a time to zero that a moment can represent.
  private func reachable(_ timeToZero: Duration, at now: Moment) -> Duration {
    min(timeToZero, Moment.distantFuture - now)
  }
}

// MARK: - Ends on the wall clock

extension CountdownMachine {
  /// Returns whether moving the end to a wall-clock time would change nothing.
  ///
  /// The two clocks are not read at the same moment, so an end that is up to half a millisecond from the present one
  /// counts as the same. A paused countdown has no end. It is left alone if it would have ended at `end` without the pause.
  ///
  /// - Parameters:
  ///   - end: The wall-clock time.
  ///   - pausedEnd: When a paused run to a wall-clock time would have ended without the pause.
  ///   - now: The current instant. Everything that is due by then must have been delivered.
  /// - Returns: Whether there is nothing to move.
  package func alreadyEnds(
    at end: WallMoment, pausedUntil pausedEnd: WallMoment?, now: ClockInstant
  ) -> Bool {
    let unnoticed = ClockInstant.unnoticedShift
    let left = reachable(end - now.wall, at: now.steady)
    switch step {
    case .idle: return true
    case .running, .overtime:
      return unnoticed.contains(
        left.subtractingSaturated(timeToZero(at: now.steady) ?? .zero))
    case .paused: return pausedEnd.map { unnoticed.contains(end - $0) } ?? false
    case .finished: return left <= unnoticed.upperBound
    }
  }
}

/// A run that had finished when its end was moved. Its record may have been removed, because its finish was handled.
package struct FinishedRun: Sendable, Hashable {
  /// What the run counted down to.
  package let target: CountdownTarget
  package let options: CountdownOptions

  /// The index of its last phase; zero without phases.
  package let phaseIndex: Int

  /// The time from its start to the move, without pauses.
  package let elapsed: Duration

  /// The wall-clock time of the call, by which the new run is numbered. No two calls have the same.
  package let order: WallMoment

  package init(
    target: CountdownTarget, options: CountdownOptions, phaseIndex: Int, elapsed: Duration,
    order: WallMoment
  ) {
    self.target = target
    self.options = options
    self.phaseIndex = phaseIndex
    self.elapsed = elapsed
    self.order = order
  }
}

extension CountdownMachine {
  /// Returns the run that has finished; `nil` if none has, or if the countdown is counting past zero.
  package func finishedRun(
    to target: CountdownTarget, at now: Moment, order: WallMoment
  ) -> FinishedRun? {
    guard case .finished = step else { return nil }
    return FinishedRun(
      target: target, options: options, phaseIndex: phaseIndex,
      elapsed: wholeDuration.addingSaturated(timeSinceEnd(at: now)), order: order)
  }

  /// Creates the machine of a run that has just finished.
  package init(after run: FinishedRun, at now: Moment) {
    self.init(.zero, options: run.options)
    plan = run.target.plan
    phaseIndex = run.phaseIndex
    total = run.elapsed.clampedNanoseconds
    step = .finished(since: now, past: 0)
    ended = .finished(at: now, missed: 0)
  }

  /// The time since zero; zero if the run has not finished, or if its end lies ahead because a clock was set back.
  private func timeSinceEnd(at now: Moment) -> Duration {
    guard case .finished(let since, let past) = step else { return .zero }
    return max(.zero, (now - since).addingSaturated(.nanoseconds(past)))
  }
}
