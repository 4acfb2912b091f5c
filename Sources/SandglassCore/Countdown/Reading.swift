/// What one look at a countdown tells.
public struct Reading: Sendable, Hashable {
  /// What the countdown was doing.
  public let state: CountdownState

  /// The exact time left; zero once it has finished.
  public internal(set) var remaining: Duration

  /// The number to show: the remaining time in units, rounded as the options say.
  ///
  /// It is `max(0, ceil((remaining − offset) / unit))`, where the offset is nothing for rounding
  /// up, half a unit for the nearest and one unit for rounding down. Where numbers change at the
  /// instants of a pulse, it is the number of the latest one.
  public let shown: Int

  /// How far the countdown has come, from 0 to 1.
  public internal(set) var progress: Double

  /// The time since the finish, for a countdown that counts past zero; else zero.
  public let overtime: Duration

  /// How many readings before this one were never told, because the process did not run or the
  /// receiver was busy. Ticks that share a wake-up within their tolerance do not count.
  public internal(set) var missed: Int

  /// The unit of ``shown``.
  public let unit: Duration

  package init(
    state: CountdownState,
    remaining: UInt64,
    total: UInt64,
    shown: UInt64? = nil,
    overtime: UInt64 = 0,
    missed: Int = 0,
    options: CountdownOptions
  ) {
    self.state = state
    self.remaining = Duration(nanoseconds: Int128(remaining))
    self.shown = Int(clamping: shown ?? Self.shown(remaining: remaining, options: options))
    self.progress = total == 0 ? 1 : Double(total.subtractingClamped(remaining)) / Double(total)
    self.overtime = Duration(nanoseconds: Int128(overtime))
    self.missed = missed
    self.unit = options.unit
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

  /// This reading as it is told some time after it was taken: less remains by that time, and the
  /// number to show is the same, since another has its own reading.
  package func told(after time: Duration) -> Reading {
    guard state == .running, time > .zero, remaining > .zero else { return self }
    var reading = self
    reading.remaining = max(.zero, remaining - time)
    reading.progress = 1 - (1 - progress) * (reading.remaining / remaining)
    return reading
  }

  /// The number shown for a remaining time in nanoseconds.
  package static func shown(remaining: UInt64, options: CountdownOptions) -> UInt64 {
    let offset = options.offsetNanoseconds
    guard remaining > offset else { return 0 }
    return (remaining - offset - 1) / options.unitNanoseconds + 1
  }
}
