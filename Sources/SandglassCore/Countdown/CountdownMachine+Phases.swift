// The phases of a countdown: one runs into the next at its own deadline, however late that is noticed.

extension CountdownMachine {
  /// The present phase; nil without a plan.
  public var currentPhase: Phase? { plan?[phaseIndex] }

  /// What remains in this phase and in all that follow.
  public func totalRemaining(at now: Moment) -> Duration {
    reading(at: now).remaining.addingSaturated(plan?.duration(after: phaseIndex) ?? .zero)
  }

  /// Ends the present phase before its time is over; false unless it runs or is paused, or without phases.
  ///
  /// The next one begins: paused, if this one was. After the last one it has finished.
  public mutating func skip(at now: Moment, tell: (CountdownEvent) -> Void) -> Bool {
    advance(to: now, tell: tell)
    guard plan != nil, state == .running || state == .paused else { return false }
    if !endPhase(at: now, isSkipped: true, missed: 0, tell: tell) {
      finish(at: now, isSkipped: true, missed: 0, tell: tell)
    }
    advance(to: now, tell: tell)
    return true
  }

  /// Goes back to the beginning of the phase before, or of the first; false unless it runs or is paused, or without
  /// phases.
  ///
  /// It is paused there, if it was.
  public mutating func back(at now: Moment, tell: (CountdownEvent) -> Void) -> Bool {
    advance(to: now, tell: tell)
    guard plan != nil, state == .running || state == .paused else { return false }
    enterPhase(max(0, phaseIndex - 1), at: now)
    tell(.change(.wentBack, reading(at: now)))
    noteTold(at: now)
    tell(.reading(reading(at: now)))
    advance(to: now, tell: tell)
    return true
  }

  /// The end of a phase of an earlier process that nobody has handled, with the reading of that instant.
  ///
  /// - Parameters:
  ///   - untold: What the record says of it.
  ///   - now: The current instant.
  /// - Returns: The event; nil if the plan has no such phase.
  package func event(
    of untold: CountdownRecord.UntoldPhaseEnd, at now: CountdownRecord.Instant
  ) -> CountdownEvent? {
    guard let plan, plan[untold.index] != nil else { return nil }
    let end = phaseEnd(
      untold.index, at: now.steady - (now.wall - untold.ended), isSkipped: untold.isSkipped,
      missed: 0, in: plan)
    var next = self
    next.step = .finished
    next.phaseIndex = untold.index
    if end.next != nil { next.enterPhase(untold.index + 1, at: .origin) }
    return .phaseEnd(end, next.reading(at: .origin))
  }
}

extension CountdownMachine {
  /// Ends the present phase and begins the next one, in which nothing has been told yet; false if there is none.
  mutating func endPhase(
    at moment: Moment, isSkipped: Bool = false, missed: Int, tell: (CountdownEvent) -> Void
  ) -> Bool {
    guard let plan, plan[phaseIndex + 1] != nil else { return false }
    if !isSkipped { tellMilestones(downTo: 0, tell: tell) }
    let end = phaseEnd(phaseIndex, at: moment, isSkipped: isSkipped, missed: missed, in: plan)
    enterPhase(phaseIndex + 1, at: moment)
    tell(.phaseEnd(end, reading(at: moment)))
    // The number that it opens with is still to be told, as if the one above it had been.
    guard isWatched else { return true }
    told = total > 0 ? shown(total).addingClamped(1) : nil
    if state == .paused {
      noteTold(at: moment)
      tell(.reading(reading(at: moment)))
    }
    return true
  }

  /// Tells that the last phase has ended.
  func tellPhaseEnd(
    at moment: Moment, isSkipped: Bool, missed: Int, tell: (CountdownEvent) -> Void
  ) {
    guard let plan, plan[phaseIndex] != nil else { return }
    let end = phaseEnd(phaseIndex, at: moment, isSkipped: isSkipped, missed: missed, in: plan)
    tell(.phaseEnd(end, reading(at: moment)))
  }

  private mutating func enterPhase(_ index: Int, at moment: Moment) {
    let isPaused = state == .paused
    phaseIndex = index
    total = (currentPhase?.duration ?? .zero).clampedNanoseconds
    step =
      isPaused
      ? .paused(remaining: total) : .running(deadline: moment.advanced(byNanoseconds: total))
    armMilestones(below: total)
  }

  private func phaseEnd(
    _ index: Int, at moment: Moment, isSkipped: Bool, missed: Int, in plan: PhasePlan
  ) -> PhaseEnd {
    PhaseEnd(
      phase: plan[index] ?? Phase("", .zero), index: index, round: plan.round(of: index),
      next: plan[index + 1], moment: moment, isSkipped: isSkipped, missed: missed)
  }
}
