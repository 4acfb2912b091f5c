/// The parameters of a measurement.
struct Request: Sendable {
  /// The workload.
  let workload: String

  /// The engine.
  let engine: String

  /// The number of timers.
  let count: Int

  /// The duration of the measurement, or the maximum duration of each of its parts.
  let seconds: Double

  /// The number of times that each operation on outstanding timers is timed. The minimum is
  /// reported, because it is the least disturbed.
  let rounds: Int

  /// Parses a request from the arguments of a command line. Returns nil if they are not valid.
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
