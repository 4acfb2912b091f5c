/// The options of a timer that ticks: when its first tick is due, how it handles missed ticks, and its limit.
public struct TickOptions: Sendable, Hashable {
  /// When the first tick is due; after one interval by default.
  package let first: FirstTick

  /// How ticks that could not be delivered in time are handled; they are skipped by default.
  package let missedTicks: MissedTickPolicy

  /// The total number of ticks; `nil` for no limit.
  package let limit: Int?

  /// How late a tick may be in order to share a wake-up with other timers.
  package private(set) var tolerance = Duration.zero

  /// Creates the options of a repeating timer. Without arguments, it ticks after each interval, without a limit, and skips
  /// missed ticks.
  ///
  /// - Parameters:
  ///   - first: When the first tick is due.
  ///   - missedTicks: How to handle ticks that could not be delivered in time.
  ///   - limit: The total number of ticks; `nil` for no limit. Traps if it is negative.
  public init(
    first: FirstTick = .afterInterval,
    missedTicks: MissedTickPolicy = .skip,
    limit: Int? = nil
  ) {
    precondition((limit ?? 0) >= 0, "A limit of ticks must not be negative, but is \(limit ?? 0).")
    self.first = first
    self.missedTicks = missedTicks
    self.limit = limit
  }

  /// Returns these options with a tolerance. A negative tolerance counts as zero.
  package func tolerating(_ tolerance: Duration) -> TickOptions {
    var options = self
    options.tolerance = max(.zero, tolerance)
    return options
  }

  /// Returns the schedule of a timer with these options.
  package func schedule(every interval: Duration, from start: Moment) -> RepeatingSchedule {
    RepeatingSchedule(
      every: interval, from: start, first: first, missedTicks: missedTicks, limit: limit,
      tolerance: tolerance)
  }
}

/// When the first tick of a timer is due.
public enum FirstTick: Sendable, Hashable {
  /// One interval after the start, or at the first of the times.
  case afterInterval

  /// At the start.
  case immediately
}
