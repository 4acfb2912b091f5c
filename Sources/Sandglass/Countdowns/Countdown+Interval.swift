extension Countdown {
  /// The range of the wall clock for a display that the system moves on by itself, such as
  /// `Text(timerInterval:pauseTime:countsDown:)` or a Live Activity.
  ///
  /// Take it again whenever the countdown is started, paused, resumed, extended or cancelled, and
  /// when the wall clock has been set. An observer is told of changes of the ``state``, not of
  /// ticks, which such a display does not need, and so not of an extension.
  ///
  /// - Returns: The whole range for a countdown that runs or is paused, the range of a start made
  ///   now, standing still, before one, and the instant of the finish after it.
  public var interval: CountdownInterval {
    _ = state
    let reading = peek()
    let late = end.map { timekeeper.now - $0.moment } ?? .zero
    return CountdownInterval(reading, at: timekeeper.wallNow, finishedFor: late)
  }
}
