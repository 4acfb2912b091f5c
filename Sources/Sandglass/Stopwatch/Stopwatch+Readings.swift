public import SandglassCore

extension Stopwatch: ReadingSource {
  /// The readings as they change, for a `for await` loop.
  ///
  /// Each loop has its own subscription. It begins with the current reading, whatever the state. It does not retain the
  /// stopwatch, and ends when the stopwatch is deallocated. A receiver that is too slow gets only the newest reading,
  /// which counts the missed ones. Cancelling the task ends the loop, and does not affect the stopwatch.
  ///
  /// ```swift
  /// for await reading in run.readings { print(reading.clockFace) }
  /// ```
  public var readings: Readings<StopwatchReading> {
    Readings(source: self)
  }

  func subscribe() -> any ReadingSubscription<StopwatchReading> { StopwatchSubscription(to: core) }
}

private final class StopwatchSubscription: ReadingSubscription {
  private let channel: LatestChannel<StopwatchReading>
  private let core: StopwatchCore

  init(to core: StopwatchCore) {
    channel = LatestChannel(on: core.timekeeper)
    self.core = core
    core.add(channel)
  }

  deinit {
    core.remove(channel)
  }

  func next(isolation: isolated (any Actor)?) async -> StopwatchReading? {
    await channel.next(isolation: isolation)
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
