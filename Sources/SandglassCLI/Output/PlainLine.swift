import Sandglass

/// Lines for programs and files: a clock face for each reading, and how it ended.
struct PlainLine {
  /// Whether lines begin with the label, to tell several countdowns apart.
  let hasLabels: Bool

  let localTime: LocalTimeRule

  /// The line for what is told; nil where plain lines say nothing.
  func text(_ announcement: Announcement) -> String? {
    guard let words = words(announcement) else { return nil }
    guard hasLabels, let label = announcement.label else { return words }
    return VisibleText.of(label) + " " + words
  }

  private func words(_ announcement: Announcement) -> String? {
    switch announcement.event {
    case .started, .attached, .extended: nil
    case .tick: announcement.face
    case .paused: "paused"
    case .resumed: "resumed"
    case .milestone: announcement.remaining.compactText + " left"
    case .finished: announcement.endText(localTime) ?? "done"
    case .cancelled: "cancelled"
    case .kept: announcement.keptText
    }
  }
}
