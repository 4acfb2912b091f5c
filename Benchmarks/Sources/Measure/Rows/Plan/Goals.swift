/// The goals: the lines of the table, row by row.
struct Goals {
  /// The numbers of timers, in ascending order.
  let counts: [Int]
  let isQuick: Bool

  private var least: Int { counts.first ?? 1 }
  private var most: Int { counts.last ?? 1 }

  /// All lines in the order of their rows.
  var lines: [Line] {
    [wheel, timekeeper, threads, firing, live, life, board, lateness, growth, process, sleep]
      .flatMap { $0 }
  }

  // MARK: - P1

  private var wheel: [Line] {
    counts.flatMap { count in
      let ours = Subject(.outstanding, "timing-wheel", count)
      let libev = Subject(.outstanding, "libev", count)
      return [
        Line(
          row: .p1, what: "arm", subject: ours, figure: "arm", unit: "ns",
          references: [libev], goal: .ratio(0.6)),
        Line(
          row: .p1, what: "cancel and rearm", subject: ours, figure: "rearm", unit: "ns",
          references: [libev], goal: .ratio(0.6)),
        Line(
          row: .p1, what: "cancel and rearm, vs. bare memory accesses", subject: ours,
          figure: "rearm", unit: "ns", references: [Subject(.outstanding, "floor", count)],
          goal: nil),
        Line(
          row: .p1, what: "cancel and rearm, vs. bare memory accesses with as many instructions",
          subject: ours, figure: "rearm", unit: "ns",
          references: [Subject(.outstanding, "floor-padded", count)], goal: nil),
        Line(
          row: .p1, what: "memory beyond the payload", subject: ours,
          figure: "bytesBeyondPayload", unit: "B", goal: .atMost(48)),
      ]
    }
  }

  // MARK: - P2

  private var timekeeper: [Line] {
    let lines = counts.flatMap { count in
      let numbers = Subject(.outstanding, "timeouts", count)
      let ours = Subject(.outstanding, "timekeeper", count)
      let libev = Subject(.outstanding, "libev", count)
      let dispatch = Subject(.outstanding, "dispatch-source", count)
      let operations = [("arm", "arm"), ("cancel and rearm", "rearm"), ("move", "move")]
      let compared = operations.flatMap { what, figure in
        [
          Line(
            row: .p2, what: what + ", with a number", subject: numbers, figure: figure,
            unit: "ns", references: [libev], goal: .ratio(1)),
          Line(
            row: .p2, what: what, subject: ours, figure: figure, unit: "ns",
            references: [libev], goal: .ratio(2)),
          Line(
            row: .p2, what: what, subject: ours, figure: figure, unit: "ns",
            references: [dispatch], goal: .ratio(figure == "move" ? 0.2 : 0.1)),
        ]
      }
      let memory = Line(
        row: .p2, what: "memory, closure and handle included", subject: ours, figure: "bytes",
        unit: "B", goal: .atMost(160))
      let toWheel = operations.map { what, figure in
        Line(
          row: .p2, what: what + ", with a number, vs. the bare wheel under a lock",
          subject: numbers, figure: figure, unit: "ns",
          references: [Subject(.outstanding, "timing-wheel-locked", count)], goal: nil)
      }
      return compared + toWheel + [memory]
    }
    let endurance = Line(
      row: .p2, what: "resident memory after 10 million operations, vs. after 1 million",
      subject: Subject(.endurance, "timekeeper", isQuick ? most : 100_000), figure: "growth",
      unit: "×", goal: .atMost(1.01))
    return lines + [endurance]
  }

  // MARK: - P3

  private var threads: [Line] {
    counts.map { count in
      Line(
        row: .p3, what: "cancel and rearm, time per operation of both threads together",
        subject: Subject(.contention, "two-threads", count), figure: "rearm", unit: "ns",
        references: [Subject(.contention, "one-thread", count)], goal: .ratio(1))
    }
  }

  // MARK: - P4

  private var firing: [Line] {
    counts.flatMap { count in
      let ours = Subject(.firing, "timekeeper", count)
      let numbers = Subject(.firing, "timeouts", count)
      let libev = Subject(.firing, "libev", count)
      return [
        Line(
          row: .p4, what: "CPU time per timer fired", subject: ours, figure: "processor",
          unit: "ns", references: [libev], goal: count == most ? .ratio(0.25) : nil),
        Line(
          row: .p4, what: "CPU time per timer fired, vs. bare wake-ups, accesses and calls",
          subject: ours, figure: "processor", unit: "ns",
          references: [Subject(.firing, "floor-closures", count)], goal: nil),
        Line(
          row: .p4, what: "CPU time per timer fired, with a number",
          subject: numbers, figure: "processor", unit: "ns",
          references: [libev], goal: count == most ? .ratio(0.25) : nil),
        Line(
          row: .p4, what: "CPU time per timer fired, with a number, vs. bare wake-ups and accesses",
          subject: numbers, figure: "processor", unit: "ns",
          references: [Subject(.firing, "floor", count)], goal: nil),
        Line(
          row: .p4, what: "lateness of the last timer", subject: ours, figure: "latest",
          unit: "ms", goal: .atMost(5)),
        Line(
          row: .p4, what: "timers that fire early", subject: ours, figure: "early", unit: "",
          goal: .atMost(0)),
      ]
    }
  }

  // MARK: - P5

