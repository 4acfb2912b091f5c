public import Sandglass
public import SandglassCore

extension TrustedClock {
  /// Counts a countdown down to an end by this clock: it closes when the latest that the time can be comes to the end.
  ///
  /// ```swift
  /// let sale = Countdown(.zero)
  /// sale.onTick(with: self) { screen, reading in screen.title = reading.clockFace }
  /// sale.onFinish(with: self) { screen in screen.close() }
  /// await clock.run(sale, toEnd: end)
  /// ```
  ///
  /// A screen so closes never late, and early by at most the interval's width, which ``TrustedClock/reading`` tells: nobody acts on a
  /// screen that is late. Whatever the device's wall clock is set to, it ends nothing.
  ///
  /// The countdown starts as soon as the clock knows the time: at once, or with the first answer. While this runs the servers are asked as by
  /// ``keepSynchronized()``. Each answer may move the deadline, from where the end cannot be any more to the first moment at which it can be: by
  /// some milliseconds, within a number, so that no number is shown twice. A move of a unit or more is made at once, and is seen. When the task is
  /// cancelled the countdown goes on by the steady clock, without further corrections.
  ///
  /// A countdown that runs already, such as one that was kept, is corrected. One that is paused is left alone. Leave its start, its pauses and its
  /// length to the clock meanwhile: whatever else changes the deadline is undone with the next answer.
  ///
  /// - Parameters:
  ///   - countdown: The countdown, on the timekeeper of this clock: the moments of another one mean something else.
  ///   - end: The end, in true time.
  /// - Returns: How it ended; nil if the task is or was cancelled.
  @discardableResult
  public func run(_ countdown: Countdown, toEnd end: WallMoment) async -> CountdownEnd? {
    await run(CountdownCorrection(countdown, to: .end(end), by: self))
  }

  /// Counts a countdown down to an opening by this clock: it opens when the earliest that the time can be comes to the opening.
  ///
  /// Nobody is let in early, and late by at most the interval's width; an answer that shows at that very time that it is open already
  /// opens at once. All else is as in ``run(_:toEnd:)``, but for the deadline: it moves
  /// to the last moment at which the opening can be.
  ///
  /// - Parameters:
  ///   - countdown: The countdown, on the timekeeper of this clock: the moments of another one mean something else.
  ///   - opening: The opening, in true time.
  /// - Returns: How it ended; nil if the task is or was cancelled.
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
