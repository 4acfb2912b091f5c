import ArgumentParser
import Sandglass

/// The command line: its words and options, and its help.
///
/// What works on countdowns of other processes may become subcommands; what is no subcommand's
/// name counts down here.
struct SandglassCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandglass",
    abstract: "Count down to the end of a duration, or to a time.",
    usage: """
      sandglass <duration> [--label <label>]
      sandglass until <time> [--label <label>]
      sandglass <label>=<duration> ... [until <label>=<time> ...]
      """,
    discussion: """
      EXAMPLES:
        sandglass 25m                    twenty-five minutes
        sandglass 1:30 --label Tea       a minute and a half, named
        sandglass 1h 30m                 an hour and a half
        sandglass until 18:00            to six o'clock, tomorrow's if today's has passed
        sandglass until 2026-12-31T23:59:59+08:00
        sandglass Tea=3m Eggs=7m         several at once
        sandglass 10s --json             one JSON object a line, for programs
        sandglass 25m && say Break       something afterwards, unless cancelled

      DURATIONS: 90 (seconds), 25m, 1h30m, 1.5h, 500ms, 1:30, 1:00:05, PT1H30M
      TIMES:     18:00, 18:00:30, 6pm, and dates as above, which end at once if passed

      KEYS, on a terminal:
        space    pause, and resume
        + -      add or take a minute
        q        cancel, as Ctrl-C does

      Elsewhere each reading is a line, and the last line is "done" or "cancelled".
      JSON lines have the keys event, label (null if there is none), remaining (in seconds),
      shown, missed and at. The events are started, tick, paused, resumed, extended, milestone,
      finished and cancelled.

      EXIT STATUS: 0 finished; 130 cancelled; 129, 131 and 143 ended by SIGHUP, SIGQUIT and
      SIGTERM; 141 output closed; 64 words not understood.
      """,
    version: "0.1.0")

  @Argument(help: ArgumentHelp("What to count down, as shown above.", valueName: "countdown"))
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
      isJSON: json,
      isQuiet: quiet)
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
