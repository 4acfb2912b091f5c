import ArgumentParser
import Sandglass

/// The command line: its words and options, and its help.
///
/// What works on kept countdowns has commands of its own: ``ListCommand``, ``AttachCommand`` and
/// ``CancelCommand``. Every other first word counts down here.
struct SandglassCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandglass",
    abstract: "Count down to the end of a duration, or to a time.",
    usage: """
      sandglass <duration> [--label <label>]
      sandglass until <time> [--label <label>]
      sandglass <label>=<duration> ... [until <label>=<time> ...]
      sandglass list [--json]
      sandglass attach <word>
      sandglass cancel <word>
      """,
    discussion: """
      EXAMPLES:
        sandglass 25m                 twenty-five minutes
        sandglass 1:30 --label Tea    a minute and a half, with a name
        sandglass 1h 30m              an hour and a half
        sandglass until 18:00         to six o'clock: today's, or tomorrow's
        sandglass until 2026-12-31T23:59:59+08:00
        sandglass Tea=3m Eggs=7m      several at once
        sandglass 25m && say Break    something afterwards, unless cancelled
        sandglass 10s --json          one JSON object a line, for programs
        sandglass list                the countdowns that are kept
        sandglass attach Tea          counts on after a closed terminal
        sandglass cancel Tea          removes one that nobody runs

      DURATIONS: 90 (seconds), 25m, 1h30m, 1.5h, 500ms, 1:30, 1:00:05, PT1H30M

      TIMES: 18:00, 18:00:30, 6pm, and dates with an offset as above. A date
      that has passed finishes at once. Where the clocks are put forward over a
      time, it ends as much later, and that is said.

      KEYS, on a terminal:
        space    pause, or resume
        + -      add or take a minute
        q        cancel, as Ctrl-C does

      KEEPING: a countdown is kept in a file while it runs. Ctrl-C and q cancel
      it. Whatever else ends the program leaves it: a closed terminal, Ctrl-\\, a
      kill, a restart of the system. It goes on: "list" shows it, "attach" counts on
      here, "cancel" removes it, by its id or its label. One that ended while nobody
      ran it is told once, by the next "list" or "attach". A file that cannot be
      written costs a warning and nothing else. A folder that belongs to somebody
      else, or that everybody can write, is not used. See also "sandglass list
      --help".

      SIGNALS end it within two seconds, also where nobody reads what it writes or
      a disk hangs: then it drops what is not written, and says so of records.

      Elsewhere each reading is a line; the last one is "done", "cancelled", or
      "kept" with its id. JSON has the events started, attached, tick, paused,
      resumed, extended, milestone, finished, cancelled and kept, each with label
      (null without one), remaining (in seconds), shown, missed (ticks not told in
      time), at, and id (null if it is not kept). What is announced as started with
      an id is in its file; what the disk has not taken within a second is not kept.

      ENVIRONMENT: SANDGLASS_STATE_DIR is the folder of the files. Without it, it is
      sandglass in XDG_STATE_HOME, or in ~/.local/state. TZ, LANG, TERM and NO_COLOR
      are heeded; a terminal without TERM gets lines.

      EXIT STATUS: 0 finished, 130 cancelled, 129 hung up, 131 quit, 143
      terminated, 141 output closed, 74 output failed, 64 words not understood,
      71 too few open files or threads; attach and cancel: 66 no such countdown,
      75 another process runs it.
      """,
    version: "0.1.0")

  @Argument(
    help: ArgumentHelp("What to count down, as shown above.", valueName: "countdown"),
    completion: .list(Invocation.commandNames + ["until"]))
  var words: [String] = []

  @Option(name: .shortAndLong, help: "The name of the countdown.")
  var label: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Tell when this much remains; may be given several times.", valueName: "duration"))
  var milestone: [String] = []

  @Flag(help: "Write one JSON object a line, and nothing else.")
  var json = false

  @Flag(name: .shortAndLong, help: "Do not ring the terminal's bell.")
  var quiet = false

  @Flag(help: "Do not keep a record of the countdown.")
  var noKeep = false

  /// What these words ask for.
  ///
  /// - Parameters:
  ///   - now: The time by the wall clock.
  ///   - localTime: What the clocks of this place show.
  /// - Returns: The request.
  /// - Throws: ``UsageError`` if the words are not understood.
  func request(
    at now: WallMoment, localTime: LocalTimeRule
  ) throws(UsageError) -> RunRequest {
    let parser = CountdownWords(now: now, localTime: localTime)
    return RunRequest(
      countdowns: try parser.requests(words, label: label),
      milestones: try milestones(),
      output: OutputOptions(isJSON: json, isQuiet: quiet),
      isKept: !noKeep)
  }

  private func milestones() throws(UsageError) -> [Duration] {
    var milestones: [Duration] = []
    for text in milestone { milestones.append(try positiveDuration(text)) }
    return milestones
  }

  private func positiveDuration(_ text: String) throws(UsageError) -> Duration {
    let duration = try CountdownWords.duration(text)
    guard duration > .zero else {
      throw UsageError("a milestone of nothing is the end itself; accepted: more than 0")
    }
    return duration
  }
}
