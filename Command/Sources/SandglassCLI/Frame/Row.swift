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

  /// The parts of the text after the bar, with the most important one first.
  var remark: [String] = []

  /// The text of the first parts of the remark that fit into a width. If not even the first one fits, it
  /// is the beginning of that.
  func remark(in width: Int, ellipsis: String) -> String {
    remarks.last { DisplayWidth.of($0) <= width }
      ?? DisplayWidth.fit(remark.first ?? "", in: width, ellipsis: ellipsis)
  }

  /// The text of the first part, of the first two parts, and so on.
  var remarks: [String] {
    remark.indices.map { remark[...$0].joined(separator: ", ") }
  }

  /// When it ends, which is shown beside a bar that has room for it; nil if that is not known or not worth a word.
  var ends: String?

  /// The width of the widest face so far, so that the columns do not move when the face gets
  /// narrower.
  var faceWidth = 0

  /// Whether the countdown has phases.
  var hasPhases = false

  /// Whether keys act on this row alone.
  var isSelected = false

  init(label: String?) {
    self.label = label.map(VisibleText.of)
  }

  /// Whether the countdown is about to end.
  var isUrgent: Bool { status == .running && remaining <= .seconds(10) }

  /// Whether the countdown has not ended.
  var lasts: Bool { status == .running || status == .paused || status == .overtime }
}
