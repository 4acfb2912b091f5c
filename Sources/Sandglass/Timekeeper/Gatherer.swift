/// Somebody who gathers what comes together, and tells it as one.
protocol Gatherer: AnyObject, Sendable {
  /// Tells what was gathered, under the timekeeper's lock: by one call, or in one round.
  func tellGathered(in state: inout TimekeeperState)
}
