/// The options of a countdown: its unit, its rounding, its milestones and whether it counts past zero.
public struct CountdownOptions: Sendable, Hashable {
  /// The unit of the displayed number; one second by default. Traps unless it is positive.
  public var unit: Duration {
    get { Duration(nanoseconds: Int128(unitNanoseconds)) }
    set { unitNanoseconds = Self.nanoseconds(ofUnit: newValue) }
  }

  /// How the displayed number is rounded; up by default.
  public var rounding: Rounding

  /// The remaining times to report when the countdown reaches them, longest first and without duplicates.
  ///
  /// You can set the milestones in any order. Milestones of zero or less are ignored, because the finish is reported
  /// separately.
  public var milestones: [Duration] {
    didSet { milestones = Self.sorted(milestones) }
  }

  /// Whether the countdown continues past zero, as overtime, until it is stopped.
  public var countsPastZero: Bool

  /// How late a tick may be in order to share a wake-up with other timers. Traps if it is negative.
  public var tolerance: Duration {
    get { Duration(nanoseconds: Int128(toleranceNanoseconds)) }
    set { toleranceNanoseconds = Self.nanoseconds(ofTolerance: newValue) }
  }

  /// Whether the record of a kept countdown stays when its run has ended, so that the next process has the countdown as
  /// well and can start it again.
  ///
  /// Such a record is removed only when the countdown is discarded, or when its row is removed from its board.
  public var keepsRecord: Bool

  /// An instant of a grid with one instant per unit; `nil` for no grid. Ticks are delayed until the next grid instant,
  /// so that several countdowns change together.
  package var pulse: Moment?

  package private(set) var unitNanoseconds: UInt64
  package private(set) var toleranceNanoseconds: UInt64

  /// Creates the options of a countdown.
  ///
  /// - Parameters:
  ///   - unit: The unit of the displayed number. Traps unless it is positive.
  ///   - rounding: How the displayed number is rounded.
  ///   - milestones: The remaining times to report, in any order. Milestones of zero or less are ignored, because the
  ///     finish is reported separately.
  ///   - countsPastZero: Whether overtime is counted after the finish.
  ///   - tolerance: How late a tick may be in order to share a wake-up with other timers. The tolerance does not delay
  ///     the finish. `nil` means 17 ms or a tenth of the unit, whichever is less. Traps if it is negative.
  ///   - keepsRecord: Whether the record of a kept countdown stays when its run has ended.
  public init(
    unit: Duration = .seconds(1),
    rounding: Rounding = .up,
    milestones: [Duration] = [],
    countsPastZero: Bool = false,
    tolerance: Duration? = nil,
    keepsRecord: Bool = false
  ) {
    self.unitNanoseconds = Self.nanoseconds(ofUnit: unit)
    self.rounding = rounding
    self.milestones = Self.sorted(milestones)
    self.countsPastZero = countsPastZero
    self.toleranceNanoseconds = Self.nanoseconds(
      ofTolerance: tolerance ?? min(.milliseconds(17), unit / 10))
    self.keepsRecord = keepsRecord
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

  private static func nanoseconds(ofTolerance tolerance: Duration) -> UInt64 {
    precondition(tolerance >= .zero, "A tolerance must not be negative, but is \(tolerance).")
    return tolerance.clampedNanoseconds
  }

  private static func sorted(_ milestones: [Duration]) -> [Duration] {
    var longestFirst: [Duration] = []
    for milestone in milestones.sorted(by: >) where milestone != longestFirst.last {
      guard milestone > .zero else { break }
      longestFirst.append(milestone)
    }
    return longestFirst
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
