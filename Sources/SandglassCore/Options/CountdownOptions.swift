/// How a countdown counts: its unit, its rounding, its milestones and what comes after zero.
public struct CountdownOptions: Sendable, Hashable {
  /// The unit of the shown number; one second unless told otherwise. Traps unless it is positive.
  public var unit: Duration {
    get { Duration(nanoseconds: Int128(unitNanoseconds)) }
    set { unitNanoseconds = Self.nanoseconds(ofUnit: newValue) }
  }

  /// How the shown number is rounded; up unless told otherwise.
  public var rounding: Rounding

  /// The remaining times that are told when they are reached, longest first, each once.
  ///
  /// They may be set in any order. One of zero or less is left out: no time is left at the finish, which is told by
  /// itself.
  public var milestones: [Duration] {
    didSet { milestones = Self.sorted(milestones) }
  }

  /// Whether the countdown goes on past zero, as overtime, until it is stopped.
  public var countsPastZero: Bool

  /// How late a tick may come to share a wake-up with other timers. Traps if it is negative.
  public var tolerance: Duration {
    get { Duration(nanoseconds: Int128(toleranceNanoseconds)) }
    set { toleranceNanoseconds = Self.nanoseconds(ofTolerance: newValue) }
  }

  /// A grid on which ticks are held back, so that several countdowns flip together.
  package var pulse: Moment?

  package private(set) var unitNanoseconds: UInt64
  package private(set) var toleranceNanoseconds: UInt64

  /// Makes the options of a countdown.
  ///
  /// - Parameters:
  ///   - unit: The unit of the shown number. Traps unless it is positive.
  ///   - rounding: How the shown number is rounded.
  ///   - milestones: Remaining times to be told, in any order. One of zero or less is ignored: no
  ///     time is left at the finish, which is told by itself.
  ///   - countsPastZero: Whether overtime is counted after the finish.
  ///   - tolerance: How late a tick may come to share a wake-up with other timers; the finish
  ///     is never late for it. Nil means the lesser of 17 ms and a tenth of the unit. Traps if
  ///     it is negative.
  public init(
    unit: Duration = .seconds(1),
    rounding: Rounding = .up,
    milestones: [Duration] = [],
    countsPastZero: Bool = false,
    tolerance: Duration? = nil
  ) {
    self.unitNanoseconds = Self.nanoseconds(ofUnit: unit)
    self.rounding = rounding
    self.milestones = Self.sorted(milestones)
    self.countsPastZero = countsPastZero
    self.toleranceNanoseconds = Self.nanoseconds(
      ofTolerance: tolerance ?? min(.milliseconds(17), unit / 10))
  }

  /// What a countdown does when nothing else is said: seconds, rounded up, and no overtime.
  public static let standard = CountdownOptions()

  /// What is taken from the remaining time before the shown number is rounded up.
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

/// How the shown number of a countdown is rounded.
public enum Rounding: Sendable, Hashable {
  /// A begun unit counts as a whole one: 4.2 s remaining show 5, and 0 is never shown.
  case up

  /// The nearest whole number: 4.2 s remaining show 4, 4.6 s show 5.
  case nearest

  /// Only whole units count: 4.2 s remaining show 4, and the last second shows 0.
  case down
}
