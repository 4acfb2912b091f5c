import SandglassCore

/// When an event is handed out again whose handler has failed.
///
/// The delay doubles with each failure, up to a limit. A random part of it is left out, so that events that have failed
/// together do not all return at once.
public struct RetryPolicy: Sendable, Hashable {
  /// How often an event is handed out at most. It is at least 1.
  public let attempts: Int

  /// The delay after the first failure.
  public let firstDelay: Duration

  /// The longest delay.
  public let longestDelay: Duration

  /// Creates a policy. Values that are out of range are replaced by the nearest that are not.
  ///
  /// - Parameters:
  ///   - attempts: How often an event is handed out at most, from 1 to 1,000.
  ///   - firstDelay: The delay after the first failure, from a millisecond to a day.
  ///   - longestDelay: The longest delay, from `firstDelay` to a day.
  public init(
    attempts: Int = 10, firstDelay: Duration = .seconds(1), longestDelay: Duration = .seconds(300)
  ) {
    self.attempts = min(max(1, attempts), 1_000)
    self.firstDelay = min(max(.milliseconds(1), firstDelay), .seconds(86_400))
    self.longestDelay = min(max(self.firstDelay, longestDelay), .seconds(86_400))
  }

  /// Ten attempts: after 1 s, 2 s, 4 s and so on, up to five minutes.
  public static let standard = RetryPolicy()

  /// Returns the delay after a number of failures; nil if there is no further attempt.
  ///
  /// - Parameters:
  ///   - failures: How often the handler has failed, at least once.
  ///   - random: A random number from 0 to 1. The delay is from a half of what is due to all of it.
  /// - Returns: The delay.
  package func delay(afterFailures failures: Int, random: Double) -> Duration? {
    guard failures < attempts else { return nil }
    // A day is 2^27 ms, so that no product overflows.
    let doublings = min(max(0, failures - 1), 30)
    let whole = min(longestDelay, firstDelay * (1 << doublings))
    return whole / 2 + whole / 2 * min(max(0, random), 1)
  }
}
