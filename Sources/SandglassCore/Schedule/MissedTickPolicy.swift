/// What a repeating timer does about ticks that could not be told in time.
///
/// A tick is late when the process was frozen, the device slept, or the receiver was busy. The
/// three answers have the meaning of tokio's `MissedTickBehavior`. In the timelines a stall
/// hides the ticks due at 2, 3 and 4; `*` is a tick told, and the time runs to the right.
public enum MissedTickPolicy: Sendable, Hashable, CaseIterable {
  /// Tells one tick for all that were missed, the latest of them, and goes on in the old rhythm.
  ///
  /// ```
  /// due    0   1   2   3   4   5   6   7
  /// stall          [==========]
  /// told   *   *              *5  *6  *7      the tick at 4.5 is that of 4, and says: missed 2
  /// ```
  ///
  /// The right choice for whatever shows the present state.
  case skip

  /// Tells every tick, the missed ones at once, one after the other, until it has caught up.
  ///
  /// ```
  /// due    0   1   2   3   4   5   6   7
  /// stall          [==========]
  /// told   *   *              *** *   *   *   the ticks of 2, 3 and 4 come together at 4.5
  /// ```
  ///
  /// The right choice for whatever counts.
  case burst

  /// Tells one tick for all that were missed, and starts a new rhythm from there.
  ///
  /// ```
  /// due    0   1   2   3   4   5   6   7
  /// stall          [==========]
  /// told   *   *              *   *   *       at 4.5, then 5.5, 6.5 …
  /// ```
  ///
  /// The right choice where two ticks must never be closer than the interval. A tick that is
  /// late by no more than 5 ms, or by no more than the tolerance where that is larger, keeps
  /// the old rhythm: otherwise every small delay would add up to drift.
  case delay
}
