import SandglassCore

/// The report of a finish or of phase ends. Whether a receiver has handled them determines what is written to the
/// record.
struct EndTelling: Sendable {
  private enum Subject: Sendable {
    case finish(Int)
    case phases(Int, kind: CountdownBinding.Kind)
  }

  private let countdown: Countdown
  private let keeping: CountdownKeeping
  private let subject: Subject

  /// Creates the report of the current run's finish. The timekeeper's lock must be held.
  init(ofFinish countdown: Countdown, _ keeping: CountdownKeeping) {
    self.countdown = countdown
    self.keeping = keeping
    subject = .finish(keeping.ownership.number)
  }

  /// Creates the report of phase ends that no closure has received yet. The timekeeper's lock must be held.
  init(
    ofPhases countdown: Countdown, _ keeping: CountdownKeeping, to kind: CountdownBinding.Kind
  ) {
    self.countdown = countdown
    self.keeping = keeping
    subject = .phases(keeping.untold.number, kind: kind)
  }

  /// Notes that the end is being sent to one more receiver. The timekeeper's lock must be held.
  func begin() {
    if case .finish(let number) = subject { keeping.ownership.begin(number) }
  }

  /// Notes whether a receiver still existed when the end was delivered to it. The timekeeper's lock must be held.
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
      // Bindings may have been added in the meantime. The caller may be one of the receivers, so the claim is requested
      // only after the lock has been released.
      state.effects.calls.append { [countdown] in countdown.seekClaim() }
    }
  }
}
