import ArgumentParser

/// The arguments after `help`.
struct HelpCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "sandglass help",
    abstract: "Explain everything, or one subcommand.",
    usage: "sandglass help [<subcommand>]",
    discussion: """
      "sandglass --help" is shorter.

      EXIT STATUS: 0 printed, 64 no such subcommand, 141 output closed.
      """)
  static let options = "--help"

  @Argument(help: "The subcommand.")
  var subcommand: String?

  func invocation() throws(UsageError) -> Invocation {
    guard let subcommand else { return .print(SandglassCommand.helpMessage()) }
    guard let command = Invocation.subcommands.first(where: { $0.name == subcommand }) else {
      let meant = Spelling.nearest(to: subcommand, among: Invocation.commandNames)
      throw UsageError(
        "\"\(subcommand)\" is no subcommand; "
          + (meant.map { "did you mean \"sandglass help \($0)\"? " } ?? "") + "accepted: "
          + Invocation.commandNames.joined(separator: ", "))
    }
    return .print(command.helpMessage())
  }
}

extension SandglassCommand {
  /// The help that fits on a screen of 24 lines.
  static let shortHelp = """
    Counts down and up in a terminal, and goes on when the terminal is closed.

      sandglass 25m --label Tea           count down; also 90, 1:30, 1h30m, PT5M
      sandglass until 18:00               to a time; also noon, tomorrow 9:00
      sandglass Tea=3m Eggs=7m            several at once
      sandglass phases Work=25m Break=5m  one after the other; --rounds 4, --wait,
                                          --long-break 15m, --every 4
      sandglass stopwatch Run             count up; also start, stop, lap, reset
      sandglass list                      what is saved; also status, attach, log
      sandglass pause Tea                 in any terminal; also resume, toggle,
                                          extend, shorten, restart, skip, back,
                                          rename, cancel
      sandglass save tea -- 3m            a preset, for "sandglass tea" or "run tea"

    -l, --label <label>   -m, --milestone <duration>   -o, --overtime   --json
    --no-keep   --no-log   --detach   --pause-asleep   --step <step>   -b, --big
    -q, --quiet   -n, --notify   --sound <file>   
    --exec-on end,phase,milestone   -e, --exec <program> ...

    Keys: space pauses, + and - change the time, q cancels, ? shows all of them.
    Exit status: 0 finished, 130 cancelled.

    "sandglass help" explains everything, "sandglass help pause" a subcommand.
    """
}
