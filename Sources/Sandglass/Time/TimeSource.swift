package import Dispatch
package import SandglassCore

/// The clocks, the alarm and the way to the callbacks that a timekeeper lives on.
package protocol TimeSource: Sendable {
  /// The present moment on the steady clock.
  var now: Moment { get }

  /// The present moment on the wall clock.
  var wallNow: WallMoment { get }

  /// What tells this boot of the system from others; nil where that cannot be known.
  var bootIdentity: BootIdentity? { get }

  /// Whether timers may be late within their tolerance, to share wake-ups.
  var honorsTolerance: Bool { get }

  /// What is told of tasks that wait for this time; nil where nobody wants to know.
  var waitObserver: (any WaitObserver)? { get }

  /// Makes the one alarm of a timekeeper, which calls `ring` each time it goes off.
  func makeAlarm(ring: @escaping @Sendable () -> Void) -> any Alarm

  /// Runs `work` on `queue`: soon, or at once where time is virtual.
  func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void)
}

extension TimeSource {
  package var honorsTolerance: Bool { true }

  package var waitObserver: (any WaitObserver)? { nil }

  package func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    queue.async(execute: work)
  }
}
