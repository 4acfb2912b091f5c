import CPeers

/// The programs of the workload `live`, one for each engine: timers that tick once a second.
enum LivePrograms {
  static let all: [String: Program] = [
    "countdowns": { request in LiveCountdowns(request).measure(tolerance: nil) },
    "countdowns-100-ms": { request in
      LiveCountdowns(request).measure(tolerance: .milliseconds(100))
    },
    "countdowns-aligned": { request in LiveCountdowns(request).measureAligned() },
    "countdowns-paused": { request in LiveCountdowns(request).measurePaused() },
    "countdown-alone": CountdownAlone.measure,
    "dispatch-source": dispatchSource,
    "foundation-timer": foundationTimer,
    "task-sleep": taskSleep,
    "async-timer-sequence": asyncTimerSequence,
    "nio-callback": nioCallback,
    "libev": { request in fromC(request, libev_live) },
    "libuv": { request in fromC(request, libuv_live) },
  ]

  private static func fromC(
    _ request: Request, _ measure: (Int32, Double, UnsafeMutablePointer<live_figures>) -> Void
  ) -> Figures {
    var figures = live_figures()
    measure(Int32(request.count), request.seconds, &figures)
    let seconds = figures.elapsed_seconds
    return [
      "processor": figures.processor_seconds / seconds * 100,
      "switches": Double(figures.switches) / seconds,
      "wakeUps": Double(figures.switches) / seconds,
      "ticks": Double(figures.ticks) / seconds,
      "ticksOfEach": Double(figures.ticks) / seconds / Double(request.count),
    ]
  }
}
