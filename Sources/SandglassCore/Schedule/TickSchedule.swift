/// The schedule of a timer that ticks: after each interval, or at times on the wall clock.
///
/// Only the second kind reads the wall clock.
package enum TickSchedule: Sendable {
  case every(RepeatingSchedule)
  indirect case at(WallSchedule)

  /// When the next tick is due; `nil` after the last tick.
  package var due: Moment? {
    switch self {
    case .every(let schedule): schedule.due
    case .at(let schedule): schedule.due
    }
  }

  /// The time between two ticks; zero if the schedule has times.
  package var interval: Duration {
    if case .every(let schedule) = self { schedule.interval } else { .zero }
  }

  /// How missed ticks are handled.
  package var missedTicks: MissedTickPolicy {
    switch self {
    case .every(let schedule): schedule.missedTicks
    case .at(let schedule): schedule.missedTicks
    }
  }

  /// Whether the schedule depends on the wall clock.
  package var followsWallClock: Bool {
    if case .at = self { true } else { false }
  }

  /// Follows the wall clock, which may have been set.
  package mutating func follow(_ wall: @autoclosure () -> WallMoment, at now: Moment) {
    guard case .at(var schedule) = self else { return }
    schedule.follow(wall(), at: now)
    self = .at(schedule)
  }

  /// Goes on after a pause that began at `pause`.
  package mutating func resume(
    from pause: Moment, at now: Moment, wall: @autoclosure () -> WallMoment
  ) {
    switch self {
    case .every(var schedule):
      schedule.move(to: now + max(.zero, (schedule.due ?? pause) - pause))
      self = .every(schedule)
    case .at(var schedule):
      schedule.resume(at: now, wall: wall())
      self = .at(schedule)
    }
  }

  /// Changes the interval between ticks from now on, if the schedule has one.
  package mutating func setInterval(
    _ interval: Duration, from start: IntervalStart, at now: Moment
  ) {
    guard case .every(var schedule) = self else { return }
    schedule.setInterval(interval, from: start, at: now)
    self = .every(schedule)
  }

  /// Changes the times of the ticks from now on, if the schedule has them.
  package mutating func setTimes(
    _ times: WallTimes, isPaused: Bool, at now: Moment, wall: WallMoment
  ) {
    guard case .at(var schedule) = self else { return }
    schedule.setTimes(times, isPaused: isPaused, at: now, wall: wall)
    self = .at(schedule)
  }

  /// Returns the ticks that are due, if there are any, and moves on to the next. With the `burst` policy, there may be
  /// another run.
  package mutating func run(
    at now: Moment, wall: @autoclosure () -> WallMoment, atMost limit: Int
  ) -> TickRun? {
    switch self {
    case .every(var schedule):
      defer { self = .every(schedule) }
      return schedule.run(at: now, atMost: limit)
    case .at(var schedule):
      defer { self = .at(schedule) }
      return schedule.run(at: now, wall: wall(), atMost: limit)
    }
  }

  /// Returns an additional tick, or `nil` after the last tick.
  package mutating func extraRun(
    at now: Moment, wall: @autoclosure () -> WallMoment
  ) -> TickRun? {
    switch self {
    case .every(var schedule):
      defer { self = .every(schedule) }
      return schedule.extraRun(at: now)
    case .at(var schedule):
      defer { self = .at(schedule) }
      return schedule.extraRun(at: now, wall: wall())
    }
  }

  /// Gives back a tick that was taken but never delivered, so that it does not count towards the limit.
  package mutating func giveBack() {
    switch self {
    case .every(var schedule):
      schedule.giveBack()
      self = .every(schedule)
    case .at(var schedule):
      schedule.giveBack()
      self = .at(schedule)
    }
  }
}
