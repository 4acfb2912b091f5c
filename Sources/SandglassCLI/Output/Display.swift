/// An output for announcements.
@MainActor
protocol Display: AnyObject {
  /// Displays an announcement of the countdown with this index.
  func show(_ announcement: Announcement, of index: Int)

  /// Takes over the terminal, at the start and whenever this job returns to the foreground.
  func enter()

  /// Restores the terminal, at the end and before the process is stopped.
  func leave()

  /// Stops using a terminal that another job has taken.
  func abandon()

  /// Clears the frame so that another line can be printed in its place, and redraws it soon.
  func makeRoom()

  /// Redraws the frame in the terminal's current size.
  func redraw()
}

extension Display {
  func enter() {}
  func leave() {}
  func abandon() {}
  func makeRoom() {}
  func redraw() {}
}

/// Prints lines: for pipes and files, for JSON, and for terminals that cannot move their cursor.
@MainActor
final class LineDisplay: Display {
  private let output: StandardStream
  private let text: (Announcement) -> String?

  init(_ output: StandardStream, text: @escaping (Announcement) -> String?) {
    self.output = output
    self.text = text
  }

  func show(_ announcement: Announcement, of index: Int) {
    if let line = text(announcement) { output.write(line: line) }
  }
}
