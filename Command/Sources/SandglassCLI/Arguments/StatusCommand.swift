import ArgumentParser

/// The arguments after `status`.
struct StatusCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "sandglass status",
    abstract: "Print one line about a countdown or stopwatch, for a status bar or a prompt.",
    discussion: """
      Without a name, the line is about the countdown that ends first, or else about
      a stopwatch. If nothing is kept, the line is empty.

      FORMAT: text with fields in braces, such as "{name} {left}". The fields are
      {name} {label} {id} {left} {seconds} {total} {percent} {state} {phase} {round}
      {rounds} {today} and {ends}, and {laps} of a stopwatch, whose {left} is its
      time. {today} is how many rounds were done today, as the log says: how often
      the first phase was. Two braces stand for one.

      With --follow, a line is printed whenever the text changes. While the countdown
      is paused, the process sleeps. Nothing is changed, and no end is reported.

      EXIT STATUS: 0 printed, 66 no such countdown, 64 several countdowns match, 74
      a record cannot be read, 71 the changes cannot be followed, 141 output closed.
      """)
  static let options = "--format, --follow, --json, --help"

  @Argument(help: ArgumentHelp("The id or the label.", valueName: "id-or-label"))
  var word: String?

  @Option(help: ArgumentHelp("The format of the line.", valueName: "text"))
  var format: String?

  @Flag(help: "Print another line after each change.")
  var follow = false

  @Flag(help: "Print a JSON object.")
  var json = false

  func invocation() throws(UsageError) -> Invocation {
    .status(
      StatusRequest(word: word, format: try statusFormat, isJSON: json, follows: follow))
  }

  private var statusFormat: StatusFormat {
    get throws(UsageError) {
      guard let format else { return .standard }
      do throws(StatusFormat.FormatError) {
        return try StatusFormat(parsing: format)
      } catch {
        throw UsageError(error.message)
      }
    }
  }
}
