import SandglassCore

/// What keeps a stopwatch in a store. This is all that a stopwatch knows of it.
///
/// The timekeeper's lock is held during all calls.
package protocol StopwatchKeeper: AnyObject, Sendable {
  /// Notes an operation that the machine has performed.
  func note(
    performed operation: StopwatchOperation, by core: StopwatchCore, at now: Moment,
    in state: inout TimekeeperState)

  /// Returns whether a clock that is set or a refresh that is requested concerns the record.
  func wantsRefresh(of core: StopwatchCore, at now: Moment) -> Bool

  /// Called when the clock was set, and by ``Timekeeper/refresh()``.
  func refresh(_ core: StopwatchCore, at now: Moment, in state: inout TimekeeperState)

  /// Called when the stopwatch is about to be deallocated.
  func stopwatchWillEnd(_ stopwatch: ObjectIdentifier, in state: inout TimekeeperState)
}
