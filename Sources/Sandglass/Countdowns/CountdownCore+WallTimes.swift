import SandglassCore

/// The times of which a countdown counts down to the next.
// Sendable: `isAsked` is accessed only under the timekeeper's lock.
final class NextTimes: @unchecked Sendable {
  let times: WallTimes

  /// Whether the times are being asked. In the meantime, readings use the target that is known, so that a rule can read
  /// its own countdown.
  var isAsked = false

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
    NextTime(times: times, instant: instant, time: times.times.next(after: instant))
  }
}

/// The answer to a question.
struct NextTime {
  let times: NextTimes
  fileprivate let instant: WallMoment

  /// The first of the times after the instant; nil if there is none.
  let time: WallMoment?

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
    let isReached = former > wall && CountdownRecord.Instant.unnoticedShift.contains(former - wall)
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
    note(.wall(next.time ?? Self.never), nextOf: next.times, in: &state)
  }

  /// Moves the end of the run to the next of the times.
  mutating func followTimes(
    _ countdown: Countdown, to next: NextTime, at now: Moment, in state: inout TimekeeperState
  ) {
    guard let time = next.time, time != wallDeadline,
      !CountdownRecord.Instant.unnoticedShift.contains(time - next.instant),
      moveEnd(countdown, to: time, at: now, in: &state)
    else { return }
    note(.wall(time), nextOf: next.times, in: &state)
  }

  /// The end of a countdown to a time that never comes.
  static var never: WallMoment { .latest }
}
