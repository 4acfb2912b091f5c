/// The times on the wall clock at which something recurs: every half minute on the half minute, or every day at nine.
///
/// A `WallTimer` ticks at these times, and a countdown counts down to the next of them:
///
/// ```swift
/// let codes = WallTimes.multiples(of: .seconds(30))
/// let next = codes.next(after: timekeeper.wallNow)
/// ```
///
/// `SandglassCalendar` contains the times of a calendar, such as `daily(hour:minute:)`.
public struct WallTimes: Sendable {
  private enum Rule {
    /// The times at which the nanoseconds since 1970, less an offset, are a multiple of an interval. The offset is not
    /// negative and less than the interval.
    case multiples(of: UInt64, offset: UInt64)

    /// A function that returns the first time after another.
    case next(@Sendable (WallMoment) -> WallMoment?)
  }

  private let rule: Rule

  /// The number of times of a rule that are counted one by one. Whoever waits for more of them would wait too long.
  package static let mostCounted = 10_000

  /// The times at which the time since 1970 in UTC is a multiple of an interval: with 30 seconds, every full and every
  /// half minute.
  ///
  /// The times of an interval that divides an hour are the same in nearly every time zone. For times of day, use
  /// `SandglassCalendar`.
  ///
  /// - Parameters:
  ///   - interval: The time between two times. It is rounded up to whole nanoseconds, and is at most 584 years. Traps
  ///     unless it is positive.
  ///   - offset: How far each time is moved. It may be negative, and may be longer than the interval.
  /// - Returns: The times.
  public static func multiples(of interval: Duration, offset: Duration = .zero) -> WallTimes {
    precondition(interval > .zero, "The interval of times must be positive, but is \(interval).")
    let interval = interval.clampedNanoseconds
    return WallTimes(rule: .multiples(of: interval, offset: rest(of: offset.roundedDown, interval)))
  }

  /// The only time of something that does not recur.
  ///
  /// - Parameter instant: The time.
  /// - Returns: The time, as the only one.
  public static func once(at instant: WallMoment) -> WallTimes {
    WallTimes { $0 < instant ? instant : nil }
  }

  /// Returns the times of this rule and of another one. A time that both have comes once.
  ///
  /// They are not always the same time apart, so of those that are missed, at most 10,000 are counted.
  ///
  /// - Parameter other: The other times.
  /// - Returns: The times of both.
  public func union(_ other: WallTimes) -> WallTimes {
    WallTimes { instant in
      [next(after: instant), other.next(after: instant)].compactMap { $0 }.min()
    }
  }

  private init(rule: Rule) {
    self.rule = rule
  }

  /// Creates the times of a rule.
  ///
  /// - Parameter next: The function that returns the first time after another; nil if there is none. It may be called
  ///   on any thread, but never while a lock is held. It may use the timekeeper, but must not change the timer or start
  ///   the countdown that asks it, which would ask it again.
  package init(next: @escaping @Sendable (WallMoment) -> WallMoment?) {
    rule = .next(next)
  }

  /// Returns the first of the times that is after an instant.
  ///
  /// - Parameter instant: The instant. If it is one of the times, the one that follows it is returned.
  /// - Returns: The time; `nil` if there is none.
  public func next(after instant: WallMoment) -> WallMoment? {
    switch rule {
    case .multiples(let interval, _):
      let wait = Duration.nanoseconds(interval - past(instant))
      return wait <= WallMoment.latest - instant ? instant + wait : nil
    case .next(let rule):
      return rule(instant).flatMap { $0 > instant ? $0 : nil }
    }
  }

  /// Returns the last of the times that is before an instant.
  ///
  /// The time before the next one is where the present period began, such as that of a one-time password. To find it,
  /// a rule is asked a few times for the next time after an earlier instant.
  ///
  /// - Parameter instant: The instant. If it is one of the times, the one that precedes it is returned.
  /// - Returns: The time; `nil` if there is none.
  public func previous(before instant: WallMoment) -> WallMoment? {
    guard case .multiples(let interval, _) = rule else { return searched(before: instant) }
    let past = past(instant)
    let wait = Duration.nanoseconds(past == 0 ? interval : past)
    return wait <= instant - .earliest ? instant - wait : nil
  }

  /// Whether an instant is one of the times.
  func contains(_ instant: WallMoment) -> Bool {
    instant > .earliest && next(after: instant - .nanoseconds(1)) == instant
  }

