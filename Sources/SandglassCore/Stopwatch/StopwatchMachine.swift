/// The state machine of a stopwatch, a pure value to which the caller passes the time.
///
/// ```
///            start                  stop
///  ┌──────┐ ──────▶ ┌─────────┐ ──────────────▶ ┌─────────┐
///  │ idle │         │ running │                 │ stopped │
///  └──────┘ ◀────── └─────────┘ ◀────────────── └─────────┘
///      ▲     reset    │     ▲    start, resume       │
///      │              └─────┘                        │
///      │               lap                           │
///      └─────────────────────────────────────────────┘
///                          reset
/// ```
///
/// Each operation is a method that takes the current moment and returns whether it changed anything. After a change,
/// and whenever ``nextDue`` is reached, there is a reading to deliver. The moments that the caller passes must not go
/// backwards, so that the total never decreases. A moment before the latest start does not add any time. The total
/// saturates at 584 years.
public struct StopwatchMachine: Sendable {
  private enum Phase: Sendable {
    case idle

    /// Counting. At `since`, `counted` nanoseconds had already been counted.
    case running(since: Moment, counted: UInt64)
    case stopped(total: UInt64)
  }

  private let unitNanoseconds: UInt64

  /// Whether the time does not count for which the device sleeps. Whoever calls the machine then tells it with
  /// ``sleep(for:)``.
  package var pausesAsleep: Bool
  private var phase = Phase.idle

  /// The finished laps, in order.
  public private(set) var laps: [StopwatchLap] = []

  /// The number of units in the latest delivered reading; `nil` while nothing is watching the stopwatch.
  private var reported: UInt64?

  /// Creates the machine of a stopwatch that has not been started.
  ///
  /// - Parameters:
  ///   - unit: The unit of the displayed time. Traps unless it is positive.
  ///   - pausesAsleep: Whether the time does not count for which the device sleeps.
  public init(unit: Duration, pausesAsleep: Bool = false) {
    self.pausesAsleep = pausesAsleep
    precondition(unit > .zero, "A stopwatch's unit must be positive, but is \(unit).")
    unitNanoseconds = unit.clampedNanoseconds
  }
}

// MARK: - State

extension StopwatchMachine {
  /// The current state of the stopwatch.
  public var state: StopwatchState {
    switch phase {
    case .idle: .idle
    case .running: .running
    case .stopped: .stopped
    }
  }

  /// The unit of the displayed time.
  public var unit: Duration { .nanoseconds(unitNanoseconds) }

  /// Returns the reading at `now` without changing the state.
  public func reading(at now: Moment) -> StopwatchReading {
    reading(at: now, missed: 0)
  }

  /// The instant at which the displayed total next changes, and how late the change may be delivered in order to share
  /// a wake-up with others; `nil` unless the stopwatch is running and watched.
  public var nextDue: (moment: Moment, tolerance: Duration)? {
    nextDueInNanoseconds.map { ($0.moment, .nanoseconds($0.tolerance)) }
  }

  /// The value of ``nextDue`` with its tolerance in nanoseconds, because arithmetic with `Duration` is slow.
  package var nextDueInNanoseconds: (moment: Moment, tolerance: UInt64)? {
    guard let reported, case .running(let since, let counted) = phase else { return nil }
    let (count, isLast) = reported.addingReportingOverflow(1)
    let (next, overflow) = count.multipliedReportingOverflow(by: unitNanoseconds)
    // The greatest number has no successor.
    let moment =
      isLast || overflow
      ? .distantFuture : since.advanced(byNanoseconds: next.subtractingClamped(counted))
    return (moment, min(17_000_000, unitNanoseconds / 10))
  }
}

// MARK: - Operations

extension StopwatchMachine {
  /// Starts counting from zero, or resumes counting if stopped. Returns `false` if the stopwatch is already running.
  public mutating func start(at now: Moment) -> Bool {
    if case .running = phase { return false }
    count(from: now)
    return true
  }

  /// Resumes counting. Returns `false` unless the stopwatch is stopped.
  public mutating func resume(at now: Moment) -> Bool {
    guard case .stopped = phase else { return false }
    count(from: now)
    return true
  }

  /// Stops counting and keeps the exact total. Returns `false` unless the stopwatch is running.
  public mutating func stop(at now: Moment) -> Bool {
    guard case .running = phase else { return false }
    phase = .stopped(total: total(at: now))
    return true
  }

