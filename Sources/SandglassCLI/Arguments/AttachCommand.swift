import ArgumentParser

/// The words after `attach`.
struct AttachCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandglass attach",
    abstract: "Count on, on this terminal, with a countdown that is kept.",
    discussion: """
      The word is an id, as "sandglass list" shows it, or a label. A paused
      countdown is paused still. One that ended while nobody ran it is told, and
      its record is removed. JSON has the event attached instead of started, with
      known: exact, estimated or suspect.

      EXIT STATUS: as of a new countdown, and 66 there is none, 64 there are
      several, 75 another process runs it, 74 its record cannot be read or claimed.
      """)

  @Argument(help: ArgumentHelp("The id or the label.", valueName: "word"))
  var word: String

  @Flag(help: "Write one JSON object a line, and nothing else.")
  var json = false

  @Flag(name: .shortAndLong, help: "Do not ring the terminal's bell.")
  var quiet = false
}
