/// Who takes part in which workload beside us, and with how many timers at most.
enum Peers {
  /// The engines of each workload.
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

  /// The greatest number of timers with which an engine ends a workload within some seconds.
  static func greatestCount(_ workload: Workload, _ engine: String) -> Int {
    switch (workload, engine) {
    // Finding a timer in the run loop takes time in proportion to how many there are.
    case (.outstanding, "foundation-timer"): 100_000
    case (.firing, "foundation-timer"): 10_000
    // Beyond these the engine no longer keeps up with one tick a second for each.
    case (.live, "foundation-timer"): 10_000
    case (.live, "libuv"), (.live, "dispatch-source"), (.live, "task-sleep"),
      (.live, "async-timer-sequence"), (.live, "nio-callback"):
      100_000
    default: .max
    }
  }

  /// The program with that many timers, or with as many as its engine can take.
  static func subject(_ workload: Workload, _ engine: String, _ count: Int) -> Subject {
    Subject(workload, engine, min(count, greatestCount(workload, engine)))
  }
}
