/// How a repeating timer ticks: its first tick, its missed ticks, its limit and its tolerance.
public struct TickOptions: Sendable, Hashable {
  /// When the first tick is due; after one interval unless told otherwise.
  public let first: FirstTick

  /// What is done about ticks that could not be told in time; they are skipped unless told
  /// otherwise.
  public let missedTicks: MissedTickPolicy

  /// How many ticks there are in all; nil for no end.
  public let limit: Int?

  /// How late a tick may come to share a wake-up with other timers; zero unless told otherwise.
  public let tolerance: Duration

  /// Makes the options of a repeating timer.
  ///
  /// - Parameters:
  ///   - first: When the first tick is due.
  ///   - missedTicks: What is done about ticks that could not be told in time.
  ///   - limit: How many ticks there are in all; nil for no end. Traps if it is negative.
  ///   - tolerance: How late a tick may come to share a wake-up with other timers. Traps if it is
  ///     negative.
  public init(
    first: FirstTick = .afterInterval,
    missedTicks: MissedTickPolicy = .skip,
    limit: Int? = nil,
    tolerance: Duration = .zero
  ) {
    precondition((limit ?? 0) >= 0, "A limit of ticks must not be negative, but is \(limit ?? 0).")
    precondition(tolerance >= .zero, "A tolerance must not be negative, but is \(tolerance).")
    self.first = first
    self.missedTicks = missedTicks
    self.limit = limit
    self.tolerance = tolerance
  }

  /// What a timer does when nothing else is said: it ticks after each interval, for ever, and
  /// skips what was missed.
  public static let standard = TickOptions()

  /// The schedule of a timer with these options.
  package func schedule(every interval: Duration, from start: Moment) -> RepeatingSchedule {
    RepeatingSchedule(
      every: interval, from: start, first: first, missedTicks: missedTicks, limit: limit,
      tolerance: tolerance)
  }
}

/// When the first tick of a repeating timer is due.
public enum FirstTick: Sendable, Hashable {
  /// One interval after the start.
  case afterInterval

  /// At the start.
  case immediately
}
