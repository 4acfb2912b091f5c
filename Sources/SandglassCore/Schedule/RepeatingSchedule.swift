/// When a repeating timer ticks: a pure value that is told the time and says what is due.
///
/// The instants are multiples of the interval from the start, so that no lateness adds up. Ask
/// ``due`` when the next tick is due, and ``tick(at:)`` for the tick once that time has come:
///
/// ```swift
/// var schedule = RepeatingSchedule(every: .seconds(1), from: now)
/// while let tick = schedule.tick(at: now) { print(tick.index) }
/// ```
public struct RepeatingSchedule: Sendable, Hashable {
  /// The time between two ticks, in nanoseconds.
  private var intervalNanoseconds: UInt64

  /// What is done about missed ticks.
  package let missedTicks: MissedTickPolicy

  /// How late a tick may come without counting as missed, in nanoseconds.
  private let tolerance: UInt64

  /// How many ticks may still be told; nil if there is no limit.
  private var remainingTicks: Int?

  /// The index of the next tick.
  private var nextIndex = 0

  private var nextDue: Moment

  /// The latest instant that was due, or the start; nil before a first tick at the start.
  private var latest: Moment?

  /// Makes a schedule.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - start: The instant from which the intervals are counted.
  ///   - first: Whether the first tick is due at the start or one interval after it.
  ///   - missedTicks: What is done about ticks that could not be told in time.
  ///   - limit: How many ticks are told in all; nil for no end. Traps if it is negative.
  ///   - tolerance: How late a tick may be to share a wake-up with others. Traps if negative.
  public init(
    every interval: Duration,
    from start: Moment,
    first: FirstTick = .afterInterval,
    missedTicks: MissedTickPolicy = .skip,
    limit: Int? = nil,
    tolerance: Duration = .zero
  ) {
    precondition(interval > .zero, "A timer's interval must be positive, but is \(interval).")
    precondition(tolerance >= .zero, "A tolerance must not be negative, but is \(tolerance).")
    precondition((limit ?? 0) >= 0, "A limit of ticks must not be negative, but is \(limit ?? 0).")
    self.intervalNanoseconds = interval.clampedNanoseconds
    self.missedTicks = missedTicks
    self.tolerance = tolerance.clampedNanoseconds
    self.remainingTicks = limit
    self.nextDue = first == .immediately ? start : start + interval
    self.latest = first == .immediately ? nil : start
  }

  /// The time between two ticks, in whole nanoseconds and at most 584 years.
  public var interval: Duration { Duration(nanoseconds: Int128(intervalNanoseconds)) }

  /// The instant at which the next tick is due; nil when the last one has been told.
  public var due: Moment? {
    remainingTicks == 0 ? nil : nextDue
  }

  /// The tick that is due at `now`, if one is; moves on to the next.
  ///
  /// After a stall, ask again until the answer is nil: a burst answers several times. O(1).
  public mutating func tick(at now: Moment) -> Tick? {
    var run = run(at: now, atMost: 1)
    return run?.popFirst()
  }

  /// The ticks that are due at `now`, if any are; moves on to the next.
  ///
  /// That is one tick, or in a burst at most `limit`. O(1).
  package mutating func run(at now: Moment, atMost limit: Int) -> TickRun? {
    guard let due, due <= now, due < .distantFuture else { return nil }
    return switch missedTicks {
    case .skip: skip(to: now)
    case .burst: burst(to: now, atMost: limit)
    case .delay: delay(to: now)
    }
  }

  /// Gives a tick back that was taken and never delivered: it does not count towards the limit.
  package mutating func giveBack() {
    remainingTicks = remainingTicks.map { $0 + 1 }
  }

  /// A tick at `now`, beside the schedule, which is not moved by it; nil after the last tick.
  ///
  /// It counts towards the limit.
  public mutating func extraTick(at now: Moment) -> Tick? {
    var run = extraRun(at: now)
    return run?.popFirst()
  }

  /// A tick as ``extraTick(at:)`` answers it, as a run of one.
  package mutating func extraRun(at now: Moment) -> TickRun? {
    guard remainingTicks != 0 else { return nil }
    return take(scheduled: now, at: now, missed: 0, next: nextDue)
  }

