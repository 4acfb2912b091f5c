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

  /// How often each operation on outstanding timers is timed; the least counts, which is what it takes
  /// undisturbed.
  let rounds: Int

  /// Takes a request from the words of a command line; nil if they are not one.
  init?(_ words: ArraySlice<String>) {
    let words = Array(words)
    guard (4...5).contains(words.count), let count = Int(words[2]), count > 0,
      let seconds = Double(words[3]), seconds > 0,
      let rounds = words.count == 5 ? Int(words[4]) : 5, rounds > 0
    else { return nil }
    workload = words[0]
    engine = words[1]
    self.count = count
    self.seconds = seconds
    self.rounds = rounds
  }
}
