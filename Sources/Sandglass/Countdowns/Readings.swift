public import SandglassCore

/// The readings of a countdown, as an asynchronous sequence.
///
/// Each iterator has its own subscription. The subscription begins with the current reading if the countdown is
/// running, paused or counting past zero, and otherwise with the first reading of the next run. It ends when the
/// countdown finishes, is cancelled or is deallocated. If the countdown counts past zero, the readings continue after
/// the finish.
///
/// A receiver that is too slow gets only the newest reading, which counts the missed ones. This also applies after the
/// finish. When the sequence ends, callbacks that were sent before the end may still be pending on their queues.
/// Cancelling the task that iterates ends the iteration, and does not affect the countdown.
///
/// ```swift
/// for await reading in Countdown.started(.seconds(10)).readings { print(reading.shown) }
/// ```
public struct Readings: AsyncSequence, Sendable {
  /// The elements of the sequence.
  public typealias Element = Reading

  /// The sequence never throws.
  public typealias Failure = Never

  let countdown: Countdown

  /// Subscribes to the readings.
  public func makeAsyncIterator() -> Iterator {
    Iterator(subscription: Subscription(to: countdown))
  }

  /// A subscription to the readings of a countdown, for one task at a time.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let subscription: Subscription

    /// Waits for the next reading, in the caller's isolation. Returns nil at the end.
    public mutating func next() async -> Reading? {
      await subscription.channel.next(isolation: #isolation)
    }

    /// Waits for the next reading, in the given isolation. Returns nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Reading? {
      await subscription.channel.next(isolation: actor)
    }
  }

  /// Ends the subscription when the iterator is released.
  ///
  /// The subscription does not retain the countdown, because a paused countdown that is retained only by its reader
  /// could never be resumed.
  fileprivate final class Subscription: Sendable {
    let channel: ReadingChannel
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
  }
}

@available(*, unavailable)
extension Readings.Iterator: Sendable {}

extension Countdown {
  /// The readings as they change, for a `for await` loop.
  public var readings: Readings {
    Readings(countdown: self)
  }
}
