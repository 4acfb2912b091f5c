/// The waits between the attempts of something that fails, such as a request to a server.
///
/// With an exponential back-off, each wait is longer than the one before by a factor, up to a longest wait. The jitter
/// shortens each wait at random, so that clients whose requests failed together do not all come back together.
///
/// ```swift
/// let backoff = Backoff.exponential(from: .milliseconds(200), upTo: .seconds(10))
/// try await retry(maxAttempts: 4, backoff: backoff) { try await send(letter) }
/// ```
public struct Backoff: Sendable, Equatable {
  /// How much of a wait is left to chance.
  public enum Jitter: Sendable, Hashable, CaseIterable {
    /// Nothing. Each wait has its full length.
    case none

    /// Half of it. A wait has at least half of its length.
    case half

    /// All of it. A wait has any length from zero to its full length. This spreads the attempts of many clients best.
    case full
  }

  /// The full length of the wait after the first failure.
  let first: Duration

  /// The full length of the longest wait.
  let longest: Duration

  /// How much of a wait is left to chance.
  let jitter: Jitter

  /// How many times as long as the one before each wait is.
  let factor: Double

  /// Returns a back-off whose waits grow by a factor.
  ///
  /// - Parameters:
  ///   - first: The full length of the wait after the first failure. With zero or less, no wait takes any time.
  ///   - longest: The full length of the longest wait. If it is shorter than `first`, it limits that wait, too.
  ///   - factor: How many times as long as the one before each wait is. Less than one, or not a number, counts as one.
  ///   - jitter: How much of a wait is left to chance.
  /// - Returns: The back-off.
  public static func exponential(
    from first: Duration = .milliseconds(200), upTo longest: Duration = .seconds(30),
    factor: Double = 2, jitter: Jitter = .full
  ) -> Backoff {
    Backoff(first: first, longest: longest, jitter: jitter, factor: factor > 1 ? factor : 1)
  }

  /// Returns a back-off whose waits all have the same full length.
  ///
  /// - Parameters:
  ///   - delay: The full length of a wait. Zero or less is no wait.
  ///   - jitter: How much of a wait is left to chance.
  /// - Returns: The back-off.
  public static func constant(_ delay: Duration, jitter: Jitter = .none) -> Backoff {
    Backoff(first: delay, longest: delay, jitter: jitter, factor: 1)
  }

  /// Returns the wait before the next attempt, in whole nanoseconds, and at most 584 years.
  ///
  /// - Parameters:
  ///   - failures: How many attempts have failed so far. A number below one counts as one.
  ///   - random: A number that is equally likely to have any value. It has no effect without jitter.
  /// - Returns: The wait.
  package func delay(after failures: Int, random: UInt64) -> Duration {
    let full = fullNanoseconds(after: failures)
    let nanoseconds =
      switch jitter {
      case .none: full
      case .half: full - Self.part(of: full / 2, random)
      case .full: Self.part(of: full, random)
      }
    return .nanoseconds(nanoseconds)
  }

  private func fullNanoseconds(after failures: Int) -> UInt64 {
    let (first, longest) = (first.clampedNanoseconds, longest.clampedNanoseconds)
    guard failures > 1, first > 0 else { return min(first, longest) }
    let length = Double(first) * Self.power(of: factor, failures - 1)
    return length < Double(longest) ? UInt64(length) : longest
  }

  /// Returns a power of a factor, by squaring.
  private static func power(of factor: Double, _ exponent: Int) -> Double {
    var (power, square, rest) = (1.0, factor, exponent)
    while rest > 0 {
      if rest & 1 == 1 { power *= square }
      square *= square
      rest >>= 1
    }
    return power
  }

  /// Returns a number from zero to `whole`, all of which are equally likely.
  private static func part(of whole: UInt64, _ random: UInt64) -> UInt64 {
    whole == .max ? random : random.multipliedFullWidth(by: whole + 1).high
  }
}
