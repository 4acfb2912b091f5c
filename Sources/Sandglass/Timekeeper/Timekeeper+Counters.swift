extension Timekeeper {
  /// What a timekeeper has done so far.
  public struct Counters: Sendable, Hashable {
    /// How many timers wait now; a set of ``Timeouts`` counts as one.
    public let waiting: Int

    /// How many timers have come due.
    public let firings: Int

    /// How often the alarm has rung.
    public let wakeUps: Int

    /// How often the alarm has been set or taken back.
    public let alarmSettings: Int
  }

  /// What this timekeeper has done so far; it shows that many timers cost few wake-ups.
  public var counters: Counters {
    perform { state, _ in
      Counters(
        waiting: state.queue.count, firings: state.firings, wakeUps: state.wakeUps,
        alarmSettings: state.alarmSettings)
    }
  }
}
