/// From where the next tick is counted, once a repeating timer was given another interval.
///
/// In the timelines a timer that ticks every four units is told at `^` to tick every two; the time runs to the
/// right, and `*` is a tick.
public enum IntervalStart: Sendable, Hashable, CaseIterable {
  /// From now: the next tick is due one new interval after the change.
  ///
  /// ```
  /// time    0   1   2   3   4   5   6   7   8
  /// ticks   *           ^       *       *
  /// ```
  case now

  /// From the latest tick that was due, or from the start if none was: the next tick is due one new interval after
  /// that, and at once if that has passed. So the time since the latest tick counts.
  ///
  /// ```
  /// time    0   1   2   3   4   5   6   7   8
  /// ticks   *   ^   *       *       *       *
  /// ```
  case latestTick
}
