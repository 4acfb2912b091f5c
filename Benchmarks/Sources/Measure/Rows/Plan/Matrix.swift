/// A comparison of one figure across all engines, for each number of timers.
struct Matrix {
  let row: Row
  let title: String
  let workload: Workload
  let figure: String
  let counts: [Int]

  /// The engines that are compared. Row P1 has the engines that are bare structures or use only one
  /// thread. Row P2 has the engines that a Swift developer could choose, and one of those in row
  /// P1.
  var engines: [String] {
    switch row {
    case .p1: ["floor", "timing-wheel", "heap", "libev", "libuv"]
    case .p2:
      Peers.engines(workload)
        .filter { !["timing-wheel", "heap", "libuv"].contains($0) && !$0.hasPrefix("floor") }
    default: Peers.engines(workload).filter { !$0.hasPrefix("floor") }
    }
  }

  /// The programs to run.
  var subjects: [Subject] {
    engines.flatMap { engine in
      counts.map { Peers.subject(workload, engine, $0) }
    }
  }

  /// Returns all matrices in the order of their rows.
  static func all(counts: [Int]) -> [Matrix] {
    outstanding(.p1, counts) + outstanding(.p2, counts) + others(counts)
  }

  private static func outstanding(_ row: Row, _ counts: [Int]) -> [Matrix] {
    [
      Matrix(row: row, title: "arm, ns", workload: .outstanding, figure: "arm", counts: counts),
      Matrix(
        row: row, title: "cancel and rearm, ns", workload: .outstanding, figure: "rearm",
        counts: counts),
      Matrix(
        row: row, title: "move, ns", workload: .outstanding, figure: "move", counts: counts),
      Matrix(
        row: row, title: "memory of a timer and its handle, B", workload: .outstanding,
        figure: "bytes", counts: counts),
    ]
  }

  private static func others(_ counts: [Int]) -> [Matrix] {
    [
      Matrix(
        row: .p4, title: "CPU time per timer fired, ns", workload: .firing,
        figure: "processor", counts: counts),
      Matrix(
        row: .p4, title: "lateness of the last timer, ms", workload: .firing, figure: "latest",
        counts: counts),
      Matrix(
        row: .p5, title: "CPU usage, % of a core", workload: .live, figure: "processor",
        counts: counts),
      Matrix(
        row: .p5, title: "threads put to sleep per second", workload: .live, figure: "switches",
        counts: counts),
      Matrix(
        row: .p5, title: "ticks per timer and second", workload: .live, figure: "ticksOfEach",
        counts: counts),
      Matrix(
        row: .p6, title: "make, start and cancel, ns", workload: .life, figure: "life",
        counts: [min(100_000, counts.last ?? 1)]),
      Matrix(
        row: .p6, title: "memory of a running countdown, B", workload: .life, figure: "bytes",
        counts: [min(100_000, counts.last ?? 1)]),
      Matrix(
        row: .p8, title: "median, µs", workload: .lateness, figure: "p50.0", counts: [1]),
      Matrix(
        row: .p8, title: "99th percentile, µs", workload: .lateness, figure: "p99.0",
        counts: [1]),
      Matrix(
        row: .p8, title: "drift from the run's first tenth to its last, µs", workload: .lateness,
        figure: "drift", counts: [1]),
    ]
  }
}
