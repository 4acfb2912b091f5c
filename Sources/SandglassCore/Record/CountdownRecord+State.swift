extension CountdownRecord.State {
  /// When it ends on the wall clock; nil unless it was running, or counting past that.
  package var wallDeadline: WallMoment? {
    switch self {
    case .running(_, let wallDeadline), .overtime(_, let wallDeadline): wallDeadline
    case .paused, .finished: nil
    }
  }

  /// Whether it has finished and nobody has handled that.
  package var isFinished: Bool {
    if case .finished = self { true } else { false }
  }
}
