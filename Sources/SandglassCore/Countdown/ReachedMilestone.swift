/// A milestone that a countdown has reached.
public struct ReachedMilestone: Sendable, Hashable {
  /// The milestone.
  public let milestone: Milestone

  /// The remaining time at the milestone, also if the countdown was shortened past it.
  public let remaining: Duration

  /// The phase in which it was reached; `nil` without phases.
  public let phase: Phase?

  /// The index of the phase, counted from zero through all rounds; zero without phases.
  public let phaseIndex: Int

  /// The whole duration of the run or, with phases, of its phase, including adjustments.
  public let duration: Duration

  /// The instant at which the milestone was reached, however late the process noticed it. If the countdown was
  /// shortened past the milestone, this is the instant of that change.
  public var moment: Moment { instant.moment }

  /// The wall-clock time of ``moment``. For a kept countdown it is that of the record, which is right even if the
  /// milestone was reached before the device was booted.
  public private(set) var wallMoment = WallMoment(secondsSince1970: 0)

  /// How long after ``moment`` the closure was called; never negative.
  public private(set) var lateness = Duration.zero

  /// The number of milestones before this one that the same receiver did not get, because each was later than
  /// ``CountdownOptions/milestoneLatenessLimit``.
  public private(set) var missed = 0

  package private(set) var instant: PastMoment

  /// The maximum lateness, in nanoseconds.
  private let latenessLimit: UInt64

  /// Creates what the machine reports. The machine does not know the wall clock, nor when a closure is called.
  package init(
    _ milestone: Milestone, remaining: Duration, at instant: PastMoment, phase: Phase?,
    reading: Reading,
    options: CountdownOptions
  ) {
    self.milestone = milestone
    self.remaining = remaining
    self.phase = phase
    self.phaseIndex = reading.phaseIndex
    self.duration = reading.total
    self.instant = instant
    self.latenessLimit = options.latenessLimitNanoseconds
  }
}

extension ReachedMilestone {
  /// Returns the milestone as a receiver gets it; `nil` if it is too late.
  ///
  /// - Parameters:
  ///   - lateness: The time since the milestone was reached. A negative time is treated as zero.
  ///   - wallMoment: The wall-clock time at which the milestone was reached.
  ///   - missed: The number of milestones that the receiver did not get since the last one that it got. It is reset or
  ///     incremented.
  /// - Returns: The milestone.
  package func received(
    late lateness: Duration, wallMoment: WallMoment, missed: inout UInt32
  ) -> ReachedMilestone? {
    guard lateness.clampedNanoseconds <= latenessLimit else {
      missed = missed == .max ? .max : missed + 1
      return nil
    }
    var reached = self
    reached.lateness = max(.zero, lateness)
    reached.wallMoment = wallMoment
    reached.missed = Int(missed)
    missed = 0
    return reached
  }

  /// Returns the same milestone on a clock that reads `shift` nanoseconds less.
  func moved(backBy shift: UInt64) -> ReachedMilestone {
    var reached = self
    reached.instant = instant.moved(backBy: shift)
    return reached
  }
}
