/// The state and times of a countdown at one moment.
public struct Reading: Sendable, Hashable {
  /// The state of the countdown.
  public let state: CountdownState

  /// The index of the current phase, counted from zero through all rounds; zero without phases.
  public var phaseIndex: Int { Int(phaseNumber) }

  // Stored next to the state, where it fits into the padding.
  private let phaseNumber: UInt32

  /// The exact remaining time; zero once the countdown has finished.
  public var remaining: Duration { .nanoseconds(remainingNanoseconds) }

  /// The displayed number: the remaining time in units, rounded according to the options; zero in overtime.
  ///
  /// The number is `max(0, ceil((remaining − offset) / unit))`. The offset is zero for rounding up, half a unit for
  /// rounding to the nearest number, and one unit for rounding down. If numbers change only at the instants of a pulse,
  /// this is the number at the latest of these instants.
  public var shown: Int { Int(clamping: wideShown) }

  /// The same number in 64 bits. In WebAssembly, an `Int` has 32.
  package var wideShown: Int64 { state == .overtime ? 0 : number }

  /// The displayed time, for texts that agree with the displayed number: ``shown`` times ``unit``. In overtime, it is
  /// ``overtime`` rounded down to units, at the latest instant of the pulse if there is one.
  ///
  /// Format this property, not ``remaining``. With 64.2 s remaining, the displayed number is 65 and this property is 65
  /// seconds, which is formatted as 1:05, not 1:04. The value is exact unless ``shown`` saturates.
  public var shownTime: Duration {
    unit * number
  }

  /// The elapsed part of ``total``, from 0 to 1.
  public var progress: Double {
    guard totalNanoseconds > 0 else { return 1 }
    let done = totalNanoseconds.subtractingClamped(remainingNanoseconds)
    return Double(done) / Double(totalNanoseconds)
  }

  /// The whole duration of the current run, including adjustments. With phases, this is the duration of the current
  /// phase. Before the countdown is started, this is the duration that it would count down.
  public var total: Duration { .nanoseconds(totalNanoseconds) }

  /// The part of ``total`` that has elapsed.
  public var elapsed: Duration {
    .nanoseconds(totalNanoseconds.subtractingClamped(remainingNanoseconds))
  }

  /// The time since the finish while the countdown is counting past zero; otherwise zero.
  public var overtime: Duration { .nanoseconds(overtimeNanoseconds) }

  /// The number of readings before this one that were never delivered, because the process was not running or the
  /// receiver was busy. Ticks that share a wake-up within their tolerance are not counted.
  public internal(set) var missed: Int

  /// The unit of ``shown``.
  public var unit: Duration { .nanoseconds(unitNanoseconds) }

  // Readings are delivered by the million, so they are as small as possible.
  private var remainingNanoseconds: UInt64
  private let totalNanoseconds: UInt64
  private let overtimeNanoseconds: UInt64
  private let unitNanoseconds: UInt64

  /// The displayed number, which in overtime is a number of units past zero.
  private let number: Int64

  package init(
    state: CountdownState,
    remaining: UInt64,
    total: UInt64,
    shown: UInt64? = nil,
    overtime: UInt64 = 0,
    missed: Int = 0,
    phaseIndex: Int = 0,
    options: CountdownOptions
  ) {
    self.state = state
    self.phaseNumber = UInt32(clamping: phaseIndex)
    self.remainingNanoseconds = remaining
    self.totalNanoseconds = total
    let present =
      state == .overtime
      ? overtime / options.unitNanoseconds : Self.shown(remaining: remaining, options: options)
    self.number = Int64(clamping: shown ?? present)
    self.overtimeNanoseconds = overtime
    self.missed = missed
    self.unitNanoseconds = options.unitNanoseconds
  }

  /// The displayed time as a clock face in whole seconds, such as `1:05`. In overtime, the face has a plus sign, as in
  /// `+0:05`.
  public var clockFace: String { ClockFace(self).description }

  /// Returns the displayed time as a clock face in the given style.
  ///
  /// ```swift
  /// reading.clockFace(.alwaysHours.tenths)  // 0:01:05.4
  /// ```
  ///
  /// If the last field of the style is longer than ``unit``, the time is rounded to that field: down in overtime, and
  /// up otherwise.
  ///
  /// - Parameter style: The style, which determines the fields of the face.
  /// - Returns: The text of the face, with ASCII digits.
  public func clockFace(_ style: ClockFace.Style) -> String {
    ClockFace(self, style: style).description
  }

  /// Returns this reading as the replacement for an earlier one that was never received. The earlier one counts as
  /// missed.
  package func replacing(_ untaken: Reading) -> Reading {
    var reading = self
    let (sum, overflow) = missed.addingReportingOverflow(untaken.missed)
    reading.missed = overflow || sum == .max ? .max : sum + 1
    return reading
  }

  /// Returns this reading, which was taken at `moment`, as it is delivered at `now`. The remaining time is shorter by
  /// the time between these two moments. The displayed number is the same, because each number has its own reading.
  package func reported(at now: Moment, takenAt moment: Moment) -> Reading {
    guard state == .running else { return self }
    var reading = self
    let time = now.nanoseconds.subtractingClamped(moment.nanoseconds)
    reading.remainingNanoseconds = remainingNanoseconds.subtractingClamped(time)
    return reading
  }

  /// The displayed number for a remaining time in nanoseconds.
  package static func shown(remaining: UInt64, options: CountdownOptions) -> UInt64 {
    let offset = options.offsetNanoseconds
    guard remaining > offset else { return 0 }
    return (remaining - offset - 1) / options.unitNanoseconds + 1
  }
}
