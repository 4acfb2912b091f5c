// How an operation is undone.

extension CountdownMachine {
  /// Returns where the run is at `now`; `nil` unless one is in progress or counting past zero. Overtime whose zero lies
  /// ahead, because a clock was set back, is nowhere.
  package func position(at now: Moment) -> RunPosition? {
    let state: RunPosition.State
    switch step {
    case .idle, .finished: return nil
    case .running(let deadline): state = .running(remaining: remaining(until: deadline, at: now))
    case .paused(let remaining): state = .paused(remaining: remaining)
    case .overtime:
      guard let left = timeToZero(at: now), left <= .zero else { return nil }
      state = .overtime(
        past: Duration.zero.subtractingSaturated(left).clampedNanosecondsRoundedDown)
    }
    return RunPosition(state: state, total: total, phaseIndex: phaseIndex, armed: armed)
  }

  /// Undoes an operation, as ``RunChange`` describes, and delivers a reading. Returns `false` if something else has
  /// changed the run since, or if no time would remain.
  package mutating func undo(
    _ change: RunChange, at now: Moment, report: (CountdownEvent) -> Void
  ) -> Bool {
    advance(to: now, report: report)
    guard let present = position(at: now), let former = change.undone(from: present) else {
      return false
    }
    (total, phaseIndex, armed) = (former.total, former.phaseIndex, 0)
    switch former.state {
    case .running(let remaining):
      step = .running(deadline: now.advanced(byNanoseconds: remaining))
    case .paused(let remaining):
      step = .paused(remaining: remaining)
    case .overtime(let past):
      if ended == nil { restoreOvertime(timeToZero: .zero - .nanoseconds(past), at: now) }
      step = .overtime(since: now, past: past)
    }
    noteReported(at: now)
    report(.change(.undone, reading(at: now)))
    tellMilestones(after: change, from: present, at: now, report: report)
    report(.reading(reading(at: now)))
    return true
  }

  /// Tells the milestones that are due, and arms those that are still to be told.
  private mutating func tellMilestones(
    after change: RunChange, from present: RunPosition, at now: Moment,
    report: (CountdownEvent) -> Void
  ) {
    guard state != .overtime else { return }
    let remaining = reading(at: now).remaining.clampedNanoseconds
    var lowestTold = UInt64.max
    var due: [(milestone: Milestone, remaining: UInt64)] = []
    for milestone in options.milestones {
      guard let time = milestone.remaining(in: total) else { continue }
      let isTold = change.hasTold(milestone, by: present)
      if isTold, time < remaining { lowestTold = min(lowestTold, time) }
      if !isTold, time >= remaining { due.append((milestone, time)) }
    }
    for (milestone, time) in due.sorted(by: { $0.remaining > $1.remaining }) {
      report(event(of: milestone, remaining: time, at: PastMoment(now), readAt: now))
    }
    armMilestones(below: min(remaining, lowestTold))
  }
}
