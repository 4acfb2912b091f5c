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
