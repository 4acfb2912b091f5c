public import SandglassCore

/// The readings of a countdown, as an asynchronous sequence.
///
/// Each iterator has a subscription of its own. It begins with the present reading if the
/// countdown lasts, and with the next start otherwise; it ends at the finish, at a cancellation
/// or with the countdown, and counts on past zero with a countdown that does. Whoever is too slow
/// gets the newest reading only, which tells how many were missed, even after the finish. Callbacks
/// told before the end may still be on their way to their queues when the sequence ends. Cancelling the task that
/// iterates ends the iteration and leaves the countdown alone.
///
/// ```swift
/// for await reading in Countdown.started(.seconds(10)).readings { print(reading.shown) }
/// ```
public struct Readings: AsyncSequence, Sendable {
  /// One look at the countdown.
  public typealias Element = Reading

  /// Readings end, but never fail.
  public typealias Failure = Never

  let countdown: Countdown

  /// Subscribes to the readings.
  public func makeAsyncIterator() -> Iterator {
    Iterator(subscription: Subscription(to: countdown))
  }

  /// A subscription to the readings of a countdown, for one task at a time.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let subscription: Subscription

    /// The next reading, in the isolation of the caller; nil at the end.
    public mutating func next() async -> Reading? {
      await subscription.channel.next(isolation: #isolation)
    }

    /// The next reading, in the given isolation; nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Reading? {
      await subscription.channel.next(isolation: actor)
    }
  }

  /// What ends the subscription when the iterator is let go.
  ///
  /// It does not keep the countdown alive: nobody could resume one that only its reader holds.
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
