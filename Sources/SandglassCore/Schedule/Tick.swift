/// One tick of a repeating timer.
public struct Tick: Sendable, Hashable {
  /// The index of this tick, from 0; skipped ticks are counted too.
  public let index: Int

  /// The instant at which this tick was due.
  public let scheduled: Moment

  /// The time from ``scheduled`` until the tick was taken from the schedule; never negative.
  public let lateness: Duration

  /// The number of ticks before this one that were never delivered.
  public let missed: Int

  package init(index: Int, scheduled: Moment, now: Moment, missed: Int) {
    self.index = index
    self.scheduled = scheduled
    self.lateness = now - scheduled
    self.missed = missed
  }
}
