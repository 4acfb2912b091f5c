public import SandglassCore

/// An object that a ``Timekeeper`` calls when its time has come.
///
/// Scheduling an object costs no closure, which is more than all the rest: a service that has an
/// object for each connection anyway makes that the handler of its timeouts.
public protocol TimerHandler: AnyObject, Sendable {
  /// The deadline has come; called on the timekeeper's own thread, so it must be short.
  ///
  /// - Parameter now: The present moment.
  func timerIsDue(at now: Moment)
}
