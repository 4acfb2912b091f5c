import Sandglass

/// Lines for programs and files: a clock face for each reading, and how it ended.
struct PlainLine {
  /// Whether lines begin with the label, to tell several countdowns apart.
  let hasLabels: Bool

  /// The line for what is told; nil where plain lines say nothing.
  func text(_ announcement: Announcement) -> String? {
    guard let words = words(announcement) else { return nil }
    guard hasLabels, let label = announcement.label else { return words }
    return VisibleText.of(label) + " " + words
  }

  private func words(_ announcement: Announcement) -> String? {
    switch announcement.event {
    case .started, .extended: nil
    case .tick: announcement.face
    case .paused: "paused"
    case .resumed: "resumed"
    case .milestone: announcement.remaining.compactText + " left"
    case .finished: "done"
    case .cancelled: "cancelled"
    }
  }
}
