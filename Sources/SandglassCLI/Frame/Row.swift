/// The data of one countdown's row on a terminal.
struct Row: Equatable {
  /// The state of the countdown.
  enum Status: Equatable {
    case running
    case paused
    case overtime
    case done
    case cancelled

    /// The countdown continues in its record after the program has exited.
    case kept
  }

  /// The label, which is safe to print.
  var label: String?
  var status = Status.running
  var remaining = Duration.zero
  var progress = 0.0
  var face = ""

  /// The text after the bar.
  var remark = ""

  /// The width of the widest face so far, so that the columns do not move when the face gets
  /// narrower.
  var faceWidth = 0

  /// Whether keys act on this row alone.
  var isSelected = false

  init(label: String?) {
    self.label = label.map(VisibleText.of)
  }

  /// Whether the countdown has not ended.
  var lasts: Bool { status == .running || status == .paused || status == .overtime }
}
