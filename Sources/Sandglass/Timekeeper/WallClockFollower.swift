import SandglassCore

/// An object that is notified when the wall clock has been set.
protocol WallClockFollower: AnyObject, Sendable {
  /// Called when the wall clock may have changed relative to the steady clock. The timekeeper's lock is held, as for an
  /// entry that is due.
  func refresh(at now: Moment, in state: inout TimekeeperState)
}

/// A weak reference to a follower.
struct WeakWallClockFollower {
  private(set) weak var follower: (any WallClockFollower)?

  init(_ follower: any WallClockFollower) {
    self.follower = follower
  }
}
