import CPeers

/// Measures elapsed time.
struct Stopwatch {
  private let start = steady_nanoseconds()

  /// The nanoseconds since the creation of the stopwatch.
  var nanoseconds: Double { Double(steady_nanoseconds() - start) }

  /// The seconds since the creation of the stopwatch.
  var seconds: Double { nanoseconds / 1e9 }
}
