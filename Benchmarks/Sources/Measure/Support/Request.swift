/// What a program is asked to measure.
struct Request: Sendable {
  /// What is done with the timers.
  let workload: String

  /// Whose timers they are.
  let engine: String

  /// How many timers there are.
  let count: Int

  /// How long to measure, or the most that each part of the measurement may take.
  let seconds: Double

  /// Takes a request from the words of a command line; nil if they are not one.
  init?(_ words: ArraySlice<String>) {
    let words = Array(words)
    guard words.count == 4, let count = Int(words[2]), count > 0,
      let seconds = Double(words[3]), seconds > 0
    else { return nil }
    workload = words[0]
    engine = words[1]
    self.count = count
    self.seconds = seconds
  }
}
