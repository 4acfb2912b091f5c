import Sandglass

/// What the terminal shows of one countdown.
struct Row: Equatable {
  /// What the countdown is doing.
  enum Status: Equatable {
    case running
    case paused
    case done
    case cancelled
  }

  /// The label, safe to be shown.
  let label: String?
  var status = Status.running
  var remaining = Duration.zero
  var progress = 0.0
  var face = ""

  /// The columns of the widest face so far, so that nothing moves when the face gets shorter.
  var faceWidth = 0

  init(label: String?) {
    self.label = label.map(VisibleText.of)
  }

  /// Whether the countdown has not ended.
  var lasts: Bool { status == .running || status == .paused }

  /// Takes over what is told of the countdown.
  mutating func apply(_ announcement: Announcement) {
    switch announcement.event {
    case .started, .resumed: status = .running
    case .paused: status = .paused
    case .finished: status = .done
    case .cancelled: status = .cancelled
    case .tick, .extended: break
    case .milestone: return
    }
    remaining = announcement.remaining
    progress = announcement.progress
    face = status == .done ? "done" : announcement.face
    faceWidth = max(faceWidth, DisplayWidth.of(face))
  }

  /// The word after the bar.
  var remark: String {
    switch status {
    case .running, .done: ""
    case .paused: "paused"
    case .cancelled: "cancelled"
    }
  }
}
