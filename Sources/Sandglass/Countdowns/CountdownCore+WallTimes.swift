import SandglassCore

extension CountdownCore {
  /// Makes starts count down to the next of the given times. A run in progress counts as one to the next of them.
  mutating func count(
    _ countdown: Countdown, toNextOf times: WallTimes, at now: Moment,
    in state: inout TimekeeperState
  ) {
    let present = wallDeadline
    let isRunning = machine.state == .running
    note(.wall(present ?? Self.never), nextOf: times)
    if !isRunning { renewTarget(at: now, on: countdown.timekeeper) }
    followTimes(countdown, at: now, in: &state)
  }

  /// Makes the target of the next start the next of its times, if it has times.
  mutating func renewTarget(at now: Moment, on timekeeper: Timekeeper) {
    guard let times, let former = notedEnd else { return }
    let wall = timekeeper.clocks.wall(at: now)
    // The clocks are not read at the same moment, so a run may have finished a little before its end.
    let isReached = former > wall && CountdownRecord.Instant.unnoticedShift.contains(former - wall)
    let next = times.next(after: isReached ? former : wall)
    keeping?.nextTarget = nil
    note(.wall(next ?? Self.never), nextOf: times)
  }

  /// Moves the end of the run if another time is the next now, because the clock was set or the times have changed.
  mutating func followTimes(
    _ countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) {
    guard followsTimes, let times, let end = wallDeadline else { return }
    let wall = countdown.timekeeper.clocks.wall(at: now)
    guard end > wall, let next = times.next(after: wall), next != end,
      !CountdownRecord.Instant.unnoticedShift.contains(next - wall),
      moveEnd(countdown, to: next, at: now, in: &state)
    else { return }
    note(.wall(next), nextOf: times)
  }

  /// The end of a countdown to a time that never comes.
  static var never: WallMoment { .latest }
}
