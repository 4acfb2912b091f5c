/// What one look at a stopwatch tells.
public struct StopwatchReading: Sendable, Hashable {
  /// What the stopwatch was doing.
  public let state: StopwatchState

  /// The laps that are over, the first one first.
  public let laps: [StopwatchLap]

  /// How many readings before this one were never told, because the process did not run or the receiver was busy.
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
  public var elapsed: Duration { Duration(nanoseconds: Int128(totalNanoseconds)) }

  /// The unit of ``shown``.
  public var unit: Duration { Duration(nanoseconds: Int128(unitNanoseconds)) }

  /// The time to show: ``elapsed`` rounded down to whole units.
  public var shown: Duration { Duration(nanoseconds: Int128(shownNanoseconds)) }

  /// The lap that is being run: what was counted since the last one.
  ///
  /// Its ``StopwatchLap/shown`` and those of ``laps`` add up to ``shown``.
  public var currentLap: StopwatchLap {
    StopwatchLap(
      number: laps.count + 1, from: laps.last?.end ?? 0, to: totalNanoseconds,
      unit: unitNanoseconds)
  }

  /// The shown time as a clock face: `0:02.3`, or `1:05.27` where the unit is a hundredth.
  ///
  /// There are as many places after the point as it takes to show the unit, and three at most.
  public var clockFace: String {
    StopwatchFace(nanoseconds: shownNanoseconds, unit: unitNanoseconds).description
  }

  private var shownNanoseconds: UInt64 { totalNanoseconds / unitNanoseconds * unitNanoseconds }

  /// This reading as the successor of one that was never taken: it counts as missed, too.
  package func replacing(_ untaken: StopwatchReading) -> StopwatchReading {
    var reading = self
    let (sum, overflow) = missed.addingReportingOverflow(untaken.missed)
    reading.missed = overflow || sum == .max ? .max : sum + 1
    return reading
  }
}
