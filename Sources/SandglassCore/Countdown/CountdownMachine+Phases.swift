// The phases of a countdown. Each phase begins at the deadline of the previous phase, however late the process notices
// it.

extension CountdownMachine {
  /// The current phase; `nil` without a plan.
  public var currentPhase: Phase? { plan?[phaseIndex] }

  /// Returns the remaining time of this phase and all later ones.
  public func totalRemaining(at now: Moment) -> Duration {
    reading(at: now).remaining.addingSaturated(plan?.duration(after: phaseIndex) ?? .zero)
  }

  /// Ends the current phase early. Returns `false` if the countdown has no phases, or if it is neither running nor
  /// paused.
  ///
  /// The next phase begins, and is paused if this phase was paused. After the last phase, the countdown finishes.
  public mutating func skip(at now: Moment, report: (CountdownEvent) -> Void) -> Bool {
    advance(to: now, report: report)
    guard plan != nil, state == .running || state == .paused else { return false }
    if !endPhase(at: now, isSkipped: true, missed: 0, report: report) {
      finish(at: now, isSkipped: true, missed: 0, report: report)
    }
    advance(to: now, report: report)
    return true
  }

  /// Goes back to the start of the previous phase, or to the start of the first phase if it is the current one. Returns
  /// `false` if the countdown has no phases, or if it is neither running nor paused.
  ///
  /// A paused countdown stays paused.
  public mutating func back(at now: Moment, report: (CountdownEvent) -> Void) -> Bool {
    advance(to: now, report: report)
    guard plan != nil, state == .running || state == .paused else { return false }
    enterPhase(max(0, phaseIndex - 1), at: now)
    report(.change(.wentBack, reading(at: now)))
    noteReported(at: now)
    // A phase of no length ends at once, and never shows 0.
    if total > 0 || state == .paused { report(.reading(reading(at: now))) }
    advance(to: now, report: report)
    return true
  }
}

extension CountdownMachine {
  /// Ends the current phase and begins the next one. Returns `false` if there is no next phase.
  mutating func endPhase(
    at moment: Moment, isSkipped: Bool = false, missed: Int, report: (CountdownEvent) -> Void
  ) -> Bool {
    guard let plan, plan[phaseIndex + 1] != nil else { return false }
    if !isSkipped { reportMilestones(downTo: 0, report: report) }
    let end = phaseEnd(
      phaseIndex, at: PastMoment(moment), isSkipped: isSkipped, missed: missed, in: plan)
    enterPhase(phaseIndex + 1, at: moment)
    report(.phaseEnd(end, reading(at: moment)))
    // The first number of the new phase is yet to be delivered, so the number above it counts as delivered.
    guard isWatched else { return true }
    reported = total > 0 ? shown(total).addingClamped(1) : nil
    if state == .paused {
      noteReported(at: moment)
      report(.reading(reading(at: moment)))
    }
    return true
  }

  /// Reports the end of the last phase.
  func reportPhaseEnd(
    at moment: Moment, isSkipped: Bool, missed: Int, report: (CountdownEvent) -> Void
  ) {
    guard let plan, plan[phaseIndex] != nil else { return }
    let end = phaseEnd(
      phaseIndex, at: PastMoment(moment), isSkipped: isSkipped, missed: missed, in: plan)
    report(.phaseEnd(end, reading(at: moment)))
  }

  package mutating func enterPhase(_ index: Int, at moment: Moment) {
    let isPaused = state == .paused
    phaseIndex = index
    total = (currentPhase?.duration ?? .zero).clampedNanoseconds
    step =
      isPaused
      ? .paused(remaining: total) : .running(deadline: moment.advanced(byNanoseconds: total))
    armMilestones(below: total)
  }

  package func phaseEnd(
    _ index: Int, at instant: PastMoment, isSkipped: Bool, missed: Int, in plan: PhasePlan
  ) -> PhaseEnd {
    PhaseEnd(
      plan[index] ?? Phase("", .zero), index: index, at: instant, isSkipped: isSkipped,
      missed: missed, in: plan)
  }
}
