import Sandglass

/// Everything that was requested: which countdowns to run, and how to report them.
struct RunRequest: Equatable {
  var countdowns: [CountdownRequest]
  var milestones: [Duration] = []
  var output = OutputOptions()

  /// Whether each countdown has a record while it runs.
  var isKept = true
}

/// One requested countdown.
struct CountdownRequest: Equatable {
  /// The target of a countdown.
  enum Target: Equatable {
    /// The end of a duration.
    case duration(Duration)

    /// An instant of the wall clock.
    case instant(WallMoment)
  }

  var label: String?
  var target: Target

  /// The text to display if no label was given.
  var caption: String?

  /// A message for the user before the start, for example that the end is tomorrow.
  var note: String?

  /// The name from which its id is derived: its label, or else its target.
  var name: String {
    if let name = label ?? caption { return name }
    switch target {
    case .duration(let duration): return duration.compactText
    case .instant(let instant): return "until " + instant.rfc3339(fractionDigits: 0)
    }
  }
}
