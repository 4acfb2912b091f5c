import Sandglass

/// What the terminal shows of one countdown.
struct Row: Equatable {
  /// What the countdown is doing.
  enum Status: Equatable {
    case running
    case paused
    case done
    case cancelled

    /// It goes on in its record, when the program has ended.
    case kept
  }

  /// The label, safe to be shown.
  let label: String?
  var status = Status.running
  var remaining = Duration.zero
  var progress = 0.0
  var face = ""

  /// The words after the bar.
  private(set) var remark = ""

  /// The columns of the widest face so far, so that nothing moves when the face gets shorter.
  var faceWidth = 0

  init(label: String?) {
    self.label = label.map(VisibleText.of)
  }

  /// Whether the countdown has not ended.
  var lasts: Bool { status == .running || status == .paused }

  /// Takes over what is told of the countdown.
  ///
  /// - Parameters:
  ///   - announcement: What is told.
  ///   - localTime: What the clocks of this place show.
  mutating func apply(_ announcement: Announcement, localTime: LocalTimeRule) {
    switch announcement.event {
    case .started, .attached, .resumed: status = .running
    case .paused: status = .paused
    case .finished: status = .done
    case .cancelled: status = .cancelled
    case .kept: status = .kept
    case .tick, .extended: break
    case .milestone: return
    }
    remaining = announcement.remaining
    progress = announcement.progress
    face = status == .done ? "done" : announcement.face
    remark = remark(announcement, localTime)
    faceWidth = max(faceWidth, DisplayWidth.of(face))
  }

  private func remark(
    _ announcement: Announcement, _ localTime: LocalTimeRule
  ) -> String {
    switch status {
    case .running: ""
    case .done: announcement.endText(localTime) ?? ""
    case .paused: "paused"
    case .cancelled: "cancelled"
    case .kept: announcement.keptText
    }
  }
}
