public import SandglassCore

extension Backoff {
  /// Returns the wait before the next attempt, for a loop of your own, such as one that connects again for as long as an app
  /// runs.
  ///
  /// - Parameter failures: How many attempts have failed so far. A number below one counts as one.
  /// - Returns: The wait, in whole nanoseconds, and at most 584 years. What the jitter leaves to chance is random.
  public func delay(after failures: Int) -> Duration {
    delay(after: failures, random: .random(in: .min ... .max))
  }
}
