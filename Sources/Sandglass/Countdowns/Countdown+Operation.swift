package import SandglassCore

extension Countdown {
  /// Performs an operation, which does what the method of its name does.
  ///
  /// - Parameter operation: The operation.
  /// - Returns: What undoes it; nil if there is nothing to undo.
  /// - Throws: Why it does not apply.
  @discardableResult
  package func perform(
    _ operation: CountdownOperation
  ) throws(CountdownRefusal) -> RunChange? {
    let result: Result<RunChange?, CountdownRefusal> = change { core, now, state in
      core.handle(of: self, in: &state) { $0.advance(to: now, report: $1) }
      let before = core.machine.position(at: now)
      guard core.perform(operation, on: self, at: now, in: &state) else {
        return .failure(operation.refusal(by: core.machine, of: core.nextTarget))
      }
      let after = core.machine.position(at: now)
      switch operation {
      case .start, .restart, .startAgain: return .success(nil)
      case .skip, .back: return .success(RunChange(from: before, to: after, isStep: true))
      default: return .success(RunChange(from: before, to: after))
      }
    }
    return try result.get()
  }

  /// Moves the deadline of a run by what a better clock says. The total stays as it is. Returns false if this changes
  /// nothing.
  @discardableResult
  package func correct(by duration: Duration) -> Bool {
    change { core, now, state in core.correct(self, by: duration, at: now, in: &state) }
  }
}

extension CountdownCore {
  fileprivate mutating func perform(
    _ operation: CountdownOperation, on countdown: Countdown, at now: Moment,
    in state: inout TimekeeperState
  ) -> Bool {
    switch operation {
    case .start(let target, _, let age, _):
      return start(countdown, towards: target, age: age, at: now, in: &state)
    case .restart(let target, _, _):
      restart(countdown, towards: target, at: now, in: &state)
      return true
    case .startAgain:
      if nextTarget.wallEnd != nil { return false }
      restart(countdown, towards: nextTarget, at: now, in: &state)
      return true
    case .pause: return pause(countdown, at: now, in: &state)
    case .resume(let age): return resume(countdown, age: age, at: now, in: &state)
    case .toggle:
      return pause(countdown, at: now, in: &state) || resume(countdown, at: now, in: &state)
    case .extend(let duration): return extend(countdown, by: duration, at: now, in: &state)
    case .shorten(let duration, let rest):
      return shorten(countdown, by: duration, leaving: rest, at: now, in: &state)
    case .moveEnd(let end, _): return moveEnd(countdown, to: end, at: now, in: &state)
    case .correct(let change): return correct(countdown, by: change, at: now, in: &state)
    case .skip: return skip(countdown, at: now, in: &state)
    case .back: return back(countdown, at: now, in: &state)
    case .cancel: return cancel(countdown, at: now, in: &state)
    case .stopOvertime: return stopOvertime(countdown, at: now, in: &state)
    case .reset: return reset(countdown, at: now, in: &state)
    case .undo(let change): return undo(change, on: countdown, at: now, in: &state)
    case .setPeriod(let period): return setPeriod(period, of: countdown, at: now, in: &state)
    case .setMilestones(let milestones):
      return setMilestones(milestones, of: countdown, at: now, in: &state)
    case .setLabel(let label): return setLabel(label, of: countdown, at: now, in: &state)
    case .prepare(let target, _, _):
      return prepare(countdown, towards: target, at: now, in: &state)
    }
  }
}
