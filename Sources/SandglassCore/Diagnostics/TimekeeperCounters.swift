/// Counters of a timekeeper's work.
public struct TimekeeperCounters: Sendable, Equatable {
  /// The number of timers that are waiting. A set of `Timeouts` counts as one.
  public let waiting: Int

  /// The number of timers that have fired.
  public let firings: Int

  /// The number of times that the alarm has rung.
  public let wakeUps: Int

  /// The number of times that the alarm has been set or cancelled.
  public let alarmSettings: Int

  /// The number of callbacks that are waiting for their queues. While a queue is busy, further ticks of a timer or
  /// readings of a countdown do not increase this number.
  public let undelivered: Int

  package init(
    waiting: Int, firings: Int, wakeUps: Int, alarmSettings: Int, undelivered: Int
  ) {
    self.waiting = waiting
    self.firings = firings
    self.wakeUps = wakeUps
    self.alarmSettings = alarmSettings
    self.undelivered = undelivered
  }
}
