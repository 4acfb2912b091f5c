// Which milestones are still to be told, and when they are due.

extension CountdownMachine {
  /// Reports the milestones that the remaining time passes as it falls to `remaining`. If an adjustment has reached
  /// these milestones, `now` is its moment, and all of them are reported with the reading at `now`. If `now` is `nil`,
  /// each is reported with the reading at its own instant.
  /// If the adjustment has changed the total, only those are reported that were armed before.
  mutating func reportMilestones(
    downTo remaining: UInt64, at now: Moment? = nil, among armedBefore: ArmedMilestones? = nil,
    report: (CountdownEvent) -> Void
  ) {
    // The next one is due at `armed - 1`. Several can be due at the same time.
    while armed > remaining {
      let due = armed - 1
      for milestone in options.milestones
      where milestone.remaining(in: total) == due && armedBefore?.contains(milestone) != false {
        let instant = now ?? deadline.map { moment(due, before: $0) } ?? .origin
        report(event(of: milestone, remaining: due, at: PastMoment(instant), readAt: instant))
      }
      armMilestones(below: due)
    }
  }

  func moment(_ remaining: UInt64, before deadline: Moment) -> Moment {
    Moment(nanoseconds: deadline.nanoseconds.subtractingClamped(remaining))
  }

  /// Arms the milestones below `remaining`, and no others.
  package mutating func armMilestones(below remaining: UInt64) {
    arm { [total] in $0.remaining(in: total).flatMap { $0 < remaining ? $0 : nil } }
  }

  /// Changes the total by as much as the remaining time. The milestones that were armed stay armed, and those that are
  /// now due before one of them are armed as well.
  ///
  /// - Returns: The milestones that were armed.
  mutating func changeTotal(by change: Duration) -> ArmedMilestones {
    let former = ArmedMilestones(total: total, limit: armed)
    total = total.nanoseconds(changedBy: change)
    if armed > 0 {
      arm { [total] in former.contains($0) ? $0.remaining(in: total) : nil }
    }
    return former
  }

  /// Arms all milestones up to the first one for which `due` returns a remaining time.
  mutating func arm(_ due: (Milestone) -> UInt64?) {
    armed = 0
    for milestone in options.milestones {
      if let due = due(milestone) { armed = max(armed, due.addingClamped(1)) }
    }
  }

  /// Returns the event of a milestone that is reached at an instant in the current phase.
  func event(
    of milestone: Milestone, remaining: UInt64, at instant: PastMoment, readAt moment: Moment
  ) -> CountdownEvent {
    event(of: milestone, remaining: remaining, at: instant, in: currentPhase, readAt: moment)
  }

  /// Returns the event of a milestone that is reached at an instant in a phase.
  package func event(
    of milestone: Milestone, remaining: UInt64, at instant: PastMoment, in phase: Phase?,
    readAt moment: Moment
  ) -> CountdownEvent {
    let reading = reading(at: moment)
    let reached = ReachedMilestone(
      milestone, remaining: .nanoseconds(remaining), at: instant,
      phase: phase, reading: reading, options: options)
    return .milestone(reached, reading)
  }
}

/// The milestones that were armed when the total was another.
struct ArmedMilestones {
  let total: UInt64
  let limit: UInt64

  func contains(_ milestone: Milestone) -> Bool {
    milestone.remaining(in: total).map { $0 < limit } ?? false
  }

  /// Whether the milestone has been told. One that the run is too short for has not.
  func lacks(_ milestone: Milestone) -> Bool {
    milestone.remaining(in: total).map { $0 >= limit } ?? false
  }
}
