/// What an operation has changed of a run, so that it can be undone.
///
/// Undoing puts the run back that was before: its state, phase and total, and the milestones that are still to be told.
/// Time that has been counted since stays counted, and what has been told since is not told again. A pause counts no
/// time, so the time that remained remains.
package struct RunChange: Sendable, Hashable {
  let before: RunPosition
  let after: RunPosition

  /// Whether the operation has gone to the start of a phase, which tells no milestone.
  private let isStep: Bool

  /// Returns nil if there is nothing to undo: nothing was changed, or the run has ended or is another one. An end is not
  /// taken back once it has been told, nor is that of a phase, unless it was skipped.
  ///
  /// - Parameters:
  ///   - before: The run just before the operation.
  ///   - after: The run just after it.
  ///   - isStep: Whether the operation has gone to the start of a phase.
  package init?(from before: RunPosition?, to after: RunPosition?, isStep: Bool = false) {
    guard let before, let after, before != after,
      isStep || after.phaseIndex == before.phaseIndex
    else { return nil }
    if case .overtime = after.state {
      guard case .overtime = before.state else { return nil }
    }
    self.before = before
    self.after = after
    self.isStep = isStep
  }

  /// Returns whether a milestone of the phase to go back to need not be told any more.
  func hasTold(_ milestone: Milestone, by present: RunPosition) -> Bool {
    if !before.untold.contains(milestone) { return true }
    if before.phaseIndex != after.phaseIndex { return false }
    return isStep
      ? after.untold.contains(milestone) && !present.untold.contains(milestone)
      : present.untold.lacks(milestone)
  }

  /// Returns where the run would be now without the operation; `nil` if something else has changed it since, or if no
  /// time would remain.
  func undone(from present: RunPosition) -> RunPosition? {
    guard present.total == after.total, present.phaseIndex == after.phaseIndex,
      let counted = after.state.counted(until: present.state)
    else { return nil }
    var former = before
    switch before.state {
    case .running(let remaining):
      guard remaining > counted else { return nil }
      former.state = .running(remaining: remaining - counted)
    case .paused(let remaining):
      // A pause counts no time.
      guard remaining > 0 else { return nil }
    case .overtime(let past):
      former.state = .overtime(past: past.addingClamped(counted))
    }
    return former
  }
}

/// Where a run in progress is at one instant, whatever the clocks say.
package struct RunPosition: Sendable, Hashable {
  enum State: Sendable, Hashable {
    case running(remaining: UInt64)
    case paused(remaining: UInt64)
    case overtime(past: UInt64)

    /// Returns the time that was counted until a later position; `nil` if the run has been paused or resumed since, or
    /// has ended.
    func counted(until later: State) -> UInt64? {
      switch (self, later) {
      case (.running(let remaining), .running(let later)): remaining.subtractingClamped(later)
      case (.paused(let remaining), .paused(let later)): remaining == later ? 0 : nil
      case (.overtime(let past), .overtime(let later)): later.subtractingClamped(past)
      case (.running, _), (.paused, _), (.overtime, _): nil
      }
    }
  }

  var state: State
  let total: UInt64
  package let phaseIndex: Int

  /// The milestones that are due at a remaining time below this are still to be told.
  let armed: UInt64
}

extension RunPosition {
  /// The milestones that are still to be told.
  var untold: ArmedMilestones { ArmedMilestones(total: total, limit: armed) }
}
