/// A workload. Its raw value is the first argument of a measured program.
enum Workload: String, CaseIterable, Codable {
  case outstanding
  case contention
  case endurance
  case firing
  case live
  case life
  case board
  case lateness
  case process
  case sleep

  /// Whether the count of a program is a number of timers, and not of something else.
  var countsTimers: Bool {
    switch self {
    case .process, .lateness: false
    default: true
    }
  }

  /// Returns the number of seconds that a program measures, or that each part of its measurement
  /// may take.
  func seconds(isQuick: Bool) -> Double {
    switch self {
    case .live, .board, .lateness: isQuick ? 2 : 10
    default: isQuick ? 0.1 : 1
    }
  }
}
