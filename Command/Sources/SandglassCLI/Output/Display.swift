/// Shows announcements to the user, as lines or as a frame.
@MainActor
protocol Display: AnyObject {
  /// Displays an announcement about the countdown with the given index.
  func show(_ announcement: Announcement, of index: Int)

  /// Shows which rows keys act on.
  func show(_ selection: Selection)

  /// Shows what all keys do, or hides it.
  func toggleHelp()

  /// Takes over the terminal, at the start and whenever this job returns to the foreground.
  func enter()

  /// Restores the terminal, at the end and before the process is stopped.
  func leave()

  /// Stops using a terminal that another job has taken.
  func abandon()

  /// Clears the frame so that a line can be printed in its place. The frame is redrawn soon
  /// afterwards.
  func makeRoom()

  /// Redraws the frame to fit the terminal's current size.
  func redraw()

  /// What restores the terminal if nothing else can any more.
  var rescue: String { get }

  /// Whether somebody sees each number.
  var showsTicks: Bool { get }
}

extension Display {
  func show(_ selection: Selection) {}
  func toggleHelp() {}
  func enter() {}
  func leave() {}
  func abandon() {}
  func makeRoom() {}
  func redraw() {}
  var rescue: String { "" }
  var showsTicks: Bool { true }
}

/// A display that prints lines: for pipes and files, for JSON, and for terminals that cannot move
/// their cursor.
@MainActor
final class LineDisplay: Display {
  private let output: StandardStream
  private let text: (Announcement) -> String?

  init(_ output: StandardStream, text: @escaping (Announcement) -> String?) {
    self.output = output
    self.text = text
  }

  var showsTicks: Bool { !output.isDiscarded }

  func show(_ announcement: Announcement, of index: Int) {
    if let line = text(announcement) { output.write(line: line) }
  }
}
