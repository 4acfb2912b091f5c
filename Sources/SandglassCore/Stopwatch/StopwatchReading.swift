/// The state and times of a stopwatch at one moment.
public struct StopwatchReading: Sendable, Hashable {
  /// The state of the stopwatch.
  public let state: StopwatchState

  /// The finished laps, in order.
  public let laps: [StopwatchLap]

  /// The number of readings before this one that were never delivered, because the process was not running or the
  /// receiver was busy.
  public internal(set) var missed: Int

  private let totalNanoseconds: UInt64
  private let unitNanoseconds: UInt64

  init(
    state: StopwatchState, total: UInt64, laps: [StopwatchLap], unit: UInt64, missed: Int
  ) {
    self.state = state
    self.laps = laps
    self.missed = missed
    totalNanoseconds = total
    unitNanoseconds = unit
  }

  /// The exact time counted, from zero to 584 years.
  public var elapsed: Duration { .nanoseconds(totalNanoseconds) }

  /// The unit of ``shownTime``.
  public var unit: Duration { .nanoseconds(unitNanoseconds) }

  /// The displayed time: ``elapsed`` rounded down to whole units.
  public var shownTime: Duration { .nanoseconds(shownNanoseconds) }

  /// The lap in progress, with the time counted since the last finished lap.
  ///
  /// The displayed times of this lap and of ``laps`` add up to ``shownTime``.
  public var currentLap: StopwatchLap {
    StopwatchLap(
      number: laps.count + 1, from: laps.last?.end ?? 0, to: totalNanoseconds,
      unit: unitNanoseconds)
  }

  /// The displayed time as a clock face: `0:02.3`, or `1:05.27` if the unit is a hundredth of a second.
  ///
  /// The face has as many decimal places as the unit needs, but at most three.
  public var clockFace: String {
    StopwatchFace(nanoseconds: shownNanoseconds, unit: unitNanoseconds).description
  }

  private var shownNanoseconds: UInt64 { totalNanoseconds / unitNanoseconds * unitNanoseconds }

  /// Returns this reading as the replacement for an earlier one that was never received. The earlier one counts as
  /// missed.
  package func replacing(_ untaken: StopwatchReading) -> StopwatchReading {
    var reading = self
    let (sum, overflow) = missed.addingReportingOverflow(untaken.missed)
    reading.missed = overflow || sum == .max ? .max : sum + 1
    return reading
  }
}

/// The state of a stopwatch.
public enum StopwatchState: Sendable, Hashable {
  /// Not started, or reset. The total is zero.
  case idle

  /// Counting up.
  case running

  /// Not counting. The total stays as it was when the stopwatch was stopped.
  case stopped
}

/// A time in whole units, formatted as a stopwatch displays it: `0:02`, `0:02.3`, `1:05.27`, `1:00:00.0`.
///
/// A face has as many decimal places as the unit needs, but at most three.
struct StopwatchFace: CustomStringConvertible {
  let nanoseconds: UInt64
  let unit: UInt64

  var description: String {
    let whole = ClockFace(seconds: nanoseconds / 1_000_000_000).description
    let part = nanoseconds % 1_000_000_000
    if unit % 1_000_000_000 == 0 { return whole }
    if unit % 100_000_000 == 0 { return whole + "." + (part / 100_000_000).digits(1) }
    if unit % 10_000_000 == 0 { return whole + "." + (part / 10_000_000).digits(2) }
    return whole + "." + (part / 1_000_000).digits(3)
  }
}
