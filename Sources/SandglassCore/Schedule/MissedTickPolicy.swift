/// How a repeating timer handles ticks that could not be delivered in time.
///
/// A tick is late if the process was suspended, the device was asleep, or the receiver was busy. The policies
/// have the same meaning as those of tokio's `MissedTickBehavior`. In the timelines, the ticks at 2, 3 and 4 are due
/// during a stall. Time runs to the right, and `*` is a delivered tick.
public enum MissedTickPolicy: Sendable, Hashable, CaseIterable {
  /// Delivers only the latest of the missed ticks, and keeps the original rhythm.
  ///
  /// ```
  /// due    0   1   2   3   4   5   6   7
  /// stall          [==========]
  /// ticks  *   *              *5  *6  *7      the tick at 4.5 was due at 4, and 2 were missed
  /// ```
  ///
  /// Choose this policy to display the current state.
  case skip

  /// Delivers every tick. The missed ticks are delivered immediately, one after the other, until the timer has caught
  /// up.
  ///
  /// ```
  /// due    0   1   2   3   4   5   6   7
  /// stall          [==========]
  /// ticks  *   *              *** *   *   *   the ticks of 2, 3 and 4 come together at 4.5
  /// ```
  ///
  /// Choose this policy to count ticks.
  case burst

  /// Delivers one tick for all missed ticks, and starts a new rhythm at that moment.
  ///
  /// ```
  /// due    0   1   2   3   4   5   6   7
  /// stall          [==========]
  /// ticks  *   *              *   *   *       at 4.5, then 5.5, 6.5 …
  /// ```
  ///
  /// Choose this policy if two ticks must never be closer together than the interval. A tick that is late by no more
  /// than 5 ms, or by no more than the tolerance if that is larger, keeps the original rhythm. Otherwise every small
  /// delay would add up to drift.
  case delay

  /// Whether each of the missed ticks is delivered. The compiler asks for it when there is another policy.
  package var deliversEach: Bool {
    switch self {
    case .burst: true
    case .skip, .delay: false
    }
  }
}
