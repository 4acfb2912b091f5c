import SandglassCore

/// Something that wants to know when the wall clock was set.
protocol WallClockFollower: AnyObject, Sendable {
  /// The clocks may have moved apart. Called under the timekeeper's lock, like a deadline.
  func refresh(at now: Moment, in state: inout TimekeeperState)
}

/// A follower that is not kept alive by following.
struct WeakWallClockFollower {
  private(set) weak var follower: (any WallClockFollower)?

  init(_ follower: any WallClockFollower) {
    self.follower = follower
  }
}
