/// The state machine of a stopwatch: a pure value that is told the time.
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
/// Each method is one event. It takes the present moment and answers whether it changed anything; then, or when
/// ``nextDue`` has come, there is a reading to tell. Moments never go backwards, and nor does the total; a moment that
/// does counts as no time. The total saturates at 584 years.
public struct StopwatchMachine: Sendable {
  private enum Phase: Sendable {
    case idle

    /// Counting: at `since`, this many nanoseconds had been counted.
    case running(since: Moment, counted: UInt64)
    case stopped(total: UInt64)
  }

  private let unitNanoseconds: UInt64
  private var phase = Phase.idle

  /// The laps that are over, the first one first.
  public private(set) var laps: [StopwatchLap] = []

  /// The number of units that was told last; nil while nobody watches.
  private var told: UInt64?

  /// Makes the machine of a stopwatch that has not been started.
  ///
  /// - Parameter unit: The unit of the shown time. Traps unless it is positive.
  public init(unit: Duration) {
    precondition(unit > .zero, "A stopwatch's unit must be positive, but is \(unit).")
    unitNanoseconds = unit.clampedNanoseconds
  }
}

// MARK: - What it is

extension StopwatchMachine {
  /// What the stopwatch is doing.
  public var state: StopwatchState {
    switch phase {
    case .idle: .idle
    case .running: .running
    case .stopped: .stopped
    }
  }

  /// The unit of the shown time.
  public var unit: Duration { Duration(nanoseconds: Int128(unitNanoseconds)) }

  /// What a look at `now` tells; changes nothing.
  public func reading(at now: Moment) -> StopwatchReading {
    reading(at: now, missed: 0)
  }

  /// The instant at which the shown total next changes, and how late it may be told to share a wake-up with others; nil
  /// unless it runs and somebody watches.
  public var nextDue: (moment: Moment, tolerance: Duration)? {
    nextDueInNanoseconds.map { ($0.moment, Duration(nanoseconds: Int128($0.tolerance))) }
  }

  /// The same with the tolerance in nanoseconds: a duration is slow to reckon with.
  package var nextDueInNanoseconds: (moment: Moment, tolerance: UInt64)? {
    guard let told, case .running(let since, let counted) = phase else { return nil }
    let (count, isLast) = told.addingReportingOverflow(1)
    let (next, overflow) = count.multipliedReportingOverflow(by: unitNanoseconds)
    // After the last number there is, none comes.
    let moment =
      isLast || overflow
      ? .distantFuture : since.advanced(byNanoseconds: next.subtractingClamped(counted))
    return (moment, min(17_000_000, unitNanoseconds / 10))
  }
}

// MARK: - Events

extension StopwatchMachine {
  /// Counts up, from zero or from where it was stopped; false if it runs.
  public mutating func start(at now: Moment) -> Bool {
    if case .running = phase { return false }
    count(from: now)
    return true
  }

  /// Counts on from where it was stopped; false unless it is stopped.
  public mutating func resume(at now: Moment) -> Bool {
    guard case .stopped = phase else { return false }
    count(from: now)
    return true
  }

  /// Stands still and keeps the exact total; false unless it runs.
  public mutating func stop(at now: Moment) -> Bool {
    guard case .running = phase else { return false }
    phase = .stopped(total: total(at: now))
    return true
  }

  /// Ends a lap and begins the next; false unless it runs. A lap may take no time.
  public mutating func lap(at now: Moment) -> Bool {
    guard case .running = phase else { return false }
    laps.append(reading(at: now).currentLap)
    return true
  }

  /// Goes back to zero and has no laps; false if it is idle.
  public mutating func reset(at now: Moment) -> Bool {
    if case .idle = phase { return false }
    phase = .idle
    laps = []
    if told != nil { told = 0 }
    return true
  }

  private mutating func count(from now: Moment) {
    phase = .running(since: now, counted: total(at: now))
  }
}

// MARK: - Telling

extension StopwatchMachine {
  /// The reading to tell because the shown total has changed; nil if it has not, or if nobody watches.
  ///
  /// After a stall that is one reading, with the number of those missed.
  public mutating func advance(to now: Moment) -> StopwatchReading? {
    guard let told, case .running = phase, total(at: now) / unitNanoseconds > told else {
      return nil
    }
    return tell(at: now)
  }

  /// The reading to tell after an event, with the number of ticks that were never told before it.
  public mutating func tell(at now: Moment) -> StopwatchReading {
    guard let told else { return reading(at: now) }
    let units = total(at: now) / unitNanoseconds
    self.told = units
    let missed = units.subtractingClamped(told).subtractingClamped(1)
    return reading(at: now, missed: Int(clamping: missed))
  }

  /// Begins or ceases to have ticks, as somebody watches or nobody does.
  ///
  /// Ticks that fell while nobody watched are neither told nor missed.
  public mutating func watch(_ isWatched: Bool, at now: Moment) {
    guard isWatched != (told != nil) else { return }
    told = isWatched ? total(at: now) / unitNanoseconds : nil
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

// MARK: - Taking up a record

extension StopwatchMachine {
  /// Goes on with what a record tells of, in place of whatever there was.
  ///
  /// Times that no stopwatch has saturate: a negative one counts as nothing, and the laps are no longer than the total.
  ///
  /// - Parameters:
  ///   - restored: What has become of the recorded stopwatch by `now`.
  ///   - now: The present moment.
  public mutating func restore(_ restored: RestoredStopwatch, at now: Moment) {
    let total = restored.total.clampedNanoseconds
    phase = restored.isRunning ? .running(since: now, counted: total) : .stopped(total: total)
    laps = []
    laps.reserveCapacity(restored.laps.count)
    var start: UInt64 = 0
    for duration in restored.laps {
      let end = min(total, start.addingClamped(duration.clampedNanoseconds))
      laps.append(
        StopwatchLap(number: laps.count + 1, from: start, to: end, unit: unitNanoseconds))
      start = end
    }
    if told != nil { told = total / unitNanoseconds }
  }

  /// Goes on with what a record tells of, as if that had been there before this was started; an idle one goes on with it
  /// alone.
  ///
  /// So what was counted here is added to it, and the lap that was being run then goes on as the first one here.
  ///
  /// - Parameters:
  ///   - restored: What had become of the recorded stopwatch when this was started; for an idle one, by `now`.
  ///   - now: The present moment.
  package mutating func goOn(after restored: RestoredStopwatch, at now: Moment) {
    let own = self
    let before = restored.total.clampedNanoseconds
    restore(restored, at: now)
    switch own.phase {
    case .idle:
      return
    case .running(let since, let counted):
      phase = .running(since: since, counted: before.addingClamped(counted))
    case .stopped(let total):
      phase = .stopped(total: before.addingClamped(total))
    }
    for lap in own.laps {
      laps.append(
        StopwatchLap(
          number: laps.count + 1, from: laps.last?.end ?? 0, to: before.addingClamped(lap.end),
          unit: unitNanoseconds))
    }
    if told != nil { told = total(at: now) / unitNanoseconds }
  }
}
