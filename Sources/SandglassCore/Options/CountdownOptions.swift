/// The options of a countdown: its unit, its rounding, its milestones and whether it counts past zero.
public struct CountdownOptions: Sendable, Hashable {
  /// The unit of the displayed number; one second by default. Traps unless it is positive.
  public var unit: Duration {
    get { .nanoseconds(unitNanoseconds) }
    set { unitNanoseconds = Self.nanoseconds(ofUnit: newValue) }
  }

  /// The milestones to report when the countdown reaches them, without duplicates: first the remaining times, longest
  /// first, then the elapsed times and the progress, each in ascending order.
  ///
  /// You can set the milestones in any order. Milestones that no run can reach are ignored, such as a remaining time of
  /// zero, because the finish is reported separately.
  public var milestones: [Milestone] {
    didSet { milestones = Self.sorted(milestones) }
  }

  /// How late a milestone may be delivered; `nil` by default, which means at any time. A milestone that is later, for
  /// example because the process was suspended, is not delivered. The next one counts it, in
  /// ``ReachedMilestone/missed``. A negative limit counts as zero.
  public var milestoneLatenessLimit: Duration? {
    get {
      latenessLimitNanoseconds == .max
        ? nil : .nanoseconds(latenessLimitNanoseconds)
    }
    set { latenessLimitNanoseconds = newValue?.clampedNanoseconds ?? .max }
  }

  /// How late a tick may be in order to share a wake-up with other timers. A negative tolerance counts as zero.
  public var tolerance: Duration {
    get { .nanoseconds(toleranceNanoseconds) }
    set { toleranceNanoseconds = newValue.clampedNanoseconds }
  }

  /// An instant of a grid with one instant per unit; `nil` for no grid. Ticks are delayed until the next grid instant,
  /// so that several countdowns change together.
  package var pulse: Moment?

  // The small properties are stored side by side, behind the last byte of the pulse.

  /// How the displayed number is rounded; up by default.
  public var rounding: Rounding

  /// Whether the countdown continues past zero, as overtime, until it is stopped.
  public var countsPastZero: Bool

  /// Whether the record of a kept countdown stays when its run has ended, so that the next process has the countdown as
  /// well and can start it again.
  ///
  /// Such a record is removed only when the countdown is discarded, or when its row is removed from its board.
  public var keepsRecord: Bool

  /// Whether a run pauses while the device sleeps, so that it counts only the time for which the device was awake.
  ///
  /// The deadline and the zero of an overtime move by the time asleep, which is reported as
  /// ``CountdownChange/Kind/pausedAsleep(for:)``. The total stays the same. Nothing wakes the device, and the sleep is
  /// noticed with the next tick or call, or when the system reports it. Linux does; on Apple's systems, call `refresh()` of
  /// the timekeeper when the device is awake again. If it is unknown when the device fell asleep, because nothing was due
  /// and nothing was called, the time asleep counts as the first part of that time. What the device slept before a start or
  /// a resumption that is dated back is unknown, and counts.
  ///
  /// A kept countdown obeys it across a kill, but not across a reboot: what the device slept before the reboot then counts,
  /// unless a process has noticed it. Overtime that is restored from a record says as its end when it would have ended, had
  /// the device slept before.
  ///
  /// An end on the wall clock comes whoever sleeps, so a countdown to a wall-clock time does not pause. An end that is given
  /// to another countdown, by `moveEnd(to:)` or by a trusted clock, moves on with it. A notification or a Live Activity that
  /// the system shows keeps the end that it was given. Nothing pauses on a custom clock or on a rated time, which do not
  /// know when the device sleeps.
  ///
  /// This is for computers. A phone sleeps soon after its screen is switched off.
  public var pausesAsleep: Bool

  package private(set) var unitNanoseconds: UInt64
  package private(set) var toleranceNanoseconds: UInt64

  /// The maximum lateness of a milestone; the greatest number if there is none.
  package private(set) var latenessLimitNanoseconds: UInt64

  /// Creates the options of a countdown.
  ///
  /// - Parameters:
  ///   - unit: The unit of the displayed number. Traps unless it is positive.
  ///   - rounding: How the displayed number is rounded.
  ///   - milestones: The milestones to report, in any order. Milestones that no run can reach are ignored, such as a
  ///     remaining time of zero, because the finish is reported separately.
  ///   - milestoneLatenessLimit: How late a milestone may be delivered; `nil` for any time. A negative limit counts
  ///     as zero.
  ///   - countsPastZero: Whether overtime is counted after the finish.
  ///   - tolerance: How late a tick may be in order to share a wake-up with other timers. The tolerance does not delay
  ///     the finish. `nil` means 17 ms or a tenth of the unit, whichever is less. A negative tolerance counts as zero.
  ///   - keepsRecord: Whether the record of a kept countdown stays when its run has ended.
  ///   - pausesAsleep: Whether a run pauses while the device sleeps.
  public init(
    unit: Duration = .seconds(1),
    rounding: Rounding = .up,
    milestones: [Milestone] = [],
    milestoneLatenessLimit: Duration? = nil,
    countsPastZero: Bool = false,
    tolerance: Duration? = nil,
    keepsRecord: Bool = false,
    pausesAsleep: Bool = false
  ) {
    self.unitNanoseconds = Self.nanoseconds(ofUnit: unit)
    self.rounding = rounding
    self.milestones = Self.sorted(milestones)
    self.latenessLimitNanoseconds = milestoneLatenessLimit?.clampedNanoseconds ?? .max
    self.countsPastZero = countsPastZero
    self.toleranceNanoseconds =
      (tolerance ?? min(.milliseconds(17), unit / 10)).clampedNanoseconds
    self.keepsRecord = keepsRecord
    self.pausesAsleep = pausesAsleep
  }

  /// The default options: seconds, rounded up, without milestones or overtime.
  public static let standard = CountdownOptions()

  /// The time to subtract from the remaining time before the displayed number is rounded up.
  package var offsetNanoseconds: UInt64 {
    switch rounding {
    case .up: 0
    case .nearest: unitNanoseconds / 2
    case .down: unitNanoseconds
    }
  }

  private static func nanoseconds(ofUnit unit: Duration) -> UInt64 {
    precondition(unit > .zero, "A countdown's unit must be positive, but is \(unit).")
    return unit.clampedNanoseconds
  }

  private static func sorted(_ milestones: [Milestone]) -> [Milestone] {
    var sorted: [Milestone] = []
    for milestone in milestones.sorted(by: { $0.precedes($1) })
    where milestone.isPossible && milestone != sorted.last {
      sorted.append(milestone)
    }
    return sorted
  }
}

/// How the displayed number of a countdown is rounded.
public enum Rounding: Sendable, Hashable {
  /// Up. A partial unit counts as a whole one. With 4.2 s remaining, 5 is displayed, and 0 is displayed only when no
  /// time remains.
  case up

  /// To the nearest whole number. With 4.2 s remaining, 4 is displayed, and with 4.6 s, 5.
  case nearest

  /// Down. Only whole units count. With 4.2 s remaining, 4 is displayed, and during the last unit, 0.
  case down
}
