import Sandglass
import SandglassCore

/// An event of a countdown that an alert reports.
enum AlertEvent: Hashable {
  /// The remaining time of a phase falls to a milestone.
  case milestone(Duration, phase: Int)

  /// A phase ends that is not the last one.
  case end(phase: Int)

  /// The countdown finishes, at the end of its last phase.
  case finish
}

extension CountdownCourse {
  /// Returns the future events, and their moments.
  ///
  /// - Parameters:
  ///   - now: The current moment.
  ///   - milestones: The milestones of each phase. A milestone is reached only in phases that are longer than the
  ///     milestone.
  ///   - reportsEnd: Returns whether an alert reports the end of a phase. The finish is always included.
  ///   - limit: The number of events at which the method stops. No further phase is examined once there are at least
  ///     this many events. The result can contain more events, because a phase is always completed.
  /// - Returns: The events, phase by phase.
  func events(
    after now: Moment, milestones: [Duration], reportsEnd: (Phase) -> Bool, limit: Int
  ) -> [(event: AlertEvent, moment: Moment)] {
    var events: [(event: AlertEvent, moment: Moment)] = []
    var (index, end, beginning) = (phaseIndex, deadline, now)
    while true {
      for milestone in milestones where milestone > .zero && end - milestone > beginning {
        events.append((.milestone(milestone, phase: index), end - milestone))
      }
      guard let next = plan?[index + 1] else { return events + [(.finish, end)] }
      if plan?[index].map(reportsEnd) == true { events.append((.end(phase: index), end)) }
      guard events.count < limit else { return events }
      (index, beginning) = (index + 1, end)
      end = end + next.countedDuration
    }
  }
}
