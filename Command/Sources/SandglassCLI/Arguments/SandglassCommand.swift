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
      sandglass <duration> [--label <label>]
      sandglass until <time> [--label <label>]
      sandglass <label>=<duration> ... [until <label>=<time> ...]
      sandglass phases <name>=<duration> ... [--rounds <number>] [--wait]
      sandglass stopwatch|start|stop|lap|reset [<name>]
      sandglass list [--json] [--watch]
      sandglass status [<id-or-label>] [--format <text>] [--follow]
      sandglass attach <id-or-label>
      sandglass pause|resume|toggle|restart|skip|back|cancel <id-or-label> ...
      sandglass extend|shorten <id-or-label> ... <duration>
      sandglass rename <id-or-label> <label>
      sandglass save <name> -- <words> ...
      sandglass run [<name> [<words> ...]]
      sandglass help [<subcommand>]
      """,
    discussion: """
      EXAMPLES:
        sandglass 25m                 twenty-five minutes
        sandglass 1:30 --label Tea    a minute and a half, labelled Tea
        sandglass 1h 30m              an hour and a half
        sandglass until 18:00         to the next 18:00, today or tomorrow
        sandglass until 2026-12-31T23:59:59+08:00
        sandglass Tea=3m Eggs=7m      several at once
        sandglass phases Work=25m Break=5m --rounds 4
        sandglass stopwatch Run       count up, with laps
        sandglass 25m --detach        without the terminal
        sandglass 25m && say Break    run a command when it finishes
        sandglass 10s --json          one JSON object per line, for programs
        sandglass list                list the kept countdowns
        sandglass attach Tea          continue a kept countdown here
        sandglass pause Tea           pause one, whichever terminal shows it
        sandglass cancel Tea          cancel one, whichever terminal shows it

      DURATIONS: 90 (seconds), 25m, 1h30m, 1.5h, 500ms, 1:30, 1:00:05, PT1H30M

      TIMES: 18:00, 18:00:30, 6pm, 9, noon, midnight; tomorrow 9:00, fri 17:30,
      2026-12-24T09:00 in local time; dates with an offset, as in EXAMPLES. A
      countdown to a time in the past finishes immediately. If the clocks go forward
      and skip the time, the countdown ends later by as much as they skip, and a
      message says so. If they show it twice, the first time is meant that is still
      to come.

      KEYS, on a terminal:
      \(keys)

      KEEPING: Each countdown is saved in a file while it runs. Ctrl-C and q cancel
      the countdown and remove the file. If the program ends in any other way, such
      as Ctrl-\\, "kill", a closed terminal or a reboot, the countdown continues.
      Use "list" to see such countdowns, "attach" to continue one, and "cancel" to
      cancel one, by its id or its label. If a countdown ends while no process is
      running it, the next "attach" or "cancel" reports the end, once. If the file
      cannot be written, the countdown still runs, a warning is printed, and it is
      tried again. Only a cancellation or a reported end removes the file. A folder
      that belongs to another user, or that everyone can write to, is not used. See
      also "sandglass list --help".

      SIGNALS end the program within two seconds, even if nothing reads its output
      or a disk hangs, and leave the terminal as it was. The rest of its output is
      then dropped, and a warning is printed if records could not be written.

      OUTPUT to a pipe or a file is one line per reading. The last line is "done",
      "stopped", "cancelled", or "kept as" with the id. JSON has the events started,
      saved, attached, tick, paused, resumed, extended, restarted, renamed,
      milestone, phase, back, finished, stopped, cancelled and kept. Each has label
      (or null), remaining (in seconds), shown, missed (ticks that were not delivered
      in time), at, and id (null if the countdown is not kept). If started has an id,
      the file has been written. If that takes longer than a second, started has
      none, and saved follows with it.

      WITHOUT A TERMINAL: --detach lets a process of its own session count down. It
      carries out --exec, --notify and --sound, and ends by itself. "attach" shows
      the countdown again. If it cannot be kept, it is not started.

      PROGRAMS: --exec starts a program at least once for each event, with what has
      happened in its environment: SANDGLASS_EVENT, _NAME, _ID, _NUMBER, _AT, _LATE,
      _REMAINING, _PHASE and _NEXT. The number tells events apart. --sound plays a
      file with pw-play, paplay, afplay, ffplay or aplay.

      COMPLETION: sandglass --generate-completion-script bash (or zsh, or fish)
      prints a script for that shell.

      ENVIRONMENT: SANDGLASS_STATE_DIR is the folder for the files. By default, it
      is sandglass in XDG_STATE_HOME, or in ~/.local/state. SANDGLASS_CONFIG is the
      file of "save" and "run". TZ, LANG, TERM and NO_COLOR are respected. A terminal
      without TERM gets plain lines.

      EXIT STATUS: 0 finished, 130 cancelled, 129 hung up, 131 quit, 143
      terminated, 128 and its number for any other signal, 141 output closed, 74
      output failed, 64 invalid arguments, 71 too few open files or threads. Also for
      the subcommands: 66 no such countdown, and 1 not possible, for example because
      it has ended. After d: 75 left running.
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

  @Flag(name: .shortAndLong, help: "Print a short help. \"sandglass help\" prints this one.")
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
