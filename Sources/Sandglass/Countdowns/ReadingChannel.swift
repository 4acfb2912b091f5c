import SandglassCore

extension Reading: LatestElement {}

/// Delivers a countdown's readings to one iterator. The iterator receives the finish by reaching the end of the
/// sequence.
// Sendable: everything mutable is accessed only under the timekeeper's lock.
final class ReadingChannel: LatestChannel<Reading>, @unchecked Sendable {
  /// Receives a report that says whether the iterator has reached the end.
  private var telling: PendingDelivery?

  /// Ends the sequence once the iterator has taken the pending reading, if there is one.
  ///
  /// - Parameters:
  ///   - telling: Receives a report that says whether the iterator has reached the end.
  ///   - state: The timekeeper's state.
  func finish(telling: PendingDelivery?, in state: inout TimekeeperState) {
    guard isOpen else { return }
    finish(in: &state)
    telling?.begin()
    self.telling = telling
  }

  /// Reports whether the iterator has reached the end. The report may hold the last reference to the countdown, which
  /// must not be released under the lock.
  override func noteEnd(isSeen: Bool, in state: inout TimekeeperState) {
    guard let telling = telling.take() else { return }
    telling.report(isHandled: isSeen, in: &state)
    state.effects.discarded.append(telling)
  }
}