  /// Ends a lap and begins the next one. Returns `false` unless the stopwatch is running. A lap may have a duration of
  /// zero.
  public mutating func lap(at now: Moment) -> Bool {
    guard case .running = phase else { return false }
    laps.append(reading(at: now).currentLap)
    return true
  }

  /// Resets the total to zero and removes all laps. Returns `false` if the stopwatch is idle.
  public mutating func reset(at now: Moment) -> Bool {
    if case .idle = phase { return false }
    phase = .idle
    laps = []
    if reported != nil { reported = 0 }
    return true
  }

  /// Stops at zero, and removes all laps. Returns `false` if the stopwatch is idle, or is at zero already.
  package mutating func setToZero(at now: Moment) -> Bool {
    switch phase {
    case .idle: return false
    case .stopped(total: 0) where laps.isEmpty: return false
    case .running, .stopped: break
    }
    _ = reset(at: now)
    phase = .stopped(total: 0)
    return true
  }

  /// Takes out the time for which the device has slept since the latest call.
  package mutating func sleep(for slept: Duration) {
    guard case .running(let since, let counted) = phase else { return }
    phase = .running(since: since + slept, counted: counted)
  }

  private mutating func count(from now: Moment) {
    phase = .running(since: now, counted: total(at: now))
  }
}

// MARK: - Readings

extension StopwatchMachine {
  /// Returns the reading to deliver if the displayed total has changed, or `nil` if it has not changed or nothing is
  /// watching the stopwatch.
  ///
  /// After a stall, this is a single reading with the number of missed readings.
  public mutating func advance(to now: Moment) -> StopwatchReading? {
    guard let reported, case .running = phase, total(at: now) / unitNanoseconds > reported else {
      return nil
    }
    return report(at: now)
  }

  /// Returns the reading to deliver after an operation, with the number of ticks that were missed before it.
  public mutating func report(at now: Moment) -> StopwatchReading {
    guard let reported else { return reading(at: now) }
    let units = total(at: now) / unitNanoseconds
    self.reported = units
    let missed = units.subtractingClamped(reported).subtractingClamped(1)
    return reading(at: now, missed: Int(clamping: missed))
  }

  /// Starts or stops the ticks, depending on whether anything is watching the stopwatch.
  ///
  /// Ticks that are due while nothing is watching the stopwatch are neither delivered nor counted as missed.
  public mutating func watch(_ isWatched: Bool, at now: Moment) {
    guard isWatched != (reported != nil) else { return }
    reported = isWatched ? total(at: now) / unitNanoseconds : nil
  }

  private func reading(at now: Moment, missed: Int) -> StopwatchReading {
    StopwatchReading(
      state: state, total: total(at: now), laps: laps, unit: unitNanoseconds, missed: missed)
  }

  private func total(at now: Moment) -> UInt64 {
    switch phase {
    case .idle: return 0
    case .stopped(let total): return total
    case .running(let since, let counted):
      let total = counted.addingClamped(now.nanoseconds.subtractingClamped(since.nanoseconds))
      return max(total, laps.last?.end ?? 0)
    }
  }
}

// MARK: - Restoring a record

extension StopwatchMachine {
  /// Replaces the current state with the state of a restored stopwatch.
  ///
  /// Invalid times are clamped. A negative time counts as zero, and the laps together are no longer than the total.
  ///
  /// - Parameters:
  ///   - isRunning: Whether the stopwatch is running. Otherwise it was stopped.
  ///   - total: The total at `now`.
  ///   - durations: The durations of the finished laps, in order.
  ///   - now: The current time.
  package mutating func restore(
    isRunning: Bool, total: Duration, laps durations: [Duration], at now: Moment
  ) {
    let total = total.clampedNanoseconds
    phase = isRunning ? .running(since: now, counted: total) : .stopped(total: total)
    laps = []
    laps.reserveCapacity(durations.count)
    var start: UInt64 = 0
    for duration in durations {
      let end = min(total, start.addingClamped(duration.clampedNanoseconds))
      laps.append(
        StopwatchLap(number: laps.count + 1, from: start, to: end, unit: unitNanoseconds))
      start = end
    }
    if reported != nil { reported = total / unitNanoseconds }
  }
}
