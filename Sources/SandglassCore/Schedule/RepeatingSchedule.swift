/// The schedule of a repeating timer, a pure value to which the caller passes the time.
///
/// Each tick is due a multiple of the interval after the start, so lateness does not accumulate. Read ``due`` for the
/// time of the next tick, and call ``tick(at:)`` once that time has been reached:
///
/// ```swift
/// var schedule = RepeatingSchedule(every: .seconds(1), from: now)
/// while let tick = schedule.tick(at: now) { print(tick.index) }
/// ```
public struct RepeatingSchedule: Sendable, Equatable {
  /// The time between two ticks, in nanoseconds.
  private var intervalNanoseconds: UInt64

  /// How missed ticks are handled.
  package let missedTicks: MissedTickPolicy

  /// How late a tick may be without counting as missed, in nanoseconds.
  private let tolerance: UInt64

  /// The number of ticks that may still be delivered; `nil` for no limit.
  private var remainingTicks: Int?

  /// The index of the next tick.
  private var nextIndex = 0

  private var nextDue: Moment

  /// The latest instant at which a tick was due, or the start; `nil` if the first tick is due at the start and has not
  /// been taken yet.
  private var latest: Moment?

  /// Creates a schedule.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - start: The instant from which the intervals are counted.
  ///   - first: Whether the first tick is due at the start or one interval after it.
  ///   - missedTicks: How to handle ticks that could not be delivered in time.
  ///   - limit: The total number of ticks; `nil` for no limit. Traps if it is negative.
  ///   - tolerance: How late a tick may be in order to share a wake-up with other timers. A negative tolerance
  ///     counts as zero.
  public init(
    every interval: Duration,
    from start: Moment,
    first: FirstTick = .afterInterval,
    missedTicks: MissedTickPolicy = .skip,
    limit: Int? = nil,
    tolerance: Duration = .zero
  ) {
    precondition(interval > .zero, "A timer's interval must be positive, but is \(interval).")
    precondition((limit ?? 0) >= 0, "A limit of ticks must not be negative, but is \(limit ?? 0).")
    self.intervalNanoseconds = interval.clampedNanoseconds
    self.missedTicks = missedTicks
    self.tolerance = tolerance.clampedNanoseconds
    self.remainingTicks = limit
    self.nextDue = first == .immediately ? start : start + interval
    self.latest = first == .immediately ? nil : start
  }

  /// The time between two ticks, in whole nanoseconds and at most 584 years.
  public var interval: Duration { .nanoseconds(intervalNanoseconds) }

  /// The instant at which the next tick is due; `nil` after the last tick.
  public var due: Moment? {
    remainingTicks == 0 ? nil : nextDue
  }

  /// Returns the tick that is due at `now`, if there is one, and moves on to the next.
  ///
  /// After a stall, call this method until it returns `nil`, because several ticks may be due with the `burst` policy.
  /// O(1).
  public mutating func tick(at now: Moment) -> Tick? {
    var run = run(at: now, atMost: 1)
    return run?.popFirst()
  }

  /// Returns the ticks that are due at `now`, if there are any, and moves on to the next.
  ///
  /// The run contains one tick or, with the `burst` policy, at most `limit` ticks. O(1).
  package mutating func run(at now: Moment, atMost limit: Int) -> TickRun? {
    guard let due, due <= now, due < .distantFuture else { return nil }
    return switch missedTicks {
    case .skip: skip(to: now)
    case .burst: burst(to: now, atMost: limit)
    case .delay: delay(to: now)
    }
  }

  /// Gives back a tick that was taken but never delivered, so that it does not count towards the limit.
  package mutating func giveBack() {
    remainingTicks = remainingTicks.map { $0 + 1 }
  }

  /// Returns an additional tick at `now`, or `nil` after the last tick. The schedule does not move.
  ///
  /// The tick counts towards the limit.
  public mutating func extraTick(at now: Moment) -> Tick? {
    var run = extraRun(at: now)
    return run?.popFirst()
  }

  /// Returns the tick of ``extraTick(at:)`` as a run of one tick.
  package mutating func extraRun(at now: Moment) -> TickRun? {
    guard remainingTicks != 0 else { return nil }
    return take(scheduled: now, at: now, missed: 0, next: nextDue)
  }

  /// Moves all later ticks by the same amount, so that the next one is due at `moment`.
  ///
  /// The time of the latest tick moves by the same amount, so that a pause does not change the time since that tick.
  public mutating func move(to moment: Moment) {
    latest = latest.map { $0 + (moment - nextDue) }
    nextDue = moment
  }

  /// Changes the interval between ticks from now on.
  ///
  /// First take the ticks that are due by `now`. A due tick that has not been taken stays due, and the ticks after it
  /// follow at the new interval.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - start: The point from which the next tick is counted.
  ///   - now: The current time.
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

  /// Returns how many ticks after the next one are also due.
  private func ticksPassed(at now: Moment) -> UInt64 {
    (now.nanoseconds - nextDue.nanoseconds) / intervalNanoseconds
  }

  /// Returns how many of the `passed` ticks are later than the tolerance allows.
  private func missedTicks(of passed: UInt64, at now: Moment) -> Int {
    let lateness = now.nanoseconds - nextDue.nanoseconds
    guard lateness > tolerance else { return 0 }
    // Count the ticks due before `now - tolerance`. A tick at exactly that instant is just in time.
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

  /// The lateness up to which `delay` keeps its rhythm, as in tokio.
  private static let delayThreshold: UInt64 = 5_000_000
}
