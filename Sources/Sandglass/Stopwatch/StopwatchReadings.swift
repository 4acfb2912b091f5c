public import SandglassCore

/// The readings of a stopwatch, as an asynchronous sequence.
///
/// Each iterator has a subscription of its own. It begins with the present reading, in every state, and ends with the
/// stopwatch, which it does not keep alive. Whoever is too slow gets the newest reading only, which tells how many were
/// missed. Cancelling the task that iterates ends the iteration and leaves the stopwatch alone.
///
/// ```swift
/// for await reading in run.readings { print(reading.clockFace) }
/// ```
public struct StopwatchReadings: AsyncSequence, Sendable {
  /// One look at the stopwatch.
  public typealias Element = StopwatchReading

  /// Readings end, but never fail.
  public typealias Failure = Never

  let stopwatch: Stopwatch

  /// Subscribes to the readings.
  public func makeAsyncIterator() -> Iterator {
    Iterator(subscription: Subscription(to: stopwatch))
  }

  /// A subscription to the readings of a stopwatch, for one task at a time.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let subscription: Subscription

    /// The next reading, in the isolation of the caller; nil at the end.
    public mutating func next() async -> StopwatchReading? {
      await subscription.channel.next(isolation: #isolation)
    }

    /// The next reading, in the given isolation; nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> StopwatchReading? {
      await subscription.channel.next(isolation: actor)
    }
  }

  /// What ends the subscription when the iterator is let go.
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
  /// Adds a reader of readings, which is given the present one at once.
  fileprivate func add(_ reader: LatestChannel<StopwatchReading>) {
    timekeeper.perform { state, now in
      advance(to: now, in: &state)
      reader.put(machine.reading(at: now), in: &state)
      listeners.add(reader)
      plan(at: now, in: &state)
    }
  }

  /// Removes a reader that has been let go.
  fileprivate func remove(_ reader: LatestChannel<StopwatchReading>) {
    timekeeper.perform { state, now in
      reader.end(in: &state)
      listeners.remove(reader)
      advance(to: now, in: &state)
    }
  }
}
