/// One lap of a stopwatch, from the end of the previous lap or the start to its own end, or to now for the current
/// lap.
public struct StopwatchLap: Sendable, Hashable, Identifiable {
  /// The number of the lap, from 1.
  public let number: Int

  /// The number of the lap, as ``number``.
  public var id: Int { number }

  /// The total at the beginning and at the end of the lap, in nanoseconds.
  let start, end: UInt64

  private let unit: UInt64

  init(number: Int, from start: UInt64, to end: UInt64, unit: UInt64) {
    self.number = number
    self.start = start
    self.end = end
    self.unit = unit
  }

  /// The exact duration of the lap.
  public var duration: Duration { Duration(nanoseconds: Int128(end - start)) }

  /// The exact total of the stopwatch at the end of the lap.
  public var total: Duration { Duration(nanoseconds: Int128(end)) }

  /// The displayed time, in whole units: the displayed total at the end of the lap minus the one at its beginning.
  ///
  /// So the displayed laps add up to the displayed total. The value is ``duration`` rounded down, or one unit more.
  public var shown: Duration { Duration(nanoseconds: Int128(shownNanoseconds)) }

  /// The displayed time as a clock face, such as `0:02.3`.
  public var clockFace: String {
    StopwatchFace(nanoseconds: shownNanoseconds, unit: unit).description
  }

  private var shownNanoseconds: UInt64 { (end / unit - start / unit) * unit }
}
