/// A limit on how often something happens, as a bucket of tokens.
///
/// Each event takes a token. The bucket is full at first, and a token is added in each interval until the bucket is full
/// again. So no span of time has more events than the bucket holds tokens, plus one for each interval in the span.
///
/// ```
/// 3 per 30 s   tokens  3 2 1 0         1         2 1 0         1
///              events    1 2 3                     4 5
///              interval  |---------|---------|---------|---------|
/// ```
///
/// A bucket is a pure value, and the caller passes in the time, which must not go backwards.
///
/// ```swift
/// var bucket = TokenBucket(5, per: .seconds(1))
/// let isAllowed = bucket.take(at: now)
/// ```
public struct TokenBucket: Sendable, Equatable {
  /// The longest time in which a bucket fills, so that all sums stay far below the range of a moment.
  private static let longestFilling: UInt64 = 1 << 62

  /// How many tokens the full bucket holds.
  public let capacity: Int

  private let intervalNanoseconds: UInt64

  /// The moment at which the bucket is full if nothing is taken in the meantime.
  private var full = Moment.origin

  /// Creates a full bucket.
  ///
  /// - Parameters:
  ///   - count: How many tokens are added in each period. A number below one counts as one.
  ///   - period: The period. Zero or less is no limit. It is divided into `count` intervals, which are rounded up to
  ///     whole nanoseconds, so that never more than `count` tokens are added.
  ///   - capacity: How many tokens the full bucket holds, which is how many events may come at once; nil for `count`. A
  ///     number below one counts as one. A bucket that would take more than 146 years to fill takes 146 years.
  public init(_ count: Int, per period: Duration, capacity: Int? = nil) {
    let count = UInt64(max(1, count))
    self.capacity = max(1, capacity ?? Int(count))
    let (quotient, remainder) = period.clampedNanoseconds.quotientAndRemainder(dividingBy: count)
    let interval = remainder > 0 ? quotient + 1 : quotient
    intervalNanoseconds = min(interval, Self.longestFilling / UInt64(self.capacity))
  }

  /// The time in which a token is added.
  public var interval: Duration { .nanoseconds(intervalNanoseconds) }

  /// The moment from which there is a token. It may have passed.
  public var due: Moment { due(after: 0) }

  /// Returns the moment from which there is a token for an event that comes after others.
  ///
  /// - Parameter others: How many other events wait for a token and come first, from zero on.
  /// - Returns: The moment, which may have passed. It saturates at the distant future.
  package func due(after others: Int) -> Moment {
    let (wait, overflow) = intervalNanoseconds.multipliedReportingOverflow(by: UInt64(others))
    let end = full.nanoseconds.addingClamped(overflow ? .max : wait)
    return Moment(nanoseconds: end.subtractingClamped(UInt64(capacity - 1) * intervalNanoseconds))
  }

  /// Takes a token. Returns false if there is none.
  public mutating func take(at now: Moment) -> Bool {
    guard due <= now else { return false }
    full = max(full, now).advanced(byNanoseconds: intervalNanoseconds)
    return true
  }
}
