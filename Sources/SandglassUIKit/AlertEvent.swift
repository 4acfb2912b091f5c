import Sandglass
import SandglassCore

/// An event of a countdown that an alert reports.
enum AlertEvent: Hashable {
  /// A milestone is reached in a phase.
  case milestone(Milestone, phase: Int)

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
  ///   - milestones: The milestones of each phase. A milestone is reached only in phases that are long enough.
  ///   - reportsEnd: Returns whether an alert reports the end of a phase. The finish is always included.
  ///   - limit: The number of events at which the method stops. No further phase is examined once there are at least
  ///     this many events. The result can contain more events, because a phase is always completed.
  /// - Returns: The events, phase by phase.
  func events(
    after now: Moment, milestones: [Milestone], reportsEnd: (Phase) -> Bool, limit: Int
  ) -> [(event: AlertEvent, moment: Moment)] {
    var events: [(event: AlertEvent, moment: Moment)] = []
    var (index, end, beginning, length) = (phaseIndex, deadline, now, total)
    while true {
      for milestone in milestones where milestone.isPossible {
        guard let remaining = milestone.remaining(in: length), end - remaining > beginning else {
          continue
        }
        events.append((.milestone(milestone, phase: index), end - remaining))
      }
      guard let next = plan?[index + 1] else { return events + [(.finish, end)] }
      if plan?[index].map(reportsEnd) == true { events.append((.end(phase: index), end)) }
      guard events.count < limit else { return events }
      (index, beginning, length) = (index + 1, end, next.countedDuration)
      end = end + length
    }
  }
}
