import ArgumentParser
import Sandglass

/// The options for showing countdowns.
struct DisplayArguments: ParsableArguments {
  /// The options to name when another one is refused.
  static let options = "--step, --big, --quiet, --no-log"

  @Option(
    help: ArgumentHelp("By how much + and - change it.", valueName: "step"))
  var step: String?

  @Flag(name: .shortAndLong, help: "Show large digits, if there is room.")
  var big = false

  @Flag(name: .shortAndLong, help: "Do not ring the terminal's bell.")
  var quiet = false

  @Flag(help: "Keep it out of the log.")
  var noLog = false

  /// Returns the options for the output.
  ///
  /// - Parameters:
  ///   - isJSON: Whether the output is JSON.
  ///   - reactions: What else is done when something happens.
  /// - Returns: The options.
  /// - Throws: ``UsageError`` if an option is not valid.
  func output(isJSON: Bool, _ reactions: Reactions) throws(UsageError) -> OutputOptions {
    var options = OutputOptions(
      isJSON: isJSON, isQuiet: quiet, isBig: big, isLogged: !noLog, reactions: reactions)
    guard let step else { return options }
    options.step = try CountdownWords.duration(step)
    guard options.step > .zero else {
      throw UsageError("a step of \"\(step)\" changes nothing; accepted: more than 0")
    }
    return options
  }
}
