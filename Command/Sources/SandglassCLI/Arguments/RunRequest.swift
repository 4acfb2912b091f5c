import Sandglass
import SandglassCore

/// A request to run countdowns and to report their events.
struct RunRequest: Equatable {
  var countdowns: [CountdownRequest]
  var milestones: [Milestone] = []

  /// Whether the countdowns count past zero.
  var countsPastZero = false
  var output = OutputOptions()

  /// Whether each countdown has a record while it runs.
  var isKept = true

  /// Whether a process without a terminal runs the countdowns.
  var isDetached = false

  /// Whether the countdowns pause while the computer sleeps, unless they count down to a time.
  var pausesAsleep = false

  /// Returns whether all countdowns end as soon as they are started.
  func isOver(at now: WallMoment) -> Bool {
    !countsPastZero && countdowns.allSatisfy { $0.target.longest(from: now) == .zero }
  }

  /// Returns what the user is told before the start: what each countdown has to say, and which milestones
  /// are not told unless a countdown is extended, because none lasts longer.
  ///
  /// - Parameter now: The current wall-clock time.
  /// - Returns: The messages.
  func notes(at now: WallMoment) -> [String] {
    let longest = countdowns.map { $0.target.longest(from: now) }.max() ?? .zero
    let untold = milestones.filter { $0.remaining(in: longest) == nil }
    return countdowns.compactMap(\.note)
      + untold.map {
        "the milestone \(MilestoneWords.text($0)) is not told unless a countdown is extended, because none is "
          + "longer"
      }
  }
}

/// One requested countdown.
struct CountdownRequest: Equatable {
  /// The target of a countdown.
  enum Target: Equatable {
    /// A duration from the start.
    case duration(Duration)

    /// A wall-clock time.
    case instant(WallMoment)

    /// Phases, one after the other.
    case phases(PhasePlan)

    /// Returns the duration from `now` to the target, or to the end of the first phase.
    func duration(from now: WallMoment) -> Duration {
      switch self {
      case .duration(let whole): whole
      case .instant(let instant): max(.zero, instant - now)
      case .phases(let plan): plan[0]?.duration ?? .zero
      }
    }

    /// Returns the duration from `now` to the target, or that of the longest phase.
    func longest(from now: WallMoment) -> Duration {
      guard case .phases(let plan) = self else { return duration(from: now) }
      return plan.phases.map(\.duration).max() ?? .zero
    }
  }

  var label: String?
  var target: Target

  /// The text to display if no label was given.
  var caption: String?

  /// A message for the user before the start, for example that the end is tomorrow.
  var note: String?

  /// Whether each phase after the first begins paused.
  var waits = false

  /// The name from which the countdown's id is derived: the label, or else the target.
  var name: String {
    if let name = label ?? caption { return name }
    switch target {
    case .duration(let duration): return duration.compactText
    case .instant(let instant): return "until " + instant.rfc3339(fractionDigits: 0)
    case .phases: return "phases"
    }
  }
}