  /// Moves all that is to come, so that the next tick is due at `moment`.
  ///
  /// The latest tick counts as moved by as much: so a pause changes nothing about the time that has gone by.
  public mutating func move(to moment: Moment) {
    latest = latest.map { $0 + (moment - nextDue) }
    nextDue = moment
  }

  /// Has the ticks come at another interval from now on.
  ///
  /// Take what is due by `now` first. A tick that is due and was not taken stays due, and those after it are
  /// counted from it, at the new interval.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - start: From where the next tick is counted.
  ///   - now: The present moment.
  public mutating func setInterval(
    _ interval: Duration, from start: IntervalStart = .now, at now: Moment
  ) {
    precondition(interval > .zero, "A timer's interval must be positive, but is \(interval).")
    intervalNanoseconds = interval.clampedNanoseconds
    guard nextDue > now else { return }
    switch start {
    case .now: nextDue = after(now)
    case .latestTick: nextDue = latest.map { max(after($0), now) } ?? nextDue
    }
  }

  private mutating func skip(to now: Moment) -> TickRun {
    let passed = ticksPassed(at: now)
    let latest = Moment(nanoseconds: nextDue.nanoseconds + passed * intervalNanoseconds)
    let missed = missedTicks(of: passed, at: now)
    nextIndex = Self.sum(nextIndex, passed)
    self.latest = latest
    return take(scheduled: latest, at: now, missed: missed, next: after(latest))
  }

  private mutating func burst(to now: Moment, atMost limit: Int) -> TickRun {
    let due = Int(clamping: ticksPassed(at: now).addingClamped(1))
    let count = min(due, limit, remainingTicks ?? .max)
    let last = Moment(
      nanoseconds: nextDue.nanoseconds + UInt64(count - 1) * intervalNanoseconds)
    latest = last
    return take(count, scheduled: nextDue, at: now, missed: 0, next: after(last))
  }

  private mutating func delay(to now: Moment) -> TickRun {
    let lateness = now.nanoseconds - nextDue.nanoseconds
    guard lateness > max(tolerance, Self.delayThreshold) else {
      latest = nextDue
      return take(scheduled: nextDue, at: now, missed: 0, next: after(nextDue))
    }
    let run = skip(to: now)
    latest = now
    nextDue = after(now)
    return run
  }

  private mutating func take(
    _ count: Int = 1, scheduled: Moment, at now: Moment, missed: Int, next: Moment
  ) -> TickRun {
    let run = TickRun(
      count: count, index: nextIndex, scheduled: scheduled, interval: intervalNanoseconds,
      missed: missed,
      takenUp: now)
    nextIndex = Self.sum(nextIndex, UInt64(count))
    remainingTicks = remainingTicks.map { $0 - count }
    nextDue = next
    return run
  }

  /// How many further ticks have become due since the one that is due.
  private func ticksPassed(at now: Moment) -> UInt64 {
    (now.nanoseconds - nextDue.nanoseconds) / intervalNanoseconds
  }

  /// How many of the `passed` ticks are later than the tolerance excuses.
  private func missedTicks(of passed: UInt64, at now: Moment) -> Int {
    let lateness = now.nanoseconds - nextDue.nanoseconds
    guard lateness > tolerance else { return 0 }
    // The ticks due before `now - tolerance`; a tick right at it is just in time.
    let overdue = (lateness - tolerance - 1) / intervalNanoseconds + 1
    return Int(clamping: min(overdue, passed))
  }

  private func after(_ moment: Moment) -> Moment {
    moment.advanced(byNanoseconds: intervalNanoseconds)
  }

  static func sum(_ index: Int, _ count: UInt64) -> Int {
    let (sum, overflow) = index.addingReportingOverflow(Int(clamping: count))
    return overflow ? .max : sum
  }

  /// Below this lateness, `delay` keeps its rhythm; the figure is tokio's.
  private static let delayThreshold: UInt64 = 5_000_000
}
