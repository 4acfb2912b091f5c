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
      core.background = keeper.map(CountdownBackground.init)
      advance(to: now, in: &state)
    }
  }
}
