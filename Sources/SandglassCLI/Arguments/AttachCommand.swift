import ArgumentParser

/// The arguments after `attach`.
struct AttachCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "sandglass attach",
    abstract: "Continue a kept countdown on this terminal.",
    discussion: """
      Give the countdown's id, as "sandglass list" shows it, or its label. A paused
      countdown stays paused. Several terminals may show one countdown, and each
      shows what the others do. If the countdown ended while no process was running
      it, its end is reported and its record is removed. In JSON, the event attached
      replaces started, and its member known is exact, estimated or suspect.

      EXIT STATUS: as for a new countdown; also 66 no such countdown, 64 several
      countdowns match, 74 its record cannot be read.
      """)
  static let options = "--json, --quiet, --help"

  @Argument(help: ArgumentHelp("The id or the label.", valueName: "id-or-label"))
  var word: String

  @Flag(help: "Write one JSON object per line, and nothing else.")
  var json = false

  @Flag(name: .shortAndLong, help: "Do not ring the terminal's bell.")
  var quiet = false

  func invocation() -> Invocation {
    .attach(word, OutputOptions(isJSON: json, isQuiet: quiet))
  }
}
