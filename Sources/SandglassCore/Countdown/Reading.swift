/// What one look at a countdown tells.
public struct Reading: Sendable, Hashable {
  /// What the countdown was doing.
  public let state: CountdownState

  /// The number of the phase, counted from zero through all rounds; zero without phases.
  public var phaseIndex: Int { Int(phaseNumber) }

  // This lies beside the state, where it takes no room.
  private let phaseNumber: UInt32

  /// The exact time left; zero once it has finished.
  public var remaining: Duration { Duration(nanoseconds: Int128(remainingNanoseconds)) }

  /// The number to show: the remaining time in units, rounded as the options say.
  ///
  /// It is `max(0, ceil((remaining − offset) / unit))`, where the offset is nothing for rounding
  /// up, half a unit for the nearest and one unit for rounding down. Where numbers change at the
  /// instants of a pulse, it is the number of the latest one.
  public let shown: Int

  /// How far the countdown has come, from 0 to 1.
  public var progress: Double {
    guard totalNanoseconds > 0 else { return 1 }
    let done = totalNanoseconds.subtractingClamped(remainingNanoseconds)
    return Double(done) / Double(totalNanoseconds)
  }

  /// What the present start counts down in all, adjustments included; of a countdown through phases, the present
  /// phase. Before a start, what that would count down from.
  public var total: Duration { Duration(nanoseconds: Int128(totalNanoseconds)) }

  /// How much of ``total`` is over.
  public var elapsed: Duration {
    Duration(
      nanoseconds: Int128(totalNanoseconds.subtractingClamped(remainingNanoseconds)))
  }

  /// The time since the finish, for a countdown that counts past zero; else zero.
  public var overtime: Duration { Duration(nanoseconds: Int128(overtimeNanoseconds)) }

  /// How many readings before this one were never told, because the process did not run or the
  /// receiver was busy. Ticks that share a wake-up within their tolerance do not count.
  public internal(set) var missed: Int

  /// The unit of ``shown``.
  public var unit: Duration { Duration(nanoseconds: Int128(unitNanoseconds)) }

  // Readings are told by the million: they are as small as can be.
  private var remainingNanoseconds: UInt64
  private let totalNanoseconds: UInt64
  private let overtimeNanoseconds: UInt64
  private let unitNanoseconds: UInt64

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
    self.shown = Int(clamping: shown ?? Self.shown(remaining: remaining, options: options))
    self.overtimeNanoseconds = overtime
    self.missed = missed
    self.unitNanoseconds = options.unitNanoseconds
  }

  /// The shown time as a clock face, such as `1:05`; in overtime the time past zero, as `+0:05`.
  public var clockFace: String {
    if state == .overtime { return ClockFace(overtime: overtime).description }
    return (unit * shown).clockFace
  }

  /// This reading as the successor of one that was never taken: it counts as missed, too.
  package func replacing(_ untaken: Reading) -> Reading {
    var reading = self
    let (sum, overflow) = missed.addingReportingOverflow(untaken.missed)
    reading.missed = overflow || sum == .max ? .max : sum + 1
    return reading
  }

  /// This reading, which was taken at one moment, as it is told at a later one: less remains by that
  /// time, and the number to show is the same, since another has its own reading.
  package func told(at now: Moment, takenAt moment: Moment) -> Reading {
    guard state == .running else { return self }
    var reading = self
    let time = now.nanoseconds.subtractingClamped(moment.nanoseconds)
    reading.remainingNanoseconds = remainingNanoseconds.subtractingClamped(time)
    return reading
  }

  /// The number shown for a remaining time in nanoseconds.
  package static func shown(remaining: UInt64, options: CountdownOptions) -> UInt64 {
    let offset = options.offsetNanoseconds
    guard remaining > offset else { return 0 }
    return (remaining - offset - 1) / options.unitNanoseconds + 1
  }
}
