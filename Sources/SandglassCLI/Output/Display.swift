/// Where a person or a program sees what is told.
@MainActor
protocol Display: AnyObject {
  /// Tells something of the countdown with this index.
  func show(_ announcement: Announcement, of index: Int)

  /// Takes the terminal, at the start and whenever it is ours again.
  func enter()

  /// Gives the terminal back, at the end and before the process stops.
  func leave()

  /// Forgets a terminal that another job has taken meanwhile.
  func abandon()

  /// Clears the place where it draws for a line of somebody else's, and draws again soon.
  func makeRoom()

  /// Draws again, in the terminal's present size.
  func redraw()
}

extension Display {
  func enter() {}
  func leave() {}
  func abandon() {}
  func makeRoom() {}
  func redraw() {}
}

/// Tells in lines: for pipes and files, in JSON, and on terminals that cannot move their cursor.
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
