import AsyncAlgorithms

extension LivePrograms {
  /// A task for each timer, which sleeps until one absolute instant after another, so lateness does
  /// not accumulate.
  static func taskSleep(_ request: Request) -> Figures {
    let window = LiveWindow(request)
    let ticks = TickCount()
    var phases = LivePhases()
    for _ in 0..<request.count {
      let phase = Duration.nanoseconds(phases.next())
      Task.detached {
        var due = ContinuousClock.now + phase
        while true {
          try await Task.sleep(until: due, tolerance: .milliseconds(17), clock: .continuous)
          ticks.add()
          due += .seconds(1)
        }
      }
    }
    return window.measure(ticks: { ticks.value })
  }

  /// A task for each timer, which iterates over a timer sequence.
  static func asyncTimerSequence(_ request: Request) -> Figures {
    let window = LiveWindow(request)
    let ticks = TickCount()
    var phases = LivePhases()
    for _ in 0..<request.count {
      let phase = Duration.nanoseconds(phases.next())
      Task.detached {
        try await Task.sleep(for: phase)
        let timer = AsyncTimerSequence(
          interval: .seconds(1), tolerance: .milliseconds(17), clock: .continuous)
        for await _ in timer { ticks.add() }
      }
    }
    return window.measure(ticks: { ticks.value })
  }
}
