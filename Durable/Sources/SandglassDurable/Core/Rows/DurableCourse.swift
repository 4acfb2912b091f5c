package import SandglassCore

/// What a durable countdown counts down: a duration, phases, or the time to an end, with milestones.
package struct DurableCourse: Sendable, Hashable {
  package let target: Target
  package let milestones: [Milestone]

  package enum Target: Sendable, Hashable {
    case duration(Duration)
    case end(WallMoment)
    case phases(PhasePlan)
  }

  package init(_ target: Target, milestones: [Milestone] = []) {
    self.target = target
    self.milestones = milestones
  }

  var options: CountdownOptions { CountdownOptions(milestones: milestones) }

  /// The target of the record of a countdown that starts now. An end that has passed is due at once.
  func target(at now: Moment) -> CountdownRecord.Target {
    switch target {
    case .duration(let duration): .duration(duration)
    case .end(let end): .duration(max(.zero, end - WallMoment(now)))
    case .phases(let plan): .phases(plan)
    }
  }
}
