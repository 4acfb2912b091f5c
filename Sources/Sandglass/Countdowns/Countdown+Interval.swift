public import SandglassCore

extension Countdown {
  /// The range of wall-clock times for a display that the system updates by itself, such as
  /// `Text(timerInterval:pauseTime:countsDown:)` or a Live Activity.
  ///
  /// Read the interval again whenever the countdown is started, paused, resumed, extended or cancelled, and when the
  /// wall clock has been set. Observers of this property are notified when the ``state`` changes. They are not notified
  /// on ticks, because such a display does not need ticks. They are not notified of an extension either, because it is
  /// observed in the same way as a tick.
  ///
  /// - Returns: The whole range if the countdown is running or paused. Before a start, the paused range of a run that
  ///   would start now. After the finish, a range that starts and ends at the finish.
  public var timerInterval: CountdownInterval {
    _ = state
    let reading = peek()
    return CountdownInterval(reading, at: timekeeper.wallNow, finishedAt: end?.wallMoment)
  }
}
