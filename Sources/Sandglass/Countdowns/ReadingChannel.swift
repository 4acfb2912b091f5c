import SandglassCore

extension Reading: LatestElement {}

/// The way of a countdown's readings to one iterator, which also hears of the finish by seeing the end.
// Sendable: everything mutable is touched under the timekeeper's lock alone.
final class ReadingChannel: LatestChannel<Reading>, @unchecked Sendable {
  /// What hears whether the reader has seen the end.
  private var telling: EndTelling?

  /// Ends the readings with the one that was not taken yet, if there is one.
  ///
  /// - Parameters:
  ///   - telling: What hears whether the reader has seen that.
  ///   - state: What the timekeeper guards.
  func finish(telling: EndTelling?, in state: inout TimekeeperState) {
    guard isOpen else { return }
    finish(in: &state)
    telling?.begin()
    self.telling = telling
  }

  /// Reports whether the end was seen. What hears of that may have the last reference to the countdown, which must not
  /// be released under the lock.
  override func noteEnd(isSeen: Bool, in state: inout TimekeeperState) {
    guard let telling = telling.take() else { return }
    telling.report(isHandled: isSeen, in: &state)
    state.effects.discarded.append(telling)
  }
}
