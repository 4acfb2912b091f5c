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
        sandglass 25m                 twenty-five minutes
        sandglass 1:30 --label Tea    a minute and a half, with a name
        sandglass 1h 30m              an hour and a half
        sandglass until 18:00         to six o'clock: today's, or tomorrow's
        sandglass until 2026-12-31T23:59:59+08:00
        sandglass Tea=3m Eggs=7m      several at once
        sandglass 25m && say Break    something afterwards, unless cancelled
        sandglass 10s --json          one JSON object a line, for programs

      DURATIONS: 90 (seconds), 25m, 1h30m, 1.5h, 500ms, 1:30, 1:00:05, PT1H30M

      TIMES: 18:00, 18:00:30, 6pm, and dates with an offset as above. A date
      that has passed finishes at once.

      KEYS, on a terminal:
        space    pause, or resume
        + -      add or take a minute
        q        cancel, as Ctrl-C does

      Elsewhere each reading is a line; the last one is "done" or "cancelled".
      JSON has the events started, tick, paused, resumed, extended, milestone,
      finished and cancelled, each with label (null without one), remaining (in
      seconds), shown, missed (ticks not told in time) and at.

      EXIT STATUS: 0 finished, 130 cancelled, 129 hung up, 131 quit, 143
      terminated, 141 output closed, 74 output failed, 64 words not understood.
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
