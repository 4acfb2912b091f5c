import Sandglass

extension RestoredCountdown.State {
  /// When it ended, if it has.
  var ended: WallMoment? {
    switch self {
    case .running, .paused: nil
    case .overtime(_, let ended), .finished(let ended): ended
    }
  }
}
