/// A series of ticks at the same interval, stored as a count.
///
/// A burst may have to deliver millions of ticks to a busy receiver. A run stores them in the memory of a single tick.
package struct TickRun: Sendable, Equatable {
  /// The number of ticks left in the run.
  package private(set) var count: Int

  private var index: Int
  private var scheduled: Moment
  private let interval: UInt64

  /// The number of ticks before the run that were never delivered.
  private var missed: Int

  /// The time at which the latest tick of the run was taken from the schedule.
  private var takenUp: Moment

  /// The time of the first tick on the wall clock; `nil` if the ticks follow the steady clock.
  private var wallTime: WallMoment?

  /// Whether the wall clock was set back before the first tick of the run.
  private var clockWentBack: Bool

  init(
    count: Int, index: Int, scheduled: Moment, interval: UInt64, missed: Int, takenUp: Moment,
    wallTime: WallMoment? = nil, clockWentBack: Bool = false
  ) {
    self.count = count
    self.index = index
    self.scheduled = scheduled
    self.interval = interval
    self.missed = missed
    self.takenUp = takenUp
    self.wallTime = wallTime
    self.clockWentBack = clockWentBack
  }

  /// Removes and returns the first tick, if there is one.
  package mutating func popFirst() -> Tick? {
    guard count > 0 else { return nil }
    let tick = Tick(
      index: index, scheduled: scheduled, now: takenUp, missed: missed, wallTime: wallTime,
      clockWentBack: clockWentBack)
    count -= 1
    index = RepeatingSchedule.sum(index, 1)
    scheduled = scheduled.advanced(byNanoseconds: interval)
    if let time = wallTime { wallTime = time + .nanoseconds(interval) }
    missed = 0
    clockWentBack = false
    return tick
  }

  /// Appends the ticks of another run if that run follows this one without a gap. Otherwise, does nothing and returns
  /// `false`.
  package mutating func append(_ next: TickRun) -> Bool {
    let ticks = UInt64(clamping: count)
    let (length, overflow) = interval.multipliedReportingOverflow(by: ticks)
    guard !overflow, next.missed == 0, !next.clockWentBack, next.interval == interval,
      next.scheduled == scheduled.advanced(byNanoseconds: length),
      next.index == RepeatingSchedule.sum(index, ticks),
      next.wallTime == wallTime.map({ $0 + .nanoseconds(length) })
    else { return false }
    count = Int(clamping: ticks.addingClamped(UInt64(clamping: next.count)))
    takenUp = next.takenUp
    return true
  }

  /// Returns this run as the replacement for an undelivered run, whose ticks count as missed.
  package func replacing(_ undelivered: TickRun) -> TickRun {
    var run = self
    run.missed = [undelivered.missed, undelivered.count].reduce(missed) {
      RepeatingSchedule.sum($0, UInt64(clamping: $1))
    }
    run.clockWentBack = run.clockWentBack || undelivered.clockWentBack
    return run
  }
}

/// One tick of a timer.
public struct Tick: Sendable, Equatable {
  /// The index of this tick, from 0; skipped ticks are counted too. Of a one-shot timer, how often it had fired before.
  public let index: Int

  /// The instant at which this tick was due.
  public let scheduled: Moment

  /// The time from ``scheduled`` until the tick was taken from the schedule; never negative.
  public let lateness: Duration

  /// The number of ticks before this one that were never delivered.
  public let missed: Int

  /// The time on the wall clock for which this tick came; `nil` unless the timer has such times.
  public let wallTime: WallMoment?

  /// Whether the wall clock was set so far back since the tick before that times come again. Always false unless the timer
  /// has times on the wall clock.
  public let clockWentBack: Bool

  package init(
    index: Int, scheduled: Moment, now: Moment, missed: Int, wallTime: WallMoment? = nil,
    clockWentBack: Bool = false
  ) {
    self.index = index
    self.scheduled = scheduled
    self.lateness = now - scheduled
    self.missed = missed
    self.wallTime = wallTime
    self.clockWentBack = clockWentBack
  }
}
