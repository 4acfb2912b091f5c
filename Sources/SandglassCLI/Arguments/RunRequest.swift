import Sandglass

/// Everything that was asked for: which countdowns, and how to tell of them.
struct RunRequest: Equatable {
  var countdowns: [CountdownRequest]
  var milestones: [Duration] = []
  var isJSON = false
  var isQuiet = false

  /// Whether a record of each countdown is kept while it runs.
  var isKept = true

  /// How to tell of what runs.
  var manner: OutputOptions { OutputOptions(isJSON: isJSON, isQuiet: isQuiet) }
}
