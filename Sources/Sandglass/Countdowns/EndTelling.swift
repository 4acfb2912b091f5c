import SandglassCore

/// The report of a finish or of a phase end. Whether a receiver has handled it determines what is written to the record.
struct EndTelling: Sendable {
  private enum Subject: Sendable {
    case finish(Int)
    case phase(Int, kind: CountdownBinding.Kind)
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

  /// Creates the report of a phase end that no closure has received yet. The timekeeper's lock must be held.
  init(
    ofPhase number: Int, of countdown: Countdown, _ keeping: CountdownKeeping,
    to kind: CountdownBinding.Kind
  ) {
    self.countdown = countdown
    self.keeping = keeping
    subject = .phase(number, kind: kind)
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
    case .phase(let number, let kind):
      guard keeping.untold.report(number, by: kind, isHandled: isHandled) else { return }
      // Without a claim, a record of an end is written only if it is marked.
      if case .ended = keeping.ownership.state { keeping.noteUnheard() }
      keeping.markUnsaved(countdown, in: &state)
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
