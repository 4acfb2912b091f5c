import SandglassCore

// The one place at which the instants of a record are converted to the present clocks. After a reboot, moments are those of
// another clock, and a wall clock may have been set.

extension CountdownRecord {
  func isSameBoot(at now: ClockInstant) -> Bool { now.isSameBoot(as: written) }

  /// Returns the record as it would be if the device had slept just before it was written, and not between then and `now`.
  /// A run that pauses asleep has then counted as much as it has, and ends as much later as the device has slept.
  func movedBySleep(until now: ClockInstant) -> CountdownRecord {
    guard options.pausesAsleep, target.wallEnd == nil else { return self }
    let slept = now.slept(since: written)
    guard slept != .zero, let moved = state.moved(by: slept) else { return self }
    var record = self
    record.state = moved
    record.written = ClockInstant(
      steady: written.steady + slept, wall: written.wall + slept, boot: written.boot,
      asleep: now.asleep)
    return record
  }

  /// Returns the time until a deadline, which is negative after the deadline, and the certainty of that time.
  func remaining(
    until deadline: Moment, _ wallDeadline: WallMoment, at now: ClockInstant
  ) -> (Duration, Certainty) {
    let isSameBoot = isSameBoot(at: now)
    let wallHasGoneOn = now.wall >= written.wall
    switch target {
    case .wall:
      let (left, counted) = (wallDeadline - now.wall, deadline - now.steady)
      // The clocks are read one after the other. While neither was set, the steady clock counts, as in a live countdown,
      // and a deadline that seems to have passed is checked exactly.
      let isUnnoticed = ClockInstant.unnoticedShift.contains(
        left.subtractingSaturated(counted))
      if isSameBoot, now.steady >= written.steady, isUnnoticed, counted > .zero {
        return (counted, .exact)
      }
      return (left, isSameBoot || wallHasGoneOn ? .exact : .suspect)
    case .duration, .phases:
      // The steady clock cannot represent a deadline before the boot. Such a deadline is recorded as the origin.
      if isSameBoot, now.steady >= written.steady, deadline > .origin {
        return (deadline - now.steady, certainty)
      }
      if wallHasGoneOn {
        return (wallDeadline - now.wall, certainty == .exact ? .estimated : certainty)
      }
      return (deadline - written.steady, .suspect)
    }
  }

  /// Returns the total of a run that was in progress. If the wall clock was set in the same boot, the deadline moved,
  /// but the time that had been counted did not change.
  func total(at now: ClockInstant) -> Duration {
    guard case .wall = target, isSameBoot(at: now), now.steady >= written.steady else {
      return total
    }
    return max(.zero, total.subtractingSaturated(now.wallShift(since: written)))
  }

  /// The time to the end of the recorded phase when the record was written; negative if the phase had already ended, and
  /// `nil` unless the countdown was running.
  var timeToZero: Duration? {
    guard case .running(let deadline, let wallDeadline) = state else { return nil }
    // The steady clock cannot represent a deadline before the boot. Such a deadline is recorded as the origin. For a
    // wall-clock time, it counts if it agrees with the wall clock.
    let (steady, wall) = (deadline - written.steady, wallDeadline - written.wall)
    let isSteady =
      deadline > .origin
      && (target.wallEnd == nil
        || ClockInstant.unnoticedShift.contains(steady.subtractingSaturated(wall)))
    return isSteady ? steady : wall
  }
}

extension CountdownRecord.State {
  /// Returns the state with its deadline moved on both clocks; `nil` if it has none.
  fileprivate func moved(by duration: Duration) -> Self? {
    switch self {
    case .running(let deadline, let wallDeadline):
      .running(deadline: deadline + duration, wallDeadline: wallDeadline + duration)
    case .overtime(let deadline, let wallDeadline):
      .overtime(deadline: deadline + duration, wallDeadline: wallDeadline + duration)
    case .idle, .paused, .finished: nil
    }
  }
}
