/// An object that collects events that occur together, and reports them together.
protocol Gatherer: AnyObject, Sendable {
  /// Reports the events of one call, or of one round. Called under the timekeeper's lock.
  func reportGathered(in state: inout TimekeeperState)
}
