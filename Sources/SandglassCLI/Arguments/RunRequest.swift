import Sandglass

/// Everything that was asked for: which countdowns, and how to tell of them.
struct RunRequest: Equatable {
  var countdowns: [CountdownRequest]
  var milestones: [Duration] = []
  var isJSON = false
  var isQuiet = false
}
