/// The readings of a countdown or of a stopwatch as they change, as an asynchronous sequence.
///
/// Each iterator has its own subscription. ``Countdown/readings`` and ``Stopwatch/readings`` say when it begins and ends.
/// A receiver that is too slow gets only the newest reading, which counts the missed ones. Cancelling the task that
/// iterates ends the iteration, and does not affect the countdown or the stopwatch.
public struct Readings<Element: Sendable>: AsyncSequence, Sendable {
  let source: any ReadingSource<Element>

  /// Subscribes to the readings.
  public func makeAsyncIterator() -> Iterator {
    Iterator(subscription: source.subscribe())
  }

  /// A subscription to the readings, for one task at a time.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let subscription: any ReadingSubscription<Element>

    /// Waits for the next reading, in the caller's isolation. Returns nil at the end.
    public mutating func next() async -> Element? {
      await subscription.next(isolation: #isolation)
    }

    /// Waits for the next reading, in the given isolation. Returns nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await subscription.next(isolation: actor)
    }
  }
}

@available(*, unavailable)
extension Readings.Iterator: Sendable {}

/// An object that has readings.
protocol ReadingSource<Element>: AnyObject, Sendable {
  associatedtype Element: Sendable

  func subscribe() -> any ReadingSubscription<Element>
}

/// A subscription to the readings of an object. It ends when it is released.
///
/// It does not retain the object, because a paused countdown that is retained only by its reader could never be resumed.
protocol ReadingSubscription<Element>: AnyObject, Sendable {
  associatedtype Element: Sendable

  /// Waits for the next reading. Returns nil at the end.
  func next(isolation: isolated (any Actor)?) async -> Element?
}
