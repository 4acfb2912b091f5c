public import Sandglass
public import SandglassCore

extension TrustedClock {
  /// Runs a countdown to an end, such as the end of a sale, according to this clock. The countdown finishes when the
  /// latest possible time reaches the end.
  ///
  /// ```swift
  /// let sale = Countdown(.zero)
  /// sale.onTick(with: self) { screen, reading in screen.title = reading.clockFace }
  /// sale.onFinish(with: self) { screen, _ in screen.close() }
  /// await clock.run(sale, toEnd: end) { need in title = "Waiting: \(need)" }
  /// ```
  ///
  /// So if the time is known before the end, the screen never closes late, and it closes early by at most the width of
  /// the interval in ``TrustedClock/reading``. If the time becomes known after the end, the screen closes at that moment.
  /// Setting the device's wall clock does not end the countdown.
  ///
  /// The countdown starts as soon as the time can be trusted: immediately, or after an answer. Until then it is idle, and
  /// `waiting` is called with what is missing. While this method runs, the servers get requests as with
  /// ``keepSynchronized()``. Each answer may move the deadline to the first moment at which the end is possible. Such a
  /// correction is usually a few milliseconds, and is delayed if it would make an earlier displayed number reappear. A
  /// correction by a unit or more is made immediately, and is visible. If the task is cancelled, the countdown continues
  /// on the steady clock, without further corrections.
  ///
  /// If the countdown is already running, for example because it was restored from a record, this method corrects it as
  /// soon as the time can be trusted. Until then, and while it is paused, it is left as it is, and `waiting` is called with
  /// what is missing, as whenever an answer cannot correct a running countdown. If its latest run has
  /// ended, nothing happens, and that end is returned: an end is reported once, even if a view that calls this method appears
  /// again. To count to another end, use another countdown, or start this one first.
  ///
  /// Do not start, pause, extend or shorten the countdown while this method runs, because the next answer undoes any
  /// other change to the deadline.
  ///
  /// - Parameters:
  ///   - countdown: The countdown, which must use this clock's timekeeper, because moments of different timekeepers are
  ///     not comparable.
  ///   - end: The true time of the end.
  ///   - width: The width up to which an interval starts or moves the countdown although no majority of the servers has
  ///     confirmed it. A wider interval does so only when a majority has, and each other server has answered or failed.
  ///   - isolation: The caller's isolation, in which `waiting` is called.
  ///   - waiting: Called with what is missing: at once if the countdown cannot start or be corrected, and whenever
  ///     that changes. The countdown may be running.
  /// - Returns: How the run ended, or nil if the task is cancelled.
  @discardableResult
  public func run(
    _ countdown: Countdown, toEnd end: WallMoment, within width: Duration = standardWidth,
    isolation: isolated (any Actor)? = #isolation, waiting: (TrustedNeed) -> Void = { _ in }
  ) async -> CountdownEnd? {
    await run(
      CountdownCorrection(countdown, to: .end(end), by: self, within: width), waiting: waiting)
  }

  /// Runs a countdown to an opening, such as the start of a sale, according to this clock. The countdown finishes when
  /// the earliest possible time reaches the opening.
  ///
  /// So a screen never opens early, and it opens late by at most the width that the interval had before the latest answer.
  /// If an answer shows that the opening has already passed, the countdown finishes immediately. In all other respects
  /// this method works like ``run(_:toEnd:within:isolation:waiting:)``, except that the deadline moves to the last moment
  /// at which the opening is possible.
  ///
  /// - Parameters:
  ///   - countdown: The countdown, which must use this clock's timekeeper, because moments of different timekeepers are
  ///     not comparable.
  ///   - opening: The true time of the opening.
  ///   - width: The width up to which an interval starts or moves the countdown although no majority of the servers has
  ///     confirmed it.
  ///   - isolation: The caller's isolation, in which `waiting` is called.
  ///   - waiting: Called with what is missing: at once if the countdown cannot start or be corrected, and whenever
  ///     that changes. The countdown may be running.
  /// - Returns: How the run ended, or nil if the task is cancelled.
  @discardableResult
  public func run(
    _ countdown: Countdown, toOpening opening: WallMoment, within width: Duration = standardWidth,
    isolation: isolated (any Actor)? = #isolation, waiting: (TrustedNeed) -> Void = { _ in }
  ) async -> CountdownEnd? {
    await run(
      CountdownCorrection(countdown, to: .opening(opening), by: self, within: width),
      waiting: waiting)
  }

  private func run(
    _ correction: CountdownCorrection, isolation: isolated (any Actor)? = #isolation,
    waiting: (TrustedNeed) -> Void
  ) async -> CountdownEnd? {
    let follower = follow { correction.correct() }
    defer { unfollow(follower) }
    correction.correct()
    // Leaving the scope cancels the requests.
    async let _ = keepSynchronized()
    async let end = correction.end()
    for await need in correction.needs { waiting(need) }
    return await end
  }
}
