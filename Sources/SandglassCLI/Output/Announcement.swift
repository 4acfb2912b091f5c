import Sandglass

/// One thing that is told of a countdown, in whichever form.
struct Announcement: Equatable {
  /// What happened.
  enum Event: String, Equatable {
    case started

    /// A kept countdown is counted on.
    case attached
    case tick
    case paused
    case resumed
    case extended
    case milestone
    case finished
    case cancelled

    /// The program ends before the countdown does, which stays in its record.
    case kept

    /// Whether nothing more is told of the countdown after this.
    var isEnd: Bool { self == .finished || self == .cancelled || self == .kept }
  }

  var event: Event
  var label: String?

  /// What was left; for a milestone, the milestone itself.
  var remaining: Duration
  var shown: Int
  var progress: Double
  var missed: Int

  /// The wall-clock time of the announcement.
  var at: WallMoment

  /// The id under which the countdown is kept, if it is.
  var id: String?

  /// How sure the announcement is; nil for a countdown that this process started.
  var certainty: Certainty?

  /// When it ended, if that was while nobody ran it.
  var ended: WallMoment?

  /// What is shown, as a clock face.
  var face: String { Duration.seconds(shown).clockFace }
}

// MARK: - In words

extension Announcement {
  /// When it ended, if that was while nobody ran it.
  func endText(_ localTime: LocalTimeRule) -> String? {
    ended.map { MissedFinishNotice(now: at, localTime: localTime).text($0, certainty ?? .exact) }
  }

  /// That it stays in its record, and under which id.
  var keptText: String { id.map { "kept as \(VisibleText.of($0))" } ?? "kept" }
}
