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
  var remark = ""

  /// The columns of the widest face so far, so that nothing moves when the face gets shorter.
  var faceWidth = 0

  init(label: String?) {
    self.label = label.map(VisibleText.of)
  }

  /// Whether the countdown has not ended.
  var lasts: Bool { status == .running || status == .paused }
}
