import ArgumentParser
import Sandglass

/// The options of every command that starts countdowns.
struct RunArguments: ParsableArguments {
  /// The options to name when another one is refused.
  static let options =
    "--label, --milestone, --overtime, --json, --no-keep, --detach, --pause-asleep, "
    + DisplayArguments.options + ", " + ReactionArguments.options

  @Option(name: .shortAndLong, help: "The label of the countdown.")
  var label: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Report when 5m are left, at 50%, or +5m after the start.",
      valueName: "duration"))
  var milestone: [String] = []

  @Flag(name: .shortAndLong, help: "Count past zero until it is cancelled.")
  var overtime = false

  @Flag(help: "Write one JSON object per line.")
  var json = false

  @Flag(help: "Keep no record.")
  var noKeep = false

  @Flag(help: "Count down without the terminal.")
  var detach = false

  @Flag(help: "Pause while the computer sleeps.")
  var pauseAsleep = false

  @OptionGroup var display: DisplayArguments

  @OptionGroup var reactions: ReactionArguments
}

extension RunArguments {
  /// Returns the request to run these countdowns.
  ///
  /// - Throws: ``UsageError`` if an option is not valid.
  func request(_ countdowns: [CountdownRequest]) throws(UsageError) -> RunRequest {
    guard !detach || !noKeep else {
      throw UsageError("--detach needs a record; accepted: --detach without --no-keep")
    }
    let milestones = try milestones()
    return RunRequest(
      countdowns: countdowns,
      milestones: milestones,
      countsPastZero: overtime,
      output: try display.output(isJSON: json, try reactions.reactions()),
      isKept: !noKeep, isDetached: detach, pausesAsleep: pauseAsleep)
  }

  /// Returns the label.
  ///
  /// - Throws: ``UsageError`` if the label is empty.
  func checkedLabel() throws(UsageError) -> String? {
    guard label != "" else { throw UsageError("the label is empty; accepted: --label Tea") }
    return label
  }

  private func milestones() throws(UsageError) -> [Milestone] {
    var milestones: [Milestone] = []
    for text in milestone { milestones.append(try MilestoneWords.milestone(text)) }
    return milestones
  }
}
