import ArgumentParser

/// The arguments after `attach`.
struct AttachCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "sandglass attach",
    abstract: "Continue kept countdowns on this terminal.",
    usage: "sandglass attach <id-or-label> ... [--all] [<options>]",
    discussion: """
      Give the ids, as "sandglass list" shows them, or the labels. A paused countdown
      stays paused. Several terminals may show one countdown, and each shows what the
      others do. If a countdown ended while no process was running it, its end is
      reported and its record is removed. In JSON, the event attached replaces
      started, and its member known is exact, estimated or suspect.

      EXIT STATUS: as for a new countdown; also 66 no such countdown, 64 several
      countdowns match, 74 its record cannot be read.
      """)
  static let options =
    "--all, --json, --wait, "
    + DisplayArguments.options + ", " + ReactionArguments.options + ", --help"

  @OptionGroup var selection: SelectionArguments

  @Flag(name: .shortAndLong, help: "Pause at the beginning of each further phase.")
  var wait = false

  @OptionGroup var display: DisplayArguments

  @OptionGroup var reactions: ReactionArguments

  func invocation() throws(UsageError) -> Invocation {
    .attach(
      try selection.countdowns(for: "attach"),
      try display.output(isJSON: selection.json, try reactions.reactions()),
      waits: wait)
  }
}
