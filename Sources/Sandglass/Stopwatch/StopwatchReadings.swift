public import SandglassCore

/// The readings of a stopwatch, as an asynchronous sequence.
///
/// Each iterator has its own subscription. The subscription begins with the current reading, whatever the state. It
/// does not retain the stopwatch, and ends when the stopwatch is deallocated. A receiver that is too slow gets only the
/// newest reading, which counts the missed ones. Cancelling the task that iterates ends the iteration, and does not
/// affect the stopwatch.
///
/// ```swift
/// for await reading in run.readings { print(reading.clockFace) }
/// ```
public struct StopwatchReadings: AsyncSequence, Sendable {
  /// The elements of the sequence.
  public typealias Element = StopwatchReading

  /// The sequence never throws.
  public typealias Failure = Never

  let stopwatch: Stopwatch

  /// Subscribes to the readings.
  public func makeAsyncIterator() -> Iterator {
    Iterator(subscription: Subscription(to: stopwatch))
  }

  /// A subscription to the readings of a stopwatch, for one task at a time.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let subscription: Subscription

    /// Waits for the next reading, in the caller's isolation. Returns nil at the end.
    public mutating func next() async -> StopwatchReading? {
      await subscription.channel.next(isolation: #isolation)
    }

    /// Waits for the next reading, in the given isolation. Returns nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> StopwatchReading? {
      await subscription.channel.next(isolation: actor)
    }
  }

  /// Ends the subscription when the iterator is released.
  fileprivate final class Subscription: Sendable {
    let channel: LatestChannel<StopwatchReading>
    private let core: StopwatchCore

    init(to stopwatch: Stopwatch) {
      channel = LatestChannel(on: stopwatch.timekeeper)
      core = stopwatch.core
      core.add(channel)
    }

    deinit {
      core.remove(channel)
    }
  }
}

@available(*, unavailable)
extension StopwatchReadings.Iterator: Sendable {}

extension Stopwatch {
  /// The readings as they change, for a `for await` loop.
  public var readings: StopwatchReadings {
    StopwatchReadings(stopwatch: self)
  }
}

extension StopwatchCore {
  /// Adds a reader of readings, which receives the current reading immediately.
  fileprivate func add(_ reader: LatestChannel<StopwatchReading>) {
    timekeeper.perform { state, now in
      advance(to: now, in: &state)
      reader.put(machine.reading(at: now), in: &state)
      listeners.add(reader)
      plan(at: now, in: &state)
    }
  }

  /// Removes a reader that has been released.
  fileprivate func remove(_ reader: LatestChannel<StopwatchReading>) {
    timekeeper.perform { state, now in
      reader.end(in: &state)
      listeners.remove(reader)
      advance(to: now, in: &state)
    }
  }
}
