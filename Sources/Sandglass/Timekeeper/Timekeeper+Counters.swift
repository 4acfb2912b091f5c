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

    /// How many callbacks wait now for the queues that they are called on. While a queue is busy, these do not
    /// grow with the ticks of a timer, nor with the readings of a countdown.
    public let undelivered: Int
  }

  /// What this timekeeper has done so far; it shows that many timers cost few wake-ups.
  public var counters: Counters {
    perform { state, _ in
      Counters(
        waiting: state.queue.count, firings: state.firings, wakeUps: state.wakeUps,
        alarmSettings: state.alarmSettings, undelivered: state.undelivered)
    }
  }
}
