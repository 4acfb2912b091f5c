public import SandglassCore

/// A stopwatch that stays right: the total and the laps are exact, and computed from instants whenever they are asked
/// for.
///
/// It runs on the steady clock: through sleep, and while the process stands still. Looking comes in three forms over
/// the same readings: closures bound to an owner (``onTick(with:_:)``), an asynchronous sequence (``readings``), and
/// Observation, so that a SwiftUI view has nothing to wire. While nobody looks, nothing ticks, and the count runs on.
/// When the last reference to a stopwatch goes, its ticks end, and its count is lost unless it is kept in a store.
///
/// Every method may be called in every state, from any thread and inside any callback. What makes no sense does nothing
/// and answers false.
///
/// ```swift
/// let run = Stopwatch(unit: .milliseconds(10))
/// run.onTick(with: self) { screen, reading in screen.time = reading.clockFace }
/// run.start()
/// ```
public final class Stopwatch: Sendable {
  let timekeeper: Timekeeper
  let core: StopwatchCore

  /// Makes a stopwatch that shows zero.
  ///
  /// - Parameters:
  ///   - unit: The unit of the shown time, a tenth of a second unless told otherwise: a tick falls on each. Less than a
  ///     nanosecond counts as one. Traps unless it is positive.
  ///   - timekeeper: What keeps the time.
  public init(unit: Duration = .milliseconds(100), on timekeeper: Timekeeper = .shared) {
    self.timekeeper = timekeeper
    core = StopwatchCore(unit: unit, on: timekeeper)
    core.stopwatch = self
  }

  deinit {
    timekeeper.perform { state, _ in
      core.end(in: &state)
      if let key = core.keeping?.key { state.forgetKeeper(of: key, ObjectIdentifier(self)) }
    }
  }
}

// MARK: - What can be done with it

extension Stopwatch {
  /// Counts up, from zero or from where it was stopped; false, and nothing happens, if it runs.
  @discardableResult
  public func start() -> Bool {
    change { machine, now in machine.start(at: now) }
  }

  /// Stands still and keeps the exact total; false unless it runs.
  @discardableResult
  public func stop() -> Bool {
    change { machine, now in machine.stop(at: now) }
  }

  /// Counts on from where it was stopped; false unless it is stopped.
  ///
  /// The same as ``start()``, but for one that has not been started.
  @discardableResult
  public func resume() -> Bool {
    change { machine, now in machine.resume(at: now) }
  }

  /// Ends a lap and begins the next; false unless it runs.
  @discardableResult
  public func lap() -> Bool {
    change { machine, now in machine.lap(at: now) }
  }

  /// Goes back to zero, without laps, whether it runs or is stopped; false if there is nothing to reset.
  ///
  /// The record of a kept stopwatch is removed.
  @discardableResult
  public func reset() -> Bool {
    change { machine, now in machine.reset(at: now) }
  }

  private func change(_ event: (inout StopwatchMachine, Moment) -> Bool) -> Bool {
    timekeeper.perform { state, now in
      guard core.apply(event, at: now, in: &state) else { return false }
      core.keeping?.markUnsaved(self, in: &state)
      return true
    }
  }
}

// MARK: - What it shows

extension Stopwatch {
  /// What a look at the stopwatch tells now.
  ///
  /// Reading it within an observed piece of code, such as a SwiftUI body, has that code run again when the shown total,
  /// the state or the laps change.
  public var reading: StopwatchReading {
    observed(\.reading, ticks: true) { core, now in core.machine.reading(at: now) }
  }

  /// The exact time counted, from zero to 584 years.
  public var elapsed: Duration { reading.elapsed }

  /// The time to show: the total rounded down to whole units.
  public var shown: Duration { reading.shown }

  /// The lap that is being run: what was counted since the last one.
  public var currentLap: StopwatchLap { reading.currentLap }

  /// The laps that are over, the first one first.
  public var laps: [StopwatchLap] {
    observed(\.laps, ticks: false) { core, _ in core.machine.laps }
  }

  /// The unit of the shown time.
  public var unit: Duration { timekeeper.withLock { core.machine.unit } }

  /// What it is doing.
  public var state: StopwatchState {
    observed(\.state, ticks: false) { core, _ in core.machine.state }
  }

  /// Whether it is counting up.
  public var isRunning: Bool { state == .running }

  /// Whether it stands still with what it has counted.
  public var isStopped: Bool { state == .stopped }
}

extension Stopwatch: CustomReflectable {
  /// Shows nothing: whoever looks from outside does not hold the lock.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
