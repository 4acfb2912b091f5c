/// The instants at which the phases of a running countdown end, unless it is changed.
///
/// A countdown without phases has one phase.
package struct CountdownCourse: Sendable, Hashable {
  /// The end of the current phase.
  package let deadline: Moment

  /// The whole duration of the run or, with phases, of the current phase, including adjustments.
  package let total: Duration

  /// The index of the current phase, counted from zero through all rounds.
  package let phaseIndex: Int

  /// The phases of the countdown; `nil` if it has none.
  package let plan: PhasePlan?

  package init(deadline: Moment, total: Duration, phaseIndex: Int, plan: PhasePlan?) {
    self.deadline = deadline
    self.total = total
    self.phaseIndex = phaseIndex
    self.plan = plan
  }
}
