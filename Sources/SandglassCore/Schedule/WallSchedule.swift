/// The schedule of a timer that ticks at times on the wall clock, a pure value to which the caller passes both
/// clocks.
///
/// A time is due as soon as the wall clock shows it or a later time, whether the clock ran there, was frozen, or was
/// set. A clock that is set back shows times again. They tick again only if the clock then shows a time that is further
/// before the latest tick than the next time is after it, so that a small correction does not repeat a tick.
package struct WallSchedule: Sendable {
  private var times: WallTimes

  /// How missed ticks are handled. Wall-clock times have no rhythm that could be moved, so `delay` is the same as
  /// `skip`.
  package let missedTicks: MissedTickPolicy

  private let tolerance: Duration

  /// The number of ticks that may still be delivered; `nil` for no limit.
  private var remainingTicks: Int?

  /// The index of the next tick.
  private var nextIndex = 0

  /// The next time; `nil` if there is none.
  private var time: WallMoment?

  /// When the next time is due, by the latest readings of the clocks.
  private var moment: Moment

  /// The latest of the times that has ticked, which is not repeated; `nil` if there is none, or if the clock was set so
  /// far back that the times tick again.
  private var ticked: TickedTime?

  /// Whether the clock was set so far back that times tick again, and none has yet.
  private var clockWentBack = false

  /// Whether the next time is the start, which need not be one of the times.
  private var beginsAtStart: Bool

  /// How many ticks of a burst have been taken one by one since the schedule had caught up.
  private var takenOneByOne = 0

  /// Creates a schedule.
  ///
  /// - Parameters:
  ///   - times: The times.
  ///   - options: The first tick, missed ticks, the limit and the tolerance.
  ///   - start: The current moment.
  ///   - wall: The wall clock's time at that moment.
  package init(_ times: WallTimes, options: TickOptions, from start: Moment, wall: WallMoment) {
    self.times = times
    missedTicks = options.missedTicks
    tolerance = options.tolerance
    remainingTicks = options.limit
    beginsAtStart = options.first == .immediately
    time = beginsAtStart ? wall : times.next(after: wall)
    moment = start
    place(at: start, wall: wall)
  }

  /// When the next tick is due, by the latest readings of the clocks; `nil` after the last tick.
  package var due: Moment? {
    remainingTicks == 0 || time == nil ? nil : moment
  }

  /// Follows the wall clock, which may have been set, and the rule of the times, which may have changed.
  package mutating func follow(_ wall: WallMoment, at now: Moment) {
    guard let time else { return }
    if beginsAtStart {
      self.time = min(time, wall)
    } else if time > wall {
      self.time = next(after: wall)
    }
    place(at: now, wall: wall)
  }

  /// Goes on with other times. One that is due already is not taken back, unless the timer is paused.
  package mutating func setTimes(
    _ times: WallTimes, isPaused: Bool, at now: Moment, wall: WallMoment
  ) {
    self.times = times
    ticked = ticked.map { former in
      TickedTime(
        time: former.time, distance: times.next(after: former.time).map { $0 - former.time })
    }
    if !isPaused, let time, time <= wall { return }
    time = beginsAtStart ? wall : next(after: wall)
    place(at: now, wall: wall)
  }

  /// Goes on after a pause. Times during the pause are not due.
  package mutating func resume(at now: Moment, wall: WallMoment) {
    if time != nil { time = beginsAtStart ? wall : next(after: wall) }
    follow(wall, at: now)
  }

  /// Returns the ticks that are due, if there are any, and moves on to the next.
  ///
  /// With the `burst` policy, the run contains at most `limit` ticks, and there may be another one.
  package mutating func run(at now: Moment, wall: WallMoment, atMost limit: Int) -> TickRun? {
    follow(wall, at: now)
    guard remainingTicks != 0, let time, time <= wall else { return nil }
    let deliversEach = missedTicks.deliversEach
    if deliversEach, let interval = times.interval, !beginsAtStart {
      let passed = times.passed(from: time, to: wall, tolerance: tolerance).count
      let count = min(passed == .max ? passed : passed + 1, limit, remainingTicks ?? .max)
      let length = Duration.nanoseconds(interval) * (count - 1)
      return take(count, from: time, to: time + length, missed: 0, at: now, wall: wall)
    }
    if deliversEach, takenOneByOne < WallTimes.mostCounted {
      return take(1, from: time, to: time, missed: 0, at: now, wall: wall)
    }
    let passed = times.passed(from: time, to: wall, tolerance: tolerance)
    nextIndex = RepeatingSchedule.sum(nextIndex, UInt64(passed.count))
    return take(
      1, from: passed.latest, to: passed.latest, missed: passed.missed, at: now, wall: wall)
  }

  /// Returns a tick that is not at one of the times, or `nil` after the last tick. It counts towards the limit.
  package mutating func extraRun(at now: Moment, wall: WallMoment) -> TickRun? {
    guard due != nil else { return nil }
    defer { count(1) }
    return TickRun(
      count: 1, index: nextIndex, scheduled: now, interval: 0, missed: 0, takenUp: now,
      wallTime: wall)
  }

  /// Gives back a tick that was taken but never delivered, so that it does not count towards the limit.
  package mutating func giveBack() {
    remainingTicks = remainingTicks.map { $0 + 1 }
  }

  private mutating func take(
    _ count: Int, from first: WallMoment, to last: WallMoment, missed: Int, at now: Moment,
    wall: WallMoment
  ) -> TickRun {
    let run = TickRun(
      count: count, index: nextIndex, scheduled: now - (wall - first),
      interval: times.interval ?? 0, missed: missed, takenUp: now, wallTime: first,
      clockWentBack: takeClockWentBack())
    self.count(count)
    let next = times.next(after: last)
    // A tick at the start need not be at one of the times.
    if !beginsAtStart || last != time || times.contains(last) {
      ticked = TickedTime(time: last, distance: next.map { $0 - last })
    }
    beginsAtStart = false
    time = next
    takenOneByOne = time.map { $0 <= wall } == true ? takenOneByOne + 1 : 0
    place(at: now, wall: wall)
    return run
  }

  private mutating func takeClockWentBack() -> Bool {
    defer { clockWentBack = false }
    return clockWentBack
  }

  private mutating func count(_ count: Int) {
    nextIndex = RepeatingSchedule.sum(nextIndex, UInt64(count))
    remainingTicks = remainingTicks.map { $0 - count }
  }

  /// Returns the next time that ticks if nothing is due.
  private mutating func next(after wall: WallMoment) -> WallMoment? {
    if let ticked, ticked.ticksAgain(at: wall) { (self.ticked, clockWentBack) = (nil, true) }
    return times.next(after: max(wall, ticked?.time ?? wall))
  }

  private mutating func place(at now: Moment, wall: WallMoment) {
    guard let time else { return }
    moment = now + (time - wall)
  }
}

/// A time that has ticked.
private struct TickedTime: Sendable {
  let time: WallMoment

  /// How long after it the next time is; `nil` if it is the last.
  let distance: Duration?

  /// Whether a clock that shows `wall` was set so far back that times tick again.
  func ticksAgain(at wall: WallMoment) -> Bool {
    distance.map { time - wall > $0 } ?? false
  }
}
