public import SandglassCore

/// The state of a recorded countdown at a later time, and its certainty.
public struct RestoredCountdown: Sendable, Equatable {
  /// The state of a restored countdown.
  public enum State: Sendable, Equatable {
    /// Not running, because the latest run was cancelled, or was reset after its end.
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

  /// The whole duration of the run or, with phases, of its current phase; while idle, that of the next run. It differs
  /// from the recorded total if the countdown counts down to a wall-clock time and the wall clock has been set since the
  /// record was written.
  public let total: Duration

  /// The index of the current phase, counted from zero through all rounds; zero without phases.
  public let phaseIndex: Int

  /// The current phase, or the last one after the finish; `nil` without phases.
  public let currentPhase: Phase?

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
    var replay = RecordReplay(self, at: now)
    replay.settle()
    return replay.restored
  }
}

extension RecordReplay {
  /// What has come of the record.
  fileprivate var restored: RestoredCountdown {
    let (record, machine, now) = (result, presentMachine, instant.steady)
    let past = max(.zero, Duration.zero.subtractingSaturated(machine.timeToZero(at: now) ?? .zero))
    let isOver = machine.state == .overtime || machine.state == .finished
    let state: RestoredCountdown.State =
      switch (machine.state, record.state) {
      case (.idle, _): .idle
      case (.running, _): .running(remaining: machine.timeLeft(at: now) ?? .zero)
      // A pause is exact, also to less than the nanoseconds of a machine.
      case (.paused, .paused(let remaining, _)): .paused(remaining: remaining.clampedToMoments)
      case (.paused, _): .paused(remaining: machine.timeLeft(at: now) ?? .zero)
      case (.overtime, _) where record.options.countsPastZero:
        .overtime(past: past.clampedToMoments, ended: instant.wall - past)
      case (.finished, .finished(let end)): .finished(at: end)
      case (.overtime, _), (.finished, _): .finished(at: instant.wall - past)
      }
    return RestoredCountdown(
      state: state, certainty: record.certainty, endedMeanwhile: wasRunning && isOver,
      total: machine.state == .idle
        ? max(.zero, record.target.duration(at: instant)) : machine.wholeDuration,
      phaseIndex: machine.phaseIndex,
      currentPhase: record.target.plan?[machine.phaseIndex])
  }
}
