public import SandglassCore

/// The state of a recorded countdown at a later time, and its certainty.
public struct RestoredCountdown: Sendable, Hashable {
  /// The state of a restored countdown.
  public enum State: Sendable, Hashable {
    /// Not running, because the latest run was cancelled.
    case idle

    /// Running, with the given time remaining, which is more than zero and at most 584 years.
    case running(remaining: Duration)

    /// Paused, with the given time remaining, from zero to 584 years.
    case paused(remaining: Duration)

    /// Counting past zero. The time since the end is from zero to 584 years.
    case overtime(past: Duration, ended: WallMoment)

    /// Finished, either before or after the record was written.
    case finished(at: WallMoment)
  }

  /// The current state of the countdown.
  public let state: State

  /// The certainty of the state.
  public let certainty: Certainty

  /// Whether the countdown reached its end after the record was written, while no process was running it.
  public let endedMeanwhile: Bool

  /// The whole duration of the run or, with phases, of its current phase. It differs from the recorded total if the
  /// countdown counts down to a wall-clock time and the wall clock has been set since the record was written.
  public let total: Duration

  /// The index of the current phase, counted from zero through all rounds; zero without phases.
  public let phaseIndex: Int

  /// The wall-clock time at which the run finished; `nil` if it has not.
  package var ended: WallMoment? {
    switch state {
    case .overtime(_, let ended), .finished(let ended): ended
    case .idle, .running, .paused: nil
    }
  }
}

extension CountdownRecord {
  /// Returns the state of the countdown at `now`.
  ///
  /// | recorded state and target | boot | clocks | basis | certainty |
  /// | --- | --- | --- | --- | --- |
  /// | paused, finished | any | any | the record | as in the record |
  /// | duration, phases | the same | steady clock at or after the record's | the steady clock | as in the record |
  /// | duration, phases | the same | steady clock before the record's | as for a different boot | never exact |
  /// | duration, phases | a different one | wall clock at or after the record's | the wall clock | estimated, or as in the record if that is worse |
  /// | duration, phases | a different one | wall clock before the record's | the remaining time in the record | suspect |
  /// | wall-clock instant | the same | they differ as when it was written, to half a millisecond | the steady clock | exact |
  /// | wall-clock instant | the same | otherwise | the wall clock | exact |
  /// | wall-clock instant | a different one | wall clock at or after the record's | the wall clock | exact |
  /// | wall-clock instant | a different one | wall clock before the record's | the wall clock | suspect |
  ///
  /// A boot with an unknown identity counts as a different one. So does a boot that began after the countdown's end.
  ///
  /// Two things cannot be distinguished from time that has passed. One is a wall clock that was set forward when the
  /// system was rebooted. The other is a virtual machine that was resumed from a snapshot of the same boot with a later
  /// steady clock.
  ///
  /// Restoring never traps, whatever times the record contains. Times that are too long for a countdown saturate.
  ///
  /// - Parameter now: The current instant.
  /// - Returns: The state at that instant, and its certainty.
  public func restored(at now: ClockInstant) -> RestoredCountdown {
    switch state {
    case .idle:
      return RestoredCountdown(
        state: .idle, certainty: certainty, endedMeanwhile: false, total: total,
        phaseIndex: phaseIndex)
    case .paused(let remaining, _):
      return RestoredCountdown(
        state: .paused(remaining: remaining.clampedToMoments), certainty: certainty,
        endedMeanwhile: false, total: total, phaseIndex: phaseIndex)
    case .finished(let end):
      return RestoredCountdown(
        state: .finished(at: end), certainty: certainty, endedMeanwhile: false, total: total,
        phaseIndex: phaseIndex)
    case .running(let deadline, let wallDeadline):
      let (left, certainty) = remaining(until: deadline, wallDeadline, at: now)
      let (phaseIndex, remaining) = position(afterRemaining: left)
      return RestoredCountdown(
        state: remaining > .zero
          ? .running(remaining: remaining.clampedToMoments)
          : ended(withRemaining: remaining, at: now),
        certainty: certainty, endedMeanwhile: remaining <= .zero,
        total: phaseIndex == self.phaseIndex ? total(at: now) : phaseDuration(phaseIndex),
        phaseIndex: phaseIndex)
    case .overtime(let deadline, let wallDeadline):
      let (remaining, certainty) = remaining(until: deadline, wallDeadline, at: now)
      return RestoredCountdown(
        state: ended(withRemaining: min(.zero, remaining), at: now), certainty: certainty,
        endedMeanwhile: false, total: total, phaseIndex: phaseIndex)
    }
  }

  /// Returns the time to the end of the recorded phase, as of the moment when the record was written and as of now. A
  /// time is negative if the phase had already ended. Returns `nil` unless the countdown was running.
  package func timeToZero(at now: ClockInstant) -> (written: Duration, now: Duration)? {
    guard case .running(let deadline, let wallDeadline) = state else { return nil }
    // The steady clock cannot represent a deadline before the boot. Such a deadline is recorded as the origin. For a
    // wall-clock time, it counts if it agrees with the wall clock.
    let counted = (deadline - written.steady).subtractingSaturated(wallDeadline - written.wall)
    let isSteady =
      deadline > .origin
      && (target.wallEnd == nil || ClockInstant.unnoticedShift.contains(counted))
    return (
      written: isSteady ? deadline - written.steady : wallDeadline - written.wall,
      now: remaining(until: deadline, wallDeadline, at: now).0
    )
  }

  /// Returns the phase that the countdown has reached, and its remaining time.
  private func position(afterRemaining remaining: Duration) -> (index: Int, remaining: Duration) {
    guard case .phases(let plan) = target else { return (phaseIndex, remaining) }
    return plan.position(from: phaseIndex, remaining: remaining)
  }

  private func phaseDuration(_ index: Int) -> Duration {
    guard case .phases(let plan) = target else { return total }
    return plan[index]?.countedDuration ?? .zero
  }

  private func ended(
    withRemaining remaining: Duration, at now: ClockInstant
  ) -> RestoredCountdown.State {
    let past = Duration.zero.subtractingSaturated(remaining)
    let end = now.wall + (.zero - past)
    return options.countsPastZero
      ? .overtime(past: past.clampedToMoments, ended: end) : .finished(at: end)
  }

  /// Returns the total of a run that was in progress. If the wall clock was set in the same boot, the deadline moved,
  /// but the time that had been counted did not change.
  func total(at now: ClockInstant) -> Duration {
    guard case .wall = target, isSameBoot(at: now), now.steady >= written.steady else {
      return total
    }
    return max(.zero, total.subtractingSaturated(now.wallShift(since: written)))
  }

  func isSameBoot(at now: ClockInstant) -> Bool { now.isSameBoot(as: written) }

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
}

/// How far the values of a restored countdown or stopwatch can be trusted.
public enum Certainty: Sendable, Hashable, CaseIterable {
  /// The values are exact. The time was measured on a clock that cannot be set, the countdown was paused, or the
  /// countdown counts down to a wall-clock time.
  case exact

  /// The system was rebooted, so the time since the record was written was measured on the wall clock. If the wall
  /// clock was set in the meantime, the values are wrong by the same amount.
  case estimated

  /// The clocks contradict the record. At most the reported time remains, and perhaps less.
  case suspect

  /// The name of the case, as it is stored and printed.
  package var text: String {
    switch self {
    case .exact: "exact"
    case .estimated: "estimated"
    case .suspect: "suspect"
    }
  }
}
