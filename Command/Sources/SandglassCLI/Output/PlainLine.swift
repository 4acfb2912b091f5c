import Sandglass

/// Formats announcements as lines for programs and files. Each reading is a clock face, and the
/// last line says how the countdown ended.
struct PlainLine {
  /// Whether lines begin with the label, to distinguish several countdowns.
  let hasLabels: Bool

  let localTime: LocalTimeRule

  /// Returns the line for an announcement, or nil if it has no line.
  func text(_ announcement: Announcement) -> String? {
    guard let words = words(announcement) else { return nil }
    guard hasLabels, let label = announcement.label else { return words }
    return VisibleText.of(label) + " " + words
  }

  private func words(_ announcement: Announcement) -> String? {
    switch announcement.event {
    case .started, .saved, .attached, .extended: nil
    case .tick: announcement.face
    case .paused: "paused"
    case .resumed: "resumed"
    case .restarted: "restarted"
    case .renamed: "renamed"
    case .milestone: announcement.remaining.compactText + " left"
    case .phase: announcement.stepText
    case .back: announcement.phase.map { "back to " + $0.text } ?? "back"
    case .undone: announcement.phase.map { "undone, " + $0.text } ?? "undone"
    case .finished: announcement.endText(localTime) ?? "done"
    case .stopped: announcement.overtime == nil ? "stopped" : "stopped at " + announcement.face
    case .cancelled: "cancelled"
    case .kept: announcement.keptText
    }
  }
}
