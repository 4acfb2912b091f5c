@testable import Sandglass

extension Timekeeper {
  /// Whether the wall clock is watched.
  var isWatchingWallClock: Bool { perform { state, _ in state.isWatchingWallClock } }
}
