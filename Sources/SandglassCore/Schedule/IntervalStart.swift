/// The point from which the next tick is counted after the interval of a repeating timer has been changed.
///
/// In the timelines, the interval of a timer changes at `^` from four units to two. Time runs to the right, and `*`
/// is a tick.
public enum IntervalStart: Sendable, Hashable, CaseIterable {
  /// From now. The next tick is due one new interval after the change.
  ///
  /// ```
  /// time    0   1   2   3   4   5   6   7   8
  /// ticks   *           ^       *       *
  /// ```
  case now

  /// From the latest due tick, or from the start if no tick has been due. The next tick is due one new interval later,
  /// or immediately if that time has passed. So the time since the latest tick counts towards the new interval.
  ///
  /// ```
  /// time    0   1   2   3   4   5   6   7   8
  /// ticks   *   ^   *       *       *       *
  /// ```
  case latestTick
}