  /// The time between each two times, in nanoseconds; `nil` if it is not always the same.
  var interval: UInt64? {
    if case .multiples(let interval, _) = rule { interval } else { nil }
  }

  /// The times that have passed.
  struct Passed: Equatable {
    /// The latest of them.
    var latest: WallMoment

    /// The number of times before the latest one.
    var count: Int

    /// How many of those were more than the tolerance ago.
    var missed: Int
  }

  /// Returns the times from `first` to `end`, counting `first` even if it is not one of the times.
  ///
  /// With a rule, at most ``mostCounted`` times are counted.
  func passed(from first: WallMoment, to end: WallMoment, tolerance: Duration) -> Passed {
    let overdue = end - tolerance
    guard case .multiples(let interval, _) = rule else {
      return counted(from: first, to: end, overdue: overdue)
    }
    let latest = max(first, end - .nanoseconds(past(end)))
    guard latest > first else { return Passed(latest: first, count: 0, missed: 0) }
    let count = steps(from: first, to: latest, of: interval)
    guard first < overdue else { return Passed(latest: latest, count: count, missed: 0) }
    // The first time, and those after it that are before both `overdue` and the latest one.
    let last = min(overdue, latest) - .nanoseconds(1)
    let missed = steps(from: first, to: last, of: interval).addingClamped(1)
    return Passed(latest: latest, count: count, missed: missed)
  }

  /// Returns how many of the times are after `first`, up to `last`.
  private func steps(from first: WallMoment, to last: WallMoment, of interval: UInt64) -> Int {
    let length = last.timeSince1970 - first.timeSince1970
    // A time lies at the end of each whole interval, and one in the rest if the rest reaches one.
    let (whole, rest) = length.divided(byNanoseconds: interval)
    let untilTime = interval - past(first)
    return Int(clamping: whole.clamped).addingClamped(rest >= untilTime ? 1 : 0)
  }

  /// Returns how long before an instant the latest time was, in nanoseconds; zero for a rule.
  private func past(_ instant: WallMoment) -> UInt64 {
    guard case .multiples(let interval, let offset) = rule else { return 0 }
    return Self.rest(of: instant.timeSince1970 - .nanoseconds(offset), interval)
  }

  private func counted(
    from first: WallMoment, to end: WallMoment, overdue: WallMoment
  ) -> Passed {
    var passed = Passed(latest: first, count: 0, missed: 0)
    while let next = next(after: passed.latest), next <= end {
      if passed.count == Self.mostCounted {
        passed.latest = previous(before: end + .nanoseconds(1)) ?? passed.latest
        return passed
      }
      if passed.latest < overdue { passed.missed += 1 }
      passed.latest = next
      passed.count += 1
    }
    return passed
  }

  /// Returns the last time of a rule before an instant: looks further and further back for any, and then halves the
  /// distance from the latest that is known to the instant.
  private func searched(before end: WallMoment) -> WallMoment? {
    func next(after instant: WallMoment) -> WallMoment? {
      self.next(after: instant).flatMap { $0 < end ? $0 : nil }
    }
    // Times mostly come as far apart as the next two.
    var step = max(.seconds(1), self.next(after: end).map { $0 - end } ?? .zero)
    var latest = next(after: end - step - .nanoseconds(1))
    while latest == nil, step < Self.furthestSearched {
      step += step
      latest = next(after: end - step)
    }
    guard var latest else { return nil }
    // Between this and the end, there is no time.
    var limit = end
    while let later = next(after: latest) {
      latest = later
      let middle = latest + (limit - latest) / 2
      if let later = next(after: middle), later > latest { latest = later } else { limit = middle }
    }
    return latest
  }

  /// How far back a rule is asked for an earlier time, which is beyond the earliest instant from any other.
  private static let furthestSearched = Duration.seconds(UInt64.max)

  /// Returns what is left of a time after as many intervals as fit, in nanoseconds; never negative.
  private static func rest(of time: Duration, _ interval: UInt64) -> UInt64 {
    let rest = time.divided(byNanoseconds: interval).remainder
    return time < .zero && rest > 0 ? interval - rest : rest
  }
}

extension Duration {
  /// Divides the whole nanoseconds of this duration, without its sign.
  fileprivate func divided(
    byNanoseconds interval: UInt64
  ) -> (quotient: WideInteger, remainder: UInt64) {
    WideInteger(attosecondsOf: self).divided(by: 1_000_000_000).quotient.divided(by: interval)
  }
}

extension Int {
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
