public import Sandglass
public import SandglassCore

extension TrustedClock {
  /// Runs a countdown to an end by this clock. It finishes when the latest possible time reaches the end.
  ///
  /// ```swift
  /// let sale = Countdown(.zero)
  /// sale.onTick(with: self) { screen, reading in screen.title = reading.clockFace }
  /// sale.onFinish(with: self) { screen in screen.close() }
  /// await clock.run(sale, toEnd: end)
  /// ```
  ///
  /// So a screen never closes late, and closes early by at most the width of the interval in ``TrustedClock/reading``.
  /// Setting the device's wall clock does not end the countdown.
  ///
  /// The countdown starts as soon as the time is known: at once, or with the first answer. While this method runs, the
  /// servers get requests as from ``keepSynchronized()``. Each answer may move the deadline to the first moment at
  /// which the end is possible. Such a move is usually a few milliseconds, and waits until it makes no displayed number
  /// come back. A move by a unit or more is made at once, and is visible. When the task is cancelled, the countdown
  /// continues on the steady clock, without further corrections.
  ///
  /// If the countdown is already running, for example because it was kept, this method corrects it. It ignores a paused
  /// countdown. Do not start, pause, extend or shorten the countdown while this method runs, because the next answer
  /// undoes any other change of the deadline.
  ///
  /// - Parameters:
  ///   - countdown: The countdown, on this clock's timekeeper. The moments of another timekeeper are not comparable.
  ///   - end: The end, in true time.
  /// - Returns: The countdown's end, or nil if the task is cancelled.
  @discardableResult
  public func run(_ countdown: Countdown, toEnd end: WallMoment) async -> CountdownEnd? {
    await run(CountdownCorrection(countdown, to: .end(end), by: self))
  }

  /// Runs a countdown to an opening by this clock. It finishes when the earliest possible time reaches the opening.
  ///
  /// So a screen never opens early, and opens late by at most the width of the interval. If an answer then shows that
  /// the opening has already passed, the countdown finishes at once. In all other respects this method works like
  /// ``run(_:toEnd:)``, except that the deadline moves to the last moment at which the opening is possible.
  ///
  /// - Parameters:
  ///   - countdown: The countdown, on this clock's timekeeper. The moments of another timekeeper are not comparable.
  ///   - opening: The opening, in true time.
  /// - Returns: The countdown's end, or nil if the task is cancelled.
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
