import SandglassCore

/// An end that is being reported, of which the record has to know who received it: a finish, or the ends of phases.
struct EndTelling: Sendable {
  private enum Subject: Sendable {
    case finish(Int)
    case phases(Int, kind: CountdownBinding.Kind)
  }

  private let countdown: Countdown
  private let keeping: CountdownKeeping
  private let subject: Subject

  /// The finish of the present run; under the timekeeper's lock.
  init(ofFinish countdown: Countdown, _ keeping: CountdownKeeping) {
    self.countdown = countdown
    self.keeping = keeping
    subject = .finish(keeping.ownership.number)
  }

  /// The ends of phases that no closure has received yet; under the timekeeper's lock.
  init(
    ofPhases countdown: Countdown, _ keeping: CountdownKeeping, to kind: CountdownBinding.Kind
  ) {
    self.countdown = countdown
    self.keeping = keeping
    subject = .phases(keeping.untold.number, kind: kind)
  }

  /// Notes, under the timekeeper's lock, that one more receiver is told.
  func begin() {
    if case .finish(let number) = subject { keeping.ownership.begin(number) }
  }

  /// Notes, under the timekeeper's lock, whether a receiver still existed.
  func report(isHandled: Bool, in state: inout TimekeeperState) {
    switch subject {
    case .finish(let number):
      reportFinish(number, isHandled: isHandled, in: &state)
    case .phases(let number, let kind):
      if keeping.untold.report(number, by: kind, isHandled: isHandled) {
        keeping.markUnsaved(countdown, in: &state)
      }
    }
  }

  private func reportFinish(_ number: Int, isHandled: Bool, in state: inout TimekeeperState) {
    switch keeping.ownership.report(number, isHandled: isHandled) {
    case .nothing:
      break
    case .handled:
      keeping.markUnsaved(countdown, in: &state)
    case .unheard:
      keeping.leaveUnheard(countdown, in: &state)
      // Others may have been bound since. A receiver may be the caller, so this is not the time to ask.
      state.effects.calls.append { [countdown] in countdown.seekClaim() }
    }
  }
}
