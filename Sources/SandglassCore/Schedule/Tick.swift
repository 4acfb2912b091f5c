/// One tick of a repeating timer.
public struct Tick: Sendable, Hashable {
  /// The number of this tick, from 0; ticks that were skipped are counted too.
  public let index: Int

  /// The instant at which this tick was due.
  public let scheduled: Moment

  /// How long after that instant the tick was taken up; never negative.
  public let lateness: Duration

  /// How many ticks before this one were never told.
  public let missed: Int

  package init(index: Int, scheduled: Moment, now: Moment, missed: Int) {
    self.index = index
    self.scheduled = scheduled
    self.lateness = now - scheduled
    self.missed = missed
  }
}
