public import Sandglass
public import SandglassCore

extension TrustedClock {
  /// Runs a countdown to an end, such as the end of a sale, according to this clock. The countdown finishes when the
  /// latest possible time reaches the end.
  ///
  /// ```swift
  /// let sale = Countdown(.zero)
  /// sale.onTick(with: self) { screen, reading in screen.title = reading.clockFace }
  /// sale.onFinish(with: self) { screen in screen.close() }
  /// await clock.run(sale, toEnd: end)
  /// ```
  ///
  /// So a screen never closes late, and it closes early by at most the width of the interval in
  /// ``TrustedClock/reading``. Setting the device's wall clock does not end the countdown.
  ///
  /// The countdown starts as soon as the time is known: immediately, or when the first answer makes it known. While
  /// this method runs, the servers get requests as with ``keepSynchronized()``. Each answer may move the deadline to
  /// the first moment at which the end is possible. Such a correction is usually a few milliseconds, and is delayed if
  /// it would make an earlier displayed number reappear. A correction by a unit or more is made immediately, and is
  /// visible. If the task is cancelled, the countdown continues on the steady clock, without further corrections.
  ///
  /// If the countdown is already running, for example because it was restored from a record, this method corrects it. A
  /// paused countdown is ignored. Do not start, pause, extend or shorten the countdown while this method runs, because
  /// the next answer undoes any other change to the deadline.
  ///
  /// - Parameters:
  ///   - countdown: The countdown, which must use this clock's timekeeper, because moments of different timekeepers are
  ///     not comparable.
  ///   - end: The true time of the end.
  /// - Returns: How the run ended, or nil if the task is cancelled.
  @discardableResult
  public func run(_ countdown: Countdown, toEnd end: WallMoment) async -> CountdownEnd? {
    await run(CountdownCorrection(countdown, to: .end(end), by: self))
  }

  /// Runs a countdown to an opening, such as the start of a sale, according to this clock. The countdown finishes when
  /// the earliest possible time reaches the opening.
  ///
  /// So a screen never opens early, and it opens late by at most the width of the interval. If an answer shows that the
  /// opening has already passed, the countdown finishes immediately. In all other respects this method works like
  /// ``run(_:toEnd:)``, except that the deadline moves to the last moment at which the opening is possible.
  ///
  /// - Parameters:
  ///   - countdown: The countdown, which must use this clock's timekeeper, because moments of different timekeepers are
  ///     not comparable.
  ///   - opening: The true time of the opening.
  /// - Returns: How the run ended, or nil if the task is cancelled.
  @discardableResult
  public func run(_ countdown: Countdown, toOpening opening: WallMoment) async -> CountdownEnd? {
    await run(CountdownCorrection(countdown, to: .opening(opening), by: self))
  }

  private func run(_ correction: CountdownCorrection) async -> CountdownEnd? {
    let follower = follow { correction.correct() }
    defer { unfollow(follower) }
    correction.correct()
    return await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.keepSynchronized() }
      let end = await correction.end()
      group.cancelAll()
      return end
    }
  }
}
