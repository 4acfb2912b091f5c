import ArgumentParser
import Sandglass
import SandglassCore
import SandglassLedger

/// A subcommand that changes kept countdowns, whichever processes run them.
protocol ChangeCommand: Subcommand {
  /// The countdowns to change.
  var selection: SelectionArguments { get }

  static var command: String { get }
  static var abstract: String { get }
  static var details: String { get }
  static var usage: String { get }

  /// The operation, and the words that name the countdowns.
  func parts() throws(UsageError) -> (CountdownOperation, words: [String])
}

/// The countdowns that a subcommand is to change, and how it answers.
struct SelectionArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The ids, as \"sandglass list\" shows them, or the labels.", valueName: "id-or-label"))
  var words: [String] = []

  @Flag(help: "Choose all kept countdowns to which this applies.")
  var all = false

  @Flag(help: "Write JSON, one object per line.")
  var json = false

  /// Returns the countdowns that the words name.
  ///
  /// - Parameters:
  ///   - name: The name of the subcommand.
  ///   - words: The words; nil for all of them.
  /// - Returns: The countdowns.
  /// - Throws: ``UsageError`` if there are no names, or names and `--all`.
  func countdowns(
    for name: String, named words: [String]? = nil
  ) throws(UsageError) -> KeptSelection {
    let words = words ?? self.words
    guard words.isEmpty == all else {
      throw UsageError(
        (all ? "--all and names were given" : "nothing to \(name)")
          + "; accepted: an id or a label, or --all")
    }
    return all ? .all : .named(words)
  }
}

extension ChangeCommand {
  static var options: String { "--all, --json, --help" }
  static var usage: String { "sandglass \(command) <id-or-label> ... [--all] [--json]" }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "sandglass \(command)", abstract: abstract, usage: usage,
      discussion: details + "\n\n" + """
        This works whichever process runs the countdown, or if none does. A process
        that shows the countdown shows the change at once.

        EXIT STATUS: 0 done, or as it was to be already; 1 not possible, for example
        because the countdown has ended; 66 no such countdown; 64 several countdowns
        match; 74 a record cannot be read or written.
        """)
  }

  func invocation() throws(UsageError) -> Invocation {
    let (operation, words) = try parts()
    let countdowns = try selection.countdowns(for: operation.name, named: words)
    return .change(countdowns, operation, isJSON: selection.json)
  }
}

/// A ``ChangeCommand`` whose words are all names.
protocol PlainChangeCommand: ChangeCommand {
  static var operation: CountdownOperation { get }
}

extension PlainChangeCommand {
  static var command: String { operation.name }
  func parts() throws(UsageError) -> (CountdownOperation, words: [String]) {
    (Self.operation, selection.words)
  }
}

struct PauseCommand: PlainChangeCommand {
  static let operation = CountdownOperation.pause
  static let abstract = "Pause kept countdowns."
  static let details = "The remaining time stands still until the countdown is resumed."
  @OptionGroup var selection: SelectionArguments
}

struct ResumeCommand: PlainChangeCommand {
  static let operation = CountdownOperation.resume()
  static let abstract = "Resume kept countdowns that are paused."
  static let details = "The countdown goes on with the time that was left."
  @OptionGroup var selection: SelectionArguments
}

struct ToggleCommand: PlainChangeCommand {
  static let operation = CountdownOperation.toggle
  static let abstract = "Pause kept countdowns, or resume them if none of them is running."
  static let details = "This is what the space key does."
  @OptionGroup var selection: SelectionArguments
}

struct RestartCommand: PlainChangeCommand {
  static let operation = CountdownOperation.startAgain
  static let abstract = "Start kept countdowns again from their whole duration."
  static let details = "A countdown to a time cannot be started again."
  @OptionGroup var selection: SelectionArguments
}

struct SkipCommand: PlainChangeCommand {
  static let operation = CountdownOperation.skip
  static let abstract = "End the current phase of kept countdowns, and begin the next."
  static let details = "After the last phase, the countdown has finished."
  @OptionGroup var selection: SelectionArguments
}

struct BackCommand: PlainChangeCommand {
  static let operation = CountdownOperation.back
  static let abstract = "Go back to the beginning of the previous phase."
  static let details = "In the first phase, that phase begins again."
  @OptionGroup var selection: SelectionArguments
}

struct CancelCommand: PlainChangeCommand {
  static let operation = CountdownOperation.cancel
  static let abstract = "Cancel kept countdowns, and remove their records."
  static let details = """
    A process that shows the countdown announces the cancellation and ends with
    status 130. If a countdown ended while no process was running it, its end is
    reported instead.
    """
  @OptionGroup var selection: SelectionArguments
}

/// A ``ChangeCommand`` whose last word is a duration.
protocol DurationChangeCommand: ChangeCommand {
  static func operation(_ duration: Duration) -> CountdownOperation
}

extension DurationChangeCommand {
  static var command: String { operation(.zero).name }
  static var usage: String {
    """
    sandglass \(command) <id-or-label> ... <duration> [--json]
    sandglass \(command) --all <duration> [--json]
    """
  }

  func parts() throws(UsageError) -> (CountdownOperation, words: [String]) {
    guard let text = selection.words.last else {
      throw UsageError("no duration; accepted: sandglass \(Self.command) Tea 5m")
    }
    // A word without a digit is a name, so the duration is what is missing.
    guard text.contains(where: \.isNumber) else {
      throw UsageError(
        "no duration after \"\(text)\"; accepted: sandglass \(Self.command) \(ShellWord.of(text)) 5m"
      )
    }
    let duration = try CountdownWords.duration(text)
    guard duration > .zero else {
      throw UsageError("\(Self.command) by \"\(text)\" changes nothing; accepted: more than 0")
    }
    return (Self.operation(duration), selection.words.dropLast())
  }
}

struct ExtendCommand: DurationChangeCommand {
  static func operation(_ duration: Duration) -> CountdownOperation { .extend(by: duration) }
  static let abstract = "Add time to kept countdowns."
  static let details = "With phases, the current phase becomes longer."
  @OptionGroup var selection: SelectionArguments
}

struct ShortenCommand: DurationChangeCommand {
  static func operation(_ duration: Duration) -> CountdownOperation {
    .shorten(by: duration)
  }
  static let abstract = "Take time from kept countdowns."
  static let details = "At least a second remains, so that a countdown never ends by this."
  @OptionGroup var selection: SelectionArguments
}

/// The arguments after `rename`.
struct RenameCommand: ChangeCommand {
  static let command = "rename"
  static let usage = "sandglass rename <id-or-label> <new-label> [--json]"
  static let options = "--json, --help"
  static let abstract = "Give a kept countdown another label."
  static let details = "Its id stays the same."
  @OptionGroup var selection: SelectionArguments

  func parts() throws(UsageError) -> (CountdownOperation, words: [String]) {
    guard selection.words.count == 2, let label = selection.words.last, !label.isEmpty,
      !selection.all
    else {
      throw UsageError("rename needs a name and a new label; accepted: sandglass rename Tea Chai")
    }
    return (.setLabel(label), [selection.words[0]])
  }
}
