import SandglassCore

/// The times of which a countdown counts down to the next.
// Sendable: everything mutable is accessed only under the timekeeper's lock.
package final class NextTimes: @unchecked Sendable {
  let times: WallTimes

  /// Whether the times are being asked. In the meantime, readings use the target that is known, so that a rule can read
  /// its own countdown.
  var isAsked = false

  /// The time from the time before the target to the target; nil if there is none before it.
  var period: Duration?

  init(_ times: WallTimes) {
    self.times = times
  }
}

/// A question to the times: which of them is the first after an instant?
struct NextTimeQuestion {
  let times: NextTimes
  let instant: WallMoment

  /// Asks the times. Call this without holding a lock.
  func ask() -> NextTime {
    let time = times.times.next(after: instant)
    let period = time.flatMap { end in times.times.previous(before: end).map { end - $0 } }
    return NextTime(times: times, instant: instant, time: time, period: period)
  }
}

/// The answer to a question.
struct NextTime {
  let times: NextTimes
  fileprivate let instant: WallMoment

  /// The first of the times after the instant; nil if there is none.
  let time: WallMoment?

  /// How long before it the one before it is; nil if there is none.
  let period: Duration?

  /// Whether this also answers a later question. If its time has passed since, a run to that time ends at once.
  func answers(_ question: NextTimeQuestion) -> Bool {
    times === question.times && instant <= question.instant
  }
}

extension CountdownCore {
  /// Whether a start would begin a run.
  var mayStart: Bool {
    switch machine.state {
    case .idle, .overtime, .finished: true
    case .running, .paused: false
    }
  }

  /// Whether a reading depends on the next of the times.
  var renewsForReading: Bool { machine.state == .idle && times?.isAsked == false }

  /// What to ask for the target of the next start; nil if there are no times.
  func questionOfTarget(at now: Moment, on timekeeper: Timekeeper) -> NextTimeQuestion? {
    guard let times, let former = notedEnd else { return nil }
    let wall = timekeeper.clocks.wall(at: now)
    // The clocks are not read at the same moment, so a run may have finished a little before its end.
    let isReached = former > wall && ClockInstant.unnoticedShift.contains(former - wall)
    return NextTimeQuestion(times: times, instant: isReached ? former : wall)
  }

  /// What to ask for the end of the run; nil if it does not follow any times.
  func questionOfRun(at now: Moment, on timekeeper: Timekeeper) -> NextTimeQuestion? {
    guard followsTimes, let times, let end = wallDeadline else { return nil }
    let wall = timekeeper.clocks.wall(at: now)
    return end > wall ? NextTimeQuestion(times: times, instant: wall) : nil
  }

  /// Makes the next of the times the target of the next start.
  mutating func renewTarget(to next: NextTime, in state: inout TimekeeperState) {
    next.times.period = next.period
    noteTarget(.wall(next.time ?? Self.never), nextOf: next.times, in: &state)
  }

  /// Moves the end of the run to the next of the times.
  mutating func followTimes(
    _ countdown: Countdown, to next: NextTime, at now: Moment, in state: inout TimekeeperState
  ) {
    guard let time = next.time else { return }
    if time != wallDeadline {
      guard !ClockInstant.unnoticedShift.contains(time - next.instant),
        moveEnd(countdown, to: time, at: now, in: &state)
      else { return }
      noteTarget(.wall(time), nextOf: next.times, in: &state)
    }
    next.times.period = next.period
    // A clock that is set changes the total, but not the period.
    guard let period = next.period else { return }
    _ = setPeriod(period, of: countdown, at: now, in: &state)
  }

  /// The end of a countdown to a time that never comes.
  static var never: WallMoment { .latest }
}
