/// The engines in each workload besides ours, and the maximum number of timers for each.
enum Peers {
  /// Returns the engines of a workload.
  static func engines(_ workload: Workload) -> [String] {
    switch workload {
    case .outstanding:
      [
        "floor", "floor-padded", "timing-wheel", "heap", "libev", "libuv", "timing-wheel-locked",
        "timeouts", "timekeeper", "dispatch-source", "foundation-timer",
        "task-sleep", "async-timer-sequence", "nio-task", "nio-callback",
      ]
    case .firing:
      [
        "floor", "floor-closures", "timekeeper", "timeouts", "libev", "libuv", "dispatch-source",
        "foundation-timer", "task-sleep", "nio-task", "nio-callback",
      ]
    case .live:
      [
        "countdowns", "countdowns-100-ms", "countdowns-aligned", "libev", "libuv",
        "dispatch-source", "foundation-timer", "task-sleep", "async-timer-sequence",
        "nio-callback",
      ]
    case .life: ["countdown", "countdown-in-company", "dispatch-source", "task-sleep"]
    case .lateness:
      [
        "repeating-timer", "clock-nanosleep", "timerfd", "libev", "libuv", "dispatch-source",
        "foundation-timer", "task-sleep", "async-timer-sequence", "nio-callback",
      ]
    case .sleep: ["timekeeper", "timekeeper-clock", "task-sleep"]
    case .contention, .endurance, .board, .process: []
    }
  }

  /// Returns the maximum number of timers with which an engine completes a workload within a few
  /// seconds.
  static func greatestCount(_ workload: Workload, _ engine: String) -> Int {
    switch (workload, engine) {
    // Finding a timer in the run loop takes time proportional to the number of timers.
    case (.outstanding, "foundation-timer"): 100_000
    case (.firing, "foundation-timer"): 10_000
    // With more timers, the engine no longer keeps up with one tick a second for each.
    case (.live, "foundation-timer"): 10_000
    case (.live, "libuv"), (.live, "dispatch-source"), (.live, "task-sleep"),
      (.live, "async-timer-sequence"), (.live, "nio-callback"):
      100_000
    default: .max
    }
  }

  /// Returns the program with that many timers, or with the maximum for its engine.
  static func subject(_ workload: Workload, _ engine: String, _ count: Int) -> Subject {
    Subject(workload, engine, min(count, greatestCount(workload, engine)))
  }
}
