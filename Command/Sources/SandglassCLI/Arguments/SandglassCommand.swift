import ArgumentParser
import Sandglass

/// The command line: its arguments and options, and its help.
///
/// The subcommands are ``Invocation/subcommands``. With any other first argument, this command starts
/// countdowns.
struct SandglassCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandglass",
    abstract: "Count down a duration, or to a time or date, or count up.",
    usage: """
      sandglass <duration> | until <time> | <preset> [<options>]
      sandglass <label>=<duration> ... [until <label>=<time> ...]
      sandglass phases <name>=<duration> ... [--rounds <number>] [--wait]
      sandglass stopwatch|start|stop|lap|reset [<name>]
      sandglass list | log | status | attach <id-or-label> | save | run | help
      sandglass pause|resume|toggle|restart|skip|back|cancel <id-or-label> ...
      sandglass extend|shorten|rename <id-or-label> <duration-or-label>
      """,
    discussion: """
      EXAMPLES:
        sandglass 25m --label Tea     twenty-five minutes, under a label
        sandglass until 18:00         to the next 18:00, today or tomorrow
        sandglass Tea=3m Eggs=7m      several at once
        sandglass phases Work=25m Break=5m --rounds 4
        sandglass 25m && say Break    run a command when it finishes
        sandglass list                list what is kept
        sandglass attach Tea          continue a kept countdown here
        sandglass cancel Tea          cancel it, whichever terminal shows it

      DURATIONS: 90 (seconds), 25m, 1h30m, 1.5h, 500ms, 1:30, 1:00:05, PT1H30M

      TIMES: 18:00, 18:00:30, 6pm, 9, noon, midnight; tomorrow 9:00, fri 17:30,
      2026-12-24T09:00, 2026-12-31T23:59:59+08:00

      KEYS, on a terminal:
      \(keys)

      KEEPING: Each countdown has a file while it runs. Ctrl-C and q cancel it. If
      the program ends in any other way, such as Ctrl-\\, "kill" or a reboot, the
      countdown goes on, and the next "attach" or "cancel" tells its end, once.

      OUTPUT to a pipe or a file is one line per reading. The last line is "done",
      "stopped", "cancelled", or "kept as" with the id.

      PROGRAMS find in their environment what has happened: SANDGLASS_EVENT, _NAME,
      _ID, _NUMBER, _AT, _LATE, _REMAINING, _PHASE and _NEXT.

      ENVIRONMENT: SANDGLASS_STATE_DIR is the folder of the files, by default
      sandglass in XDG_STATE_HOME or ~/.local/state. SANDGLASS_LOG is the file of the
      log, and SANDGLASS_CONFIG that of the presets. TZ, LANG, TERM and NO_COLOR are
      respected.

      EXIT STATUS: 0 finished, 130 cancelled, 75 left running with d, 128 and its
      number for any other signal; 1 not possible, 64 not understood, 66 no such
      countdown, 71 too few files or threads, 74 not read or written, 141 output
      closed.
      """,
    version: "0.1.0",
    // It is an option of this command, which prints the short help.
    helpNames: [])

  private static let keys =
    KeyHelp.table(
      step: "a minute, or --step; at least a second remains", arrows: "up down"
    )
    .map { "  " + $0 }.joined(separator: "\n")

  @Argument(
    help: ArgumentHelp("The durations and times, as shown above.", valueName: "countdown"))
  var words: [String] = []

  @OptionGroup var run: RunArguments

  @Flag(name: .shortAndLong, help: "Print a short help.")
  var help = false

  /// Returns the request that the arguments describe.
  ///
  /// - Parameters:
  ///   - now: The current wall-clock time.
  ///   - localTime: The rule for local time.
  ///   - presets: Returns the names of the presets.
  /// - Returns: The request to run countdowns.
  /// - Throws: ``UsageError`` if the arguments are not valid.
  func request(
    at now: WallMoment, localTime: LocalTimeRule, presets: @escaping () -> [String] = { [] }
  ) throws(UsageError) -> RunRequest {
    let parser = CountdownWords(now: now, localTime: localTime, presets: presets)
    return try run.request(try parser.requests(words, label: run.label))
  }
}
