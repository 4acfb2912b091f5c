import ArgumentParser

/// The words after `cancel`.
struct CancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandglass cancel",
    abstract: "Cancel a countdown that is kept and that nobody runs.",
    discussion: """
      The word is an id, as "sandglass list" shows it, or a label. One that ended
      while nobody ran it is told instead.

      EXIT STATUS: 0 removed, 66 there is none, 64 there are several, 75 another
      process runs it, 74 its record cannot be read or removed.
      """)

  @Argument(help: ArgumentHelp("The id or the label.", valueName: "word"))
  var word: String
}
