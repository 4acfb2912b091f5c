import SandglassCore

/// What a countdown asks for background time while it runs; guarded by the timekeeper's lock.
final class CountdownBackground {
  private let keeper: BackgroundKeeper

  /// The claim of the present run.
  private var claim: BackgroundClaim?

  init(_ keeper: BackgroundKeeper) {
    self.keeper = keeper
  }

  /// Claims time when the countdown begins to run, and gives it back when it ceases, as soon as
  /// the lock is released.
  func follow(isRunning: Bool, in state: inout TimekeeperState) {
    guard isRunning == (claim == nil) else { return }
    if let claim {
      self.claim = nil
      state.afterwards.calls.append { claim.release() }
    } else {
      let claim = BackgroundClaim(on: keeper)
      self.claim = claim
      state.afterwards.calls.append { claim.take() }
    }
  }
}
