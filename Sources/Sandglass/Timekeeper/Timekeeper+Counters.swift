public import SandglassCore

extension Timekeeper {
  /// This timekeeper's counters. They show that many timers cost few wake-ups.
  public var counters: TimekeeperCounters {
    perform { state, _ in
      TimekeeperCounters(
        waiting: state.queue.count, firings: state.firings, wakeUps: state.wakeUps,
        alarmSettings: state.alarmSettings, undelivered: state.undelivered)
    }
  }
}
