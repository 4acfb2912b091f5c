/// One lap of a stopwatch: from the lap before it, or from the start, to its end, or to now.
public struct StopwatchLap: Sendable, Hashable, Identifiable {
  /// The number of the lap, from 1.
  public let number: Int

  /// The same as ``number``.
  public var id: Int { number }

  /// The total at its beginning and at its end, in nanoseconds.
  let start, end: UInt64

  private let unit: UInt64

  init(number: Int, from start: UInt64, to end: UInt64, unit: UInt64) {
    self.number = number
    self.start = start
    self.end = end
    self.unit = unit
  }

  /// How long the lap took, exactly.
  public var duration: Duration { Duration(nanoseconds: Int128(end - start)) }

  /// The total of the stopwatch at the end of the lap, exactly.
  public var total: Duration { Duration(nanoseconds: Int128(end)) }

  /// The time to show, in whole units: the shown total at its end less that at its beginning.
  ///
  /// So the shown laps add up to the shown total. It is ``duration`` rounded down, or a unit more.
  public var shown: Duration { Duration(nanoseconds: Int128(shownNanoseconds)) }

  /// The shown time as a clock face, such as `0:02.3`.
  public var clockFace: String {
    StopwatchFace(nanoseconds: shownNanoseconds, unit: unit).description
  }

  private var shownNanoseconds: UInt64 { (end / unit - start / unit) * unit }
}
