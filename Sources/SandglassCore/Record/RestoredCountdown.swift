/// What has become of a recorded countdown, and how that is known.
public struct RestoredCountdown: Sendable, Hashable {
  /// What the countdown is doing now.
  public enum State: Sendable, Hashable {
    /// Running, with this much left; never zero.
    case running(remaining: Duration)

    /// Paused, with this much left.
    case paused(remaining: Duration)

    /// Counting on, this long after its end.
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
  /// - Parameter now: The present instant.
  /// - Returns: The state at that instant and how it is known.
  public func restored(at now: Instant) -> RestoredCountdown {
    switch state {
    case .paused(let remaining):
      return known(.paused(remaining: remaining), certainty)
    case .finished(let end):
      return known(.finished(at: end), certainty)
    case .running(let deadline, let wallDeadline):
      let (remaining, certainty) = remaining(until: deadline, wallDeadline, at: now)
      if remaining > .zero { return known(.running(remaining: remaining), certainty) }
      return ended(
        past: .zero.subtractingSaturated(remaining), certainty: certainty, meanwhile: true, at: now)
    case .overtime(let deadline, let wallDeadline):
      let (remaining, certainty) = remaining(until: deadline, wallDeadline, at: now)
      return ended(
        past: max(.zero, .zero.subtractingSaturated(remaining)), certainty: certainty,
        meanwhile: false, at: now)
    }
  }

  private func known(_ state: RestoredCountdown.State, _ certainty: Certainty) -> RestoredCountdown
  {
    RestoredCountdown(state: state, certainty: certainty, endedMeanwhile: false)
  }

  private func ended(
    past: Duration, certainty: Certainty, meanwhile: Bool, at now: Instant
  ) -> RestoredCountdown {
    let end = now.wall + (.zero - past)
    return RestoredCountdown(
      state: options.countsPastZero ? .overtime(past: past, ended: end) : .finished(at: end),
      certainty: certainty, endedMeanwhile: meanwhile)
  }

  /// What remains until a deadline, negative after it, and how that is known.
  private func remaining(
    until deadline: Moment, _ wallDeadline: WallMoment, at now: Instant
  ) -> (Duration, Certainty) {
    let isSameBoot = now.boot != nil && now.boot == written.boot
    let wallHasGoneOn = now.wall >= written.wall
    switch target {
    case .wall:
      return (wallDeadline - now.wall, isSameBoot || wallHasGoneOn ? .exact : .suspect)
    // A deadline before the boot cannot be told on the steady clock, and stands at its origin.
    case .duration where isSameBoot && now.steady >= written.steady && deadline > .origin:
      return (deadline - now.steady, certainty)
    case .duration where wallHasGoneOn:
      return (wallDeadline - now.wall, certainty == .exact ? .estimated : certainty)
    case .duration:
      return (deadline - written.steady, .suspect)
    }
  }
}
