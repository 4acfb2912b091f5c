import SandglassCore

extension Countdown {
  /// Claims background time from `background` whenever the countdown runs, so that the app is not suspended immediately
  /// when it leaves the foreground.
  ///
  /// A claim begins when the countdown starts running, and is released when the countdown finishes, is paused or is
  /// cancelled, or when this method is called again. Platforms grant little time: about half a minute on a phone, for
  /// example. A countdown is correct without background time, and needs it only if something must happen at the finish
  /// while the app is in the background.
  ///
  /// - Parameter background: The claims to add to. A platform's adapter tells them when the app leaves and enters
  ///   the foreground. If nil, no time is claimed from now on.
  public func claimBackgroundTime(from background: BackgroundClaims?) {
    timekeeper.perform { state, now in
      core.background?.follow(isRunning: false, in: &state)
      if let former = core.background { state.effects.discarded.append(former) }
      core.background = background.map(CountdownBackground.init)
      advance(to: now, in: &state)
    }
  }
}

/// A countdown's claims on background time. The timekeeper's lock guards this object.
final class CountdownBackground {
  private let background: BackgroundClaims

  /// The current claim; nil unless the countdown is running.
  private var claim: BackgroundClaim?

  init(_ background: BackgroundClaims) {
    self.background = background
  }

  /// Claims time when the countdown begins to run, and releases the claim when it stops running. Both happen as soon as
  /// the lock is released.
  func follow(isRunning: Bool, in state: inout TimekeeperState) {
    guard isRunning == (claim == nil) else { return }
    if let claim {
      self.claim = nil
      state.effects.calls.append { claim.release() }
    } else {
      let claim = BackgroundClaim(on: background)
      self.claim = claim
      state.effects.calls.append { claim.take() }
    }
  }
}
