public import SandglassCore

/// A stopwatch with an exact total and exact laps. They are computed from instants, so they never drift.
///
/// The stopwatch uses the steady clock, which keeps running while the device sleeps or the process is suspended. There
/// are three ways to listen to it: closures that are bound to an owner (``onTick(with:_:)``), an asynchronous sequence
/// (``readings``), and Observation, which updates a SwiftUI view without further code. While nothing listens to the
/// stopwatch, it does not deliver ticks, but it keeps counting. When the last reference to a stopwatch is released, its
/// ticks end, and its total is lost unless the stopwatch is kept in a store.
///
/// Every method can be called in every state, from any thread and inside any callback. A call that does not apply in
/// the current state does nothing and returns false.
///
/// ```swift
/// let run = Stopwatch(unit: .milliseconds(10))
/// run.onTick(with: self) { screen, reading in screen.time = reading.clockFace }
/// run.start()
/// ```
public final class Stopwatch: Sendable {
  /// The timekeeper that the stopwatch runs on.
  public let timekeeper: Timekeeper

  package let core: StopwatchCore

  /// Creates a stopwatch at zero.
  ///
  /// - Parameters:
  ///   - unit: The unit of the displayed time, by default a tenth of a second. There is a tick for each unit. A unit of
  ///     less than a nanosecond is treated as one nanosecond. Traps unless the unit is positive.
  ///   - pausesAsleep: Whether the time does not count for which the device sleeps, as for a countdown with
  ///     ``CountdownOptions/pausesAsleep``.
  ///   - timekeeper: The timekeeper to run on.
  public init(
    unit: Duration = .milliseconds(100), pausesAsleep: Bool = false,
    on timekeeper: Timekeeper = .shared
  ) {
    self.timekeeper = timekeeper
    core = StopwatchCore(unit: unit, pausesAsleep: pausesAsleep, on: timekeeper)
    core.stopwatch = self
  }

  deinit {
    timekeeper.perform { state, _ in
      core.end(in: &state)
      core.keeper?.stopwatchWillEnd(ObjectIdentifier(self), in: &state)
    }
  }
}

// MARK: - Actions

extension Stopwatch {
  /// Starts counting from zero, or resumes from the total at which the stopwatch was stopped. Returns false if the
  /// stopwatch is already running.
  @discardableResult
  public func start() -> Bool {
    perform(.start)
  }

  /// Stops the stopwatch, and preserves the exact total. Returns false unless the stopwatch is running.
  @discardableResult
  public func stop() -> Bool {
    perform(.stop)
  }

  /// Stops the stopwatch if it is running, and starts it otherwise, for a button that does both.
  ///
  /// - Returns: True, because one of the two always applies.
  @discardableResult
  public func toggle() -> Bool {
    timekeeper.perform { state, now in
      core.perform(core.machine.state == .running ? .stop : .start, at: now, in: &state)
    }
  }

  /// Resumes from the total at which the stopwatch was stopped. Returns false unless the stopwatch is stopped.
  ///
  /// Unlike ``start()``, this does nothing if the stopwatch has not been started.
  @discardableResult
  public func resume() -> Bool {
    perform(.resume)
  }

  /// Ends a lap and begins the next one. Returns false unless the stopwatch is running.
  @discardableResult
  public func lap() -> Bool {
    perform(.lap)
  }

  /// Resets the total to zero and removes the laps. Returns false if there is nothing to reset.
  ///
  /// The stopwatch may be running or stopped. The record of a kept stopwatch is removed.
  @discardableResult
  public func reset() -> Bool {
    perform(.reset)
  }

  /// Stops the stopwatch at zero, without laps, and keeps its record. Returns false if it is idle, or is at zero already.
  @discardableResult
  package func setToZero() -> Bool {
    perform(.setToZero)
  }

  private func perform(_ operation: StopwatchOperation) -> Bool {
    timekeeper.perform { state, now in core.perform(operation, at: now, in: &state) }
  }
}

// MARK: - State and readings

extension Stopwatch {
  /// The current state and times of the stopwatch.
  ///
  /// If code that tracks observable properties, such as a SwiftUI body, reads this property, the code runs again when
  /// the displayed total, the state or the laps change.
  public var reading: StopwatchReading {
    observed(\.reading, ticks: true) { core, now in core.machine.reading(at: now) }
  }

  /// The exact time that the stopwatch has counted, from zero to 584 years.
  public var elapsed: Duration { reading.elapsed }

  /// The finished laps, in order.
  public var laps: [StopwatchLap] {
    observed(\.laps, ticks: false) { core, _ in core.machine.laps }
  }

  /// The state of the stopwatch.
  public var state: StopwatchState {
    observed(\.state, ticks: false) { core, _ in core.machine.state }
  }

  /// Whether the stopwatch is running.
  public var isRunning: Bool { state == .running }
}
