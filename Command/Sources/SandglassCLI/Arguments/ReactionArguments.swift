import ArgumentParser

/// The options for what else is done when something happens.
///
/// Commands have this group beside ``DisplayArguments``, not in it: in debug builds, ArgumentParser validates a group
/// several times, and that many times again for each group around it.
struct ReactionArguments: ParsableArguments {
  /// The options to name when another one is refused.
  static let options = "--notify, --sound, --exec-on, --exec"

  @Flag(name: .shortAndLong, help: "Notify on the desktop at each end.")
  var notify = false

  @Option(
    help: ArgumentHelp(
      "Play a sound at each event.", valueName: "file"))
  var sound: String?

  @Option(
    help: ArgumentHelp(
      "When --exec does: end,phase,milestone.",
      valueName: "events"))
  var execOn: String?

  @Option(
    name: .shortAndLong, parsing: .remaining,
    help: ArgumentHelp(
      "Run a program at the end, without a shell.", valueName: "program"))
  var exec: [String] = []

  /// - Throws: ``UsageError`` if an event is unknown, or if there is no program.
  func reactions() throws(UsageError) -> Reactions {
    var reactions = Reactions(program: exec, notifies: notify, sound: sound)
    guard let execOn else { return reactions }
    guard !exec.isEmpty else {
      throw UsageError("--exec-on needs a program; accepted: --exec-on phase --exec say Break")
    }
    reactions.events = []
    for word in execOn.split(separator: ",", omittingEmptySubsequences: false) {
      guard let event = Reactions.Event(rawValue: String(word)) else {
        throw UsageError("--exec-on \"\(word)\" is no event; accepted: end, phase, milestone")
      }
      reactions.events.append(event)
    }
    return reactions
  }
}
