/// What has become of a recorded countdown, and how that is known.
public struct RestoredCountdown: Sendable, Hashable {
  /// What the countdown is doing now.
  public enum State: Sendable, Hashable {
    /// Running, with this much left; never zero, and at most 584 years.
    case running(remaining: Duration)

    /// Paused, with this much left, from zero to 584 years.
    case paused(remaining: Duration)

    /// Counting on, this long after its end, from zero to 584 years.
    case overtime(past: Duration, ended: WallMoment)

    /// Finished: when it was written, or meanwhile.
    case finished(at: WallMoment)
  }

  /// What the countdown is doing now.
  public let state: State

  /// How that is known.
  public let certainty: Certainty

  /// Whether it reached its end after the record was written, so that nobody was told.
  public let endedMeanwhile: Bool

  /// What the start, or its present phase, counts down in all: as recorded, but for a wall clock that was set
  /// meanwhile and that the countdown follows.
  public let total: Duration

  /// The number of the phase that it is in, counted from zero through all rounds; zero without phases.
  public let phaseIndex: Int
}

extension CountdownRecord {
  /// What has become of the countdown by `now`.
  ///
  /// | kind | boot | clocks | what decides | how it is known |
  /// | --- | --- | --- | --- | --- |
  /// | paused, finished | any | any | the record | exact |
  /// | from a duration | the same | steady clock at or after the record's | the steady clock | exact |
  /// | from a duration | the same | steady clock before the record's | as in another boot | never exact |
  /// | from a duration | another | wall clock at or after the record's | the wall clock | estimated |
  /// | from a duration | another | wall clock before the record's | what was left in the record | suspect |
  /// | to a wall-clock time | the same | any | the wall clock | exact |
  /// | to a wall-clock time | another | wall clock at or after the record's | the wall clock | exact |
  /// | to a wall-clock time | another | wall clock before the record's | the wall clock | suspect |
  ///
  /// A boot whose identity is not known is another one; so is one that began after the end. What is
  /// told of a duration is never known better than what the record was written from.
  ///
  /// Two things cannot be told from time that has passed: a wall clock set forward across a reboot,
  /// and a virtual machine that goes on from a snapshot at a later steady reading of the same boot.
  ///
  /// No record traps, whatever its times are: what is longer than a countdown can hold saturates.
  ///
  /// - Parameter now: The present instant.
  /// - Returns: The state at that instant and how it is known.
  public func restored(at now: Instant) -> RestoredCountdown {
    switch state {
    case .paused(let remaining):
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

  /// The time to the end of the recorded phase when the record was written and now, negative after it; nil unless it
  /// was running.
  package func timeToZero(at now: Instant) -> (written: Duration, now: Duration)? {
    guard case .running(let deadline, let wallDeadline) = state else { return nil }
    // A deadline before the boot cannot be told on the steady clock, and stands at its origin.
    let isSteady = if case .wall = target { false } else { deadline > .origin }
    return (
      written: isSteady ? deadline - written.steady : wallDeadline - written.wall,
      now: remaining(until: deadline, wallDeadline, at: now).0
    )
  }

  /// The phase that it has come to, and what is left of that.
  private func position(afterRemaining remaining: Duration) -> (index: Int, remaining: Duration) {
    guard case .phases(let plan) = target else { return (phaseIndex, remaining) }
    return plan.position(from: phaseIndex, remaining: remaining)
  }

  private func phaseDuration(_ index: Int) -> Duration {
    guard case .phases(let plan) = target else { return total }
    return plan[index]?.countedDuration ?? .zero
  }

  private func ended(
    withRemaining remaining: Duration, at now: Instant
  ) -> RestoredCountdown.State {
    let past = Duration.zero.subtractingSaturated(remaining)
    let end = now.wall + (.zero - past)
    return options.countsPastZero
      ? .overtime(past: past.clampedToMoments, ended: end) : .finished(at: end)
  }

  /// The total of a start that was running: a clock that was set in the same boot has moved its
  /// deadline, and nothing that was counted before.
  private func total(at now: Instant) -> Duration {
    guard case .wall = target, isSameBoot(at: now), now.steady >= written.steady else {
      return total
    }
    let shift = (now.wall - written.wall).subtractingSaturated(now.steady - written.steady)
    return max(.zero, total.subtractingSaturated(shift))
  }

  private func isSameBoot(at now: Instant) -> Bool {
    now.boot != nil && now.boot == written.boot
  }

  /// What remains until a deadline, negative after it, and how that is known.
  private func remaining(
    until deadline: Moment, _ wallDeadline: WallMoment, at now: Instant
  ) -> (Duration, Certainty) {
    let isSameBoot = isSameBoot(at: now)
    let wallHasGoneOn = now.wall >= written.wall
    switch target {
    case .wall:
      return (wallDeadline - now.wall, isSameBoot || wallHasGoneOn ? .exact : .suspect)
    case .duration, .phases:
      // A deadline before the boot cannot be told on the steady clock, and stands at its origin.
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

/// How far what is told of a restored countdown can be trusted.
public enum Certainty: String, Sendable, Hashable, CaseIterable {
  /// It is what truly remains: it was measured on a clock that nobody can set, or was paused, or
  /// follows the wall clock by its nature.
  case exact

  /// The system was started anew in between, and the wall clock says how much time has passed. If
  /// the clock was set meanwhile, that is off by as much.
  case estimated

  /// The clocks contradict the record: at most what is told remains, and perhaps less.
  case suspect
}
