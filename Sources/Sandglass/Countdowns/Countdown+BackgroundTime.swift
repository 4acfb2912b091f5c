import SandglassCore

extension Countdown {
  /// Claims background time from `keeper` whenever the countdown runs, so that the app is not
  /// suspended at once when it leaves the front.
  ///
  /// Each run makes one claim, which is given back when the countdown finishes, is paused or
  /// cancelled, and with this method. What a platform grants is short, some half a minute on a
  /// phone: a countdown is right without it, and needs it only where something must happen at the
  /// finish while the app is away.
  ///
  /// - Parameter keeper: What asks for the time, told of the app's life by a platform's adapter; nil
  ///   to claim none from now on.
  public func claimBackgroundTime(from keeper: BackgroundKeeper?) {
    timekeeper.perform { state, now in
      core.background?.follow(isRunning: false, in: &state)
      if let former = core.background { state.effects.discarded.append(former) }
      core.background = keeper.map(CountdownBackground.init)
      advance(to: now, in: &state)
    }
  }
}

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
      state.effects.calls.append { claim.release() }
    } else {
      let claim = BackgroundClaim(on: keeper)
      self.claim = claim
      state.effects.calls.append { claim.take() }
    }
  }
}
