import SandglassCore

extension Reading: LatestElement {}

/// Delivers a countdown's readings to one iterator. The iterator receives the finish by reaching the end of the
/// sequence.
// Sendable: everything mutable is accessed only under the timekeeper's lock.
final class ReadingChannel: LatestChannel<Reading>, @unchecked Sendable {
  /// Receives a report that says whether the iterator has reached the end.
  private var delivery: (any PendingDelivery)?

  /// Ends the sequence once the iterator has taken the pending reading, if there is one.
  ///
  /// - Parameters:
  ///   - delivery: Receives a report that says whether the iterator has reached the end.
  ///   - state: The timekeeper's state.
  func finish(delivery: (any PendingDelivery)?, in state: inout TimekeeperState) {
    guard isOpen else { return }
    finish(in: &state)
    // The iterator may reach the end at any time from now on.
    delivery?.send()
    _ = delivery?.begin(at: state.now)
    self.delivery = delivery
  }

  /// Reports whether the iterator has reached the end. The report may hold the last reference to the countdown, which
  /// must not be released under the lock.
  override func noteEnd(isSeen: Bool, in state: inout TimekeeperState) {
    guard let delivery = delivery.take() else { return }
    delivery.report(isHandled: isSeen, in: &state)
    state.effects.discarded.append(delivery)
  }
}
