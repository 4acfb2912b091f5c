import Sandglass

/// An event of a countdown, independent of the output format.
struct Announcement: Equatable {
  /// What happened.
  enum Event: String, Equatable {
    case started

    /// This process has attached to a kept countdown.
    case attached
    case tick
    case paused
    case resumed
    case extended

    /// Another process has started the countdown again.
    case restarted

    /// Another process has given the countdown another label.
    case renamed
    case milestone
    case finished
    case cancelled

    /// The program exits before the countdown ends. The countdown stays in its record.
    case kept

    /// Whether this is the last announcement of the countdown.
    var isEnd: Bool { self == .finished || self == .cancelled || self == .kept }
  }

  var event: Event
  var label: String?

  /// The remaining time; for a milestone, the milestone itself.
  var remaining: Duration
  var shown: Int
  var progress: Double
  var missed: Int

  /// The wall-clock time of the announcement.
  var at: WallMoment

  /// The countdown's id; nil if the countdown is not kept.
  var id: String?

  /// The certainty of the values; nil for a countdown that this process started.
  var certainty: Certainty?

  /// The time at which the countdown ended, if no process was running it then.
  var ended: WallMoment?

  /// The displayed number as a clock face.
  var face: String { Duration.seconds(shown).clockFace }
}

// MARK: - In words

extension Announcement {
  /// A text that says when the countdown ended; nil if a process was running it then.
  func endText(_ localTime: LocalTimeRule) -> String? {
    ended.map { MissedFinishNotice(now: at, localTime: localTime).text($0, certainty ?? .exact) }
  }

  /// A text that says that the countdown is kept, and under which id.
  var keptText: String { id.map { "kept as \(VisibleText.of($0))" } ?? "kept" }
}