  private var live: [Line] {
    let ofEach = counts.flatMap { count in
      [
        live("countdowns", count, "processor", "%", count == most ? 25 : nil),
        live("countdowns", count, "wakeUps", "/s", 60),
        live("countdowns-100-ms", count, "wakeUps", "/s", 12),
        live("countdowns-aligned", count, "wakeUps", "/s", 1),
        Line(
          row: .p5, what: "countdowns, ticks per countdown",
          subject: Subject(.live, "countdowns", count), figure: "ticksOfEach", unit: "/s",
          goal: .atLeast(0.98)),
      ]
    }
    let alone = Line(
      row: .p5, what: "a single countdown, median lateness of its ticks",
      subject: Subject(.live, "countdown-alone", 1), figure: "p50.0", unit: "µs",
      goal: .atMost(1000))
    let bare = Line(
      row: .p5, what: "countdowns, CPU usage, vs. bare repeating timers",
      subject: Subject(.live, "countdowns", most), figure: "processor", unit: "%",
      references: [Subject(.live, "libev", most)], goal: nil)
    return ofEach + [bare, live("countdowns-paused", least, "wakeUps", "/s", 0), alone]
  }

  private func live(
    _ engine: String, _ count: Int, _ figure: String, _ unit: String, _ limit: Double?
  ) -> Line {
    let what = figure == "processor" ? "CPU usage" : "wake-ups"
    let kind = engine.split(separator: "-").joined(separator: " ")
    return Line(
      row: .p5, what: "\(kind), \(what)", subject: Subject(.live, engine, count), figure: figure,
      unit: unit, goal: limit.map { .atMost($0) })
  }

  // MARK: - P6 and P7

  private var life: [Line] {
    let ours = Subject(.life, "countdown", isQuick ? most : 100_000)
    return [
      Line(
        row: .p6, what: "make, start and cancel a single countdown", subject: ours, figure: "life",
        unit: "ns", goal: .atMost(1000)),
      Line(
        row: .p6, what: "make, start and cancel a single countdown, vs. set and clear a bare alarm",
        subject: ours, figure: "life", unit: "ns",
        references: [Subject(.life, "timerfd", ours.count)], goal: nil),
      Line(
        row: .p6, what: "make, start and cancel, with another countdown due earlier",
        subject: Subject(.life, "countdown-in-company", isQuick ? most : 100_000),
        figure: "life", unit: "ns", goal: .atMost(1000)),
      Line(
        row: .p6, what: "memory of a running countdown", subject: ours, figure: "bytes", unit: "B",
        goal: .atMost(400)),
    ]
  }

  private var board: [Line] {
    let ours = Subject(.board, "board", 10_000)
    return [
      Line(
        row: .p7, what: "hops to the main actor per flip of the board", subject: ours,
        figure: "hops", unit: "", goal: .atMost(1)),
      Line(
        row: .p7, what: "CPU usage", subject: ours, figure: "processor", unit: "%",
        goal: .atMost(2)),
    ]
  }

  // MARK: - P8

  private var lateness: [Line] {
    let ours = Subject(.lateness, "repeating-timer", 1)
    let floors = ["clock-nanosleep", "timerfd"].map { Subject(.lateness, $0, 1) }
    return [
      Line(
        row: .p8, what: "median", subject: ours, figure: "p50.0", unit: "µs",
        references: floors, goal: .ratio(1.05)),
      Line(
        row: .p8, what: "99th percentile", subject: ours, figure: "p99.0", unit: "µs",
        references: floors, goal: .ratio(1.2)),
      Line(
        row: .p8, what: "drift from the run's first tenth to its last", subject: ours,
        figure: "drift", unit: "µs", goal: .atMost(100)),
      Line(
        row: .p8, what: "ticks that come early", subject: ours, figure: "early", unit: "",
        goal: .atMost(0)),
    ]
  }

  // MARK: - P9 and P10

  private var growth: [Line] {
    let engines = [("timing-wheel", "wheel"), ("timekeeper", "timekeeper")]
    let operations = [("arm", "arm"), ("cancel and rearm", "rearm"), ("move", "move")]
    return engines.flatMap { engine, name in
      operations.map { what, figure in
        Line(
          row: .p9, what: "\(name), \(what)", subject: Subject(.outstanding, engine, most),
          figure: figure, unit: "ns", references: [Subject(.outstanding, engine, least)],
          goal: .ratio(3))
      }
    }
  }

  private var process: [Line] {
    [
      process("linked dynamically, vs. hello world with the same libraries", "", "hello-libraries"),
      process("linked dynamically, vs. hello world without libraries", "", "hello-world"),
      process("linked statically, vs. hello world", "-static", "hello-world-static"),
    ]
  }

  private func process(_ what: String, _ suffix: String, _ greeting: String) -> Line {
    let runs = isQuick ? 20 : 100
    return Line(
      row: .p10, what: what, subject: Subject(.process, "sandglass\(suffix)", runs),
      figure: "milliseconds", unit: "ms", references: [Subject(.process, greeting, runs)],
      goal: .ratio(2))
  }

  // MARK: - P11

  private var sleep: [Line] {
    let ways = [("timekeeper", ""), ("timekeeper-clock", ", with Task.sleep on a Timekeeper")]
    let figures = [
      ("arming", "addedArming", "ns"), ("waking", "addedWaking", "ns"),
      ("total CPU time", "added", "ns"), ("memory", "addedBytes", "B"),
    ]
    return counts.flatMap { count in
      ways.flatMap { engine, suffix in
        figures.map { what, figure, unit in
          let isGoal = count == most && (figure == "added" || figure == "addedBytes")
          return Line(
            row: .p11, what: what + suffix, subject: Subject(.sleep, engine, count),
            figure: figure, unit: unit, references: [Subject(.sleep, "task-sleep", count)],
            goal: isGoal ? .ratio(0.25) : nil)
        }
      }
    }
  }
}
