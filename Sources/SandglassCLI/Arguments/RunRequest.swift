import Sandglass

/// Everything that was asked for: which countdowns, and how to tell of them.
struct RunRequest: Equatable {
  var countdowns: [CountdownRequest]
  var milestones: [Duration] = []
  var output = OutputOptions()

  /// Whether a record of each countdown is kept while it runs.
  var isKept = true
}

/// One countdown that was asked for.
struct CountdownRequest: Equatable {
  /// What is counted down to.
  enum Target: Equatable {
    /// The end of a duration.
    case duration(Duration)

    /// An instant of the wall clock.
    case instant(WallMoment)
  }

  var label: String?
  var target: Target

  /// What a person is shown in place of a label that was not given.
  var caption: String?

  /// What the person should know before the start, such as that the end is tomorrow.
  var note: String?

  /// What it is known by when it is kept: its label, or what it counts down to.
  var name: String {
    if let name = label ?? caption { return name }
    switch target {
    case .duration(let duration): return duration.compactText
    case .instant(let instant): return "until " + instant.rfc3339(fractionDigits: 0)
    }
  }
}
