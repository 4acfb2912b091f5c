/// One lap of a stopwatch. A lap begins at the start of the stopwatch or at the end of the previous lap. The current
/// lap lasts until the moment of its reading.
public struct StopwatchLap: Sendable, Hashable, Identifiable {
  /// The number of the lap, from 1.
  public let number: Int

  /// The same as ``number``.
  public var id: Int { number }

  /// The total at the start and at the end of the lap, in nanoseconds.
  let start, end: UInt64

  private let unit: UInt64

  init(number: Int, from start: UInt64, to end: UInt64, unit: UInt64) {
    self.number = number
    self.start = start
    self.end = end
    self.unit = unit
  }

  /// The exact duration of the lap.
  public var duration: Duration { .nanoseconds(end - start) }

  /// The exact total of the stopwatch at the end of the lap.
  public var total: Duration { .nanoseconds(end) }

  /// The displayed time, in whole units: the displayed total at the end of the lap minus the displayed total at its
  /// start.
  ///
  /// So the displayed times of all laps add up to the displayed total. The value is ``duration`` rounded down to whole
  /// units, or one unit more.
  public var shownTime: Duration { .nanoseconds(shownNanoseconds) }

  /// The displayed time as a clock face, such as `0:02.3`.
  public var clockFace: String {
    StopwatchFace(nanoseconds: shownNanoseconds, unit: unit).description
  }

  private var shownNanoseconds: UInt64 { (end / unit - start / unit) * unit }
}
