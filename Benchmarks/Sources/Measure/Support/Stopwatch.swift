import CMeasuring

/// Measures how long something takes.
struct Stopwatch {
  private let start = steady_nanoseconds()

  /// The nanoseconds since the stopwatch was made.
  var nanoseconds: Double { Double(steady_nanoseconds() - start) }

  /// The seconds since the stopwatch was made.
  var seconds: Double { nanoseconds / 1e9 }
}
