public import SandglassCore

extension Countdown: ReadingSource {
  /// The readings as they change, for a `for await` loop.
  ///
  /// Each loop has its own subscription. It begins with the current reading if the countdown is running, paused or
  /// counting past zero, and otherwise with the first reading of the next run. It ends when the countdown finishes, is
  /// cancelled or is deallocated. If the countdown counts past zero, the readings continue after the finish, and
  /// end with that of the stop.
  ///
  /// A receiver that is too slow gets only the newest reading, which counts the missed ones. This also applies after the
  /// finish. When the sequence ends, callbacks that were sent before the end may still be pending on their queues.
  /// Cancelling the task ends the loop, and does not affect the countdown.
  ///
  /// ```swift
  /// for await reading in Countdown.started(.seconds(10)).readings { print(reading.shown) }
  /// ```
  public var readings: Readings<Reading> {
    Readings(source: self)
  }

  func subscribe() -> any ReadingSubscription<Reading> { CountdownSubscription(to: self) }
}

private final class CountdownSubscription: ReadingSubscription {
  private let channel: ReadingChannel
  private let end: @Sendable () -> Void

  init(to countdown: Countdown) {
    let channel = ReadingChannel(on: countdown.timekeeper)
    countdown.add(channel)
    self.channel = channel
    end = { [weak countdown] in countdown?.remove(channel) }
  }

  deinit {
    end()
  }

  func next(isolation: isolated (any Actor)?) async -> Reading? {
    await channel.next(isolation: isolation)
  }
}
