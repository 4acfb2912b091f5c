import Sandglass

/// One thing that is told of a countdown, in whichever form.
struct Announcement: Equatable {
  /// What happened.
  enum Event: String, Equatable {
    case started
    case tick
    case paused
    case resumed
    case extended
    case milestone
    case finished
    case cancelled

    /// Whether nothing more is told of the countdown after this.
    var isEnd: Bool { self == .finished || self == .cancelled }
  }

  var event: Event
  var label: String?

  /// What was left; for a milestone, the milestone itself.
  var remaining: Duration
  var shown: Int
  var progress: Double
  var missed: Int

  /// The wall clock's time of telling.
  var at: WallMoment

  /// What is shown, as a clock face.
  var face: String { Duration.seconds(shown).clockFace }
}
