/// Ticks that follow each other at one interval, stored as a count.
///
/// A burst may owe millions of ticks to a receiver that is busy; they take no more room than one.
package struct TickRun: Sendable, Hashable {
  /// How many ticks are left in the run.
  package private(set) var count: Int

  private var index: Int
  private var scheduled: Moment
  private let interval: UInt64

  /// How many ticks before the first one were never told.
  private var missed: Int

  /// When the latest tick of the run was taken up.
  private var takenUp: Moment

  init(
    count: Int, index: Int, scheduled: Moment, interval: UInt64, missed: Int, takenUp: Moment
  ) {
    self.count = count
    self.index = index
    self.scheduled = scheduled
    self.interval = interval
    self.missed = missed
    self.takenUp = takenUp
  }

  /// Takes out the first tick, if there is any.
  package mutating func popFirst() -> Tick? {
    guard count > 0 else { return nil }
    let tick = Tick(index: index, scheduled: scheduled, now: takenUp, missed: missed)
    count -= 1
    index = RepeatingSchedule.sum(index, 1)
    scheduled = scheduled.advanced(byNanoseconds: interval)
    missed = 0
    return tick
  }

  /// Adds the ticks of another run that follows this one without a gap; false, and nothing happens, if it does
  /// not.
  package mutating func append(_ next: TickRun) -> Bool {
    let ticks = UInt64(clamping: count)
    let (length, overflow) = interval.multipliedReportingOverflow(by: ticks)
    guard !overflow, next.missed == 0, next.interval == interval,
      next.scheduled == scheduled.advanced(byNanoseconds: length),
      next.index == RepeatingSchedule.sum(index, ticks)
    else { return false }
    count = Int(clamping: ticks.addingClamped(UInt64(clamping: next.count)))
    takenUp = next.takenUp
    return true
  }

  /// This run in place of one that was never delivered, whose ticks count as missed.
  package func replacing(_ undelivered: TickRun) -> TickRun {
    var run = self
    run.missed = [undelivered.missed, undelivered.count].reduce(missed) {
      RepeatingSchedule.sum($0, UInt64(clamping: $1))
    }
    return run
  }
}
