package import SandglassCore

extension CountdownRecord {
  /// Returns the run that has finished, as its process saw it finish; `nil` if none has.
  package func finishedRun(at now: ClockInstant) -> FinishedRun? {
    guard case .finished(let end) = state else { return nil }
    return FinishedRun(
      target: target, options: options, phaseIndex: phaseIndex,
      elapsed: total.addingSaturated(max(.zero, now.wall - end)), order: now.wall)
  }
}

extension CountdownMachine {
  /// Returns the event that receivers get for a pending event, with the reading at that instant.
  ///
  /// - Parameters:
  ///   - pending: The pending event of this countdown's record.
  ///   - instant: The moment of the event on the present clock.
  /// - Returns: The event.
  package func event(of pending: PendingEvent, at instant: PastMoment) -> CountdownEvent {
    var past = self
    past.phaseIndex = pending.phaseIndex
    past.total = pending.total.clampedNanoseconds
    switch pending.kind {
    case .milestone(let milestone):
      let remaining = milestone.remaining(in: past.total) ?? 0
      past.step = .running(deadline: .origin.advanced(byNanoseconds: remaining))
      return past.event(
        of: milestone, remaining: remaining, at: instant,
        in: pending.phase?.phase ?? past.currentPhase, readAt: .origin)
    case .phaseEnd(let isSkipped):
      past.step = .running(deadline: .origin)
      let end = end(of: pending, at: instant, isSkipped: isSkipped)
      if let next = end.next, pending.phaseIndex < .max {
        past.phaseIndex += 1
        past.total = next.duration.clampedNanoseconds
        past.step = .running(deadline: .origin.advanced(byNanoseconds: past.total))
      }
      return .phaseEnd(end, past.reading(at: .origin))
    case .finish:
      past.step =
        options.countsPastZero
        ? .overtime(since: .origin, past: 0) : .finished(since: .origin, past: 0)
      return .end(CountdownEnd(.finished, at: instant), past.reading(at: .origin))
    }
  }

  private func end(
    of pending: PendingEvent, at instant: PastMoment, isSkipped: Bool
  ) -> PhaseEnd {
    guard let ended = pending.phase, let round = ended.round else {
      return phaseEnd(
        pending.phaseIndex, at: instant, isSkipped: isSkipped, missed: 0,
        in: plan ?? PhasePlan([]))
    }
    return PhaseEnd(
      ended.phase, index: pending.phaseIndex, round: round, next: ended.next, at: instant,
      isSkipped: isSkipped, missed: 0)
  }
}
