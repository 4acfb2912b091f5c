/// What is done with timers; the first word that a measured program is called with.
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

  /// Whether the count of a program is a number of timers, and not one of something else.
  var countsTimers: Bool {
    switch self {
    case .process, .lateness: false
    default: true
    }
  }

  /// How many seconds a program measures, or may take for each part of its measurement.
  func seconds(isQuick: Bool) -> Double {
    switch self {
    case .live, .board, .lateness: isQuick ? 2 : 10
    default: isQuick ? 0.1 : 1
    }
  }
}
