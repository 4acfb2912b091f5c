import ArgumentParser

/// The arguments after `cancel`.
struct CancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandglass cancel",
    abstract: "Cancel a kept countdown.",
    discussion: """
      Give the countdown's id, as "sandglass list" shows it, or its label. If another
      process is running it, that process announces the cancellation and ends with
      status 130. If the countdown ended while no process was running it, its end is
      reported instead.

      EXIT STATUS: 0 removed, 66 no such countdown, 64 several countdowns match, 74
      its record cannot be read or removed.
      """)

  @Argument(help: ArgumentHelp("The id or the label.", valueName: "id-or-label"))
  var word: String
}
