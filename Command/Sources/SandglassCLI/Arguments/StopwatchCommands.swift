import ArgumentParser
import SandglassCore
import SandglassLedger

/// The name of a stopwatch, and how the subcommand answers.
struct StopwatchArguments: ParsableArguments {
  static let options = "--json, --help"

  @Argument(help: "The name of the stopwatch.")
  var name = "stopwatch"

  @Flag(help: "Write JSON, one object per line.")
  var json = false

  /// Returns the id of the stopwatch's record.
  ///
  /// - Throws: ``UsageError`` if no id can be made of the name.
  func id() throws(UsageError) -> String {
    guard name.contains(where: { $0.isLetter || $0.isNumber }) else {
      throw UsageError("\"\(name)\" is no name of a stopwatch; accepted: a name such as Run")
    }
    return KeptID.stem(of: name)
  }
}

/// The arguments after `stopwatch`.
struct StopwatchCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "sandglass stopwatch",
    abstract: "Count up, with laps.",
    discussion: """
      A stopwatch of that name is started. If it is kept already, it is shown as it
      is: running, or stopped. It counts whether or not a process shows it, also
      while the computer sleeps or is off. Several terminals may show it, and
      "sandglass start", "stop", "lap" and "reset" change it from anywhere.

      KEYS: space stops and starts; l ends a lap; r resets to zero; d leaves the
      stopwatch running; q and Ctrl-C end it, with its time and its laps left on the
      screen. The other processes that show it end, too. Without a terminal, a line
      is written each second, and for each lap. A JSON object has id, state (running,
      stopped, reset), elapsed (in seconds), face, laps (their durations) and known.

      EXIT STATUS: 0 ended, here or elsewhere, 75 left with d, 129 hung up, 131 quit,
      143 terminated, 141 output closed.
      """)
  static let options = "--big, " + StopwatchArguments.options

  @OptionGroup var stopwatch: StopwatchArguments

  @Flag(name: .shortAndLong, help: "Show large digits, if there is room.")
  var big = false

  func invocation() throws(UsageError) -> Invocation {
    .stopwatch(try stopwatch.id(), isJSON: stopwatch.json, isBig: big)
  }
}

/// A subcommand that changes a kept stopwatch, whichever processes show it.
protocol StopwatchChangeCommand: Subcommand {
  static var operation: StopwatchOperation { get }
  static var abstract: String { get }
  static var details: String { get }
  var stopwatch: StopwatchArguments { get }
}

extension StopwatchChangeCommand {
  static var options: String { StopwatchArguments.options }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "sandglass \(operation.name)", abstract: abstract,
      discussion: details + "\n\n" + """
        A terminal that shows the stopwatch shows the change at once.

        EXIT STATUS: 0 done, or as it was to be already; 1 not possible; 66 no such
        stopwatch; 74 its record cannot be read or written.
        """)
  }

  func invocation() throws(UsageError) -> Invocation {
    .changeStopwatch(try stopwatch.id(), Self.operation, isJSON: stopwatch.json)
  }
}

struct StartCommand: StopwatchChangeCommand {
  static let operation = StopwatchOperation.start
  static let abstract = "Start a stopwatch, or let it go on."
  static let details = "It needs no terminal: \"sandglass stopwatch\" shows it later."
  @OptionGroup var stopwatch: StopwatchArguments
}

struct StopCommand: StopwatchChangeCommand {
  static let operation = StopwatchOperation.stop
  static let abstract = "Stop a stopwatch, which keeps its time."
  static let details = "\"sandglass start\" lets it go on."
  @OptionGroup var stopwatch: StopwatchArguments
}

struct LapCommand: StopwatchChangeCommand {
  static let operation = StopwatchOperation.lap
  static let abstract = "End a lap of a stopwatch, and begin the next one."
  static let details = "The stopwatch must be running."
  @OptionGroup var stopwatch: StopwatchArguments
}

struct ResetCommand: StopwatchChangeCommand {
  static let operation = StopwatchOperation.reset
  static let abstract = "Set a stopwatch to zero, and remove its record."
  static let details = """
    Its last time is printed. A process that shows the stopwatch ends with
    status 0.
    """
  @OptionGroup var stopwatch: StopwatchArguments
}
