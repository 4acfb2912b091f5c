import CPeers

/// The resources that a process with ticking timers has used so far.
struct LiveCounts {
  private let processor = processor_nanoseconds()
  private let switches = voluntary_switches()
  private let ticks: Int
  private let wakeUps: Int

  init(ticks: Int, wakeUps: Int) {
    self.ticks = ticks
    self.wakeUps = wakeUps
  }

  /// Returns the resources used since `before`: the processor time as a percentage of a core, and
  /// the other counts per second.
  func figures(since before: LiveCounts, seconds: Double) -> Figures {
    [
      "processor": Double(processor - before.processor) / seconds / 1e7,
      "switches": Double(switches - before.switches) / seconds,
      "ticks": Double(ticks - before.ticks) / seconds,
      "wakeUps": Double(wakeUps - before.wakeUps) / seconds,
    ]
  }
}
