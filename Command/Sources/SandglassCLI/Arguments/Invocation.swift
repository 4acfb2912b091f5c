import ArgumentParser
import Sandglass
import SandglassCore
import SandglassLedger

/// The action that a command line asks for.
enum Invocation: Equatable {
  /// Count down.
  case run(RunRequest)

  /// List the kept countdowns, once or after each change.
  case list(isJSON: Bool, isWatched: Bool)

  /// Show the log.
  case log(isJSON: Bool)

  /// Print one line about a kept countdown.
  case status(StatusRequest)

  /// Continue kept countdowns.
  case attach(KeptSelection, OutputOptions, waits: Bool = false)

  /// Change kept countdowns.
  case change(KeptSelection, CountdownOperation, isJSON: Bool)

  /// Show the stopwatch with this id.
  case stopwatch(String, isJSON: Bool, isBig: Bool = false)

  /// Change the stopwatch with this id.
  case changeStopwatch(String, StopwatchOperation, isJSON: Bool)

  /// Save words as a preset, or remove the preset if there are none.
  case save(String, words: [String]?)

  /// Run a preset with more words, or list the presets.
  case runPreset(String?, more: [String])

  /// Print what a shell offers for the last of these words.
  case complete([String])

  /// Print the help, the version, or a completion script, and exit successfully.
  case print(String)

  /// Reject the arguments, with the reason as one line.
  case refuse(String)

  /// The subcommands.
  static let subcommands: [any Subcommand.Type] = [
    PhasesCommand.self, ListCommand.self, LogCommand.self, StatusCommand.self, AttachCommand.self,
    PauseCommand.self,
    ResumeCommand.self, ToggleCommand.self, ExtendCommand.self, ShortenCommand.self,
    RestartCommand.self, SkipCommand.self, BackCommand.self, RenameCommand.self,
    CancelCommand.self, StopwatchCommand.self, StartCommand.self, StopCommand.self,
    LapCommand.self, ResetCommand.self, SaveCommand.self, RunPresetCommand.self, HelpCommand.self,
  ]

  /// The names of the subcommands.
  static let commandNames = subcommands.map { $0.name }

  /// Parses the arguments after the program's name.
  init(
    _ arguments: [String], now: WallMoment, localTime: LocalTimeRule,
    presets: @escaping () -> [String] = { [] }
  ) {
    guard let first = arguments.first else {
      self = .print(SandglassCommand.shortHelp)
      return
    }
    if first == Completion.request {
      self = .complete(Array(arguments.dropFirst()))
      return
    }
    if first == CompletionScript.option {
      self = Self.completionScript(Array(arguments.dropFirst()))
      return
    }
    // ArgumentParser cannot tell an option without words from no option.
    if let last = arguments.last, ["--exec", "-e"].contains(last),
      !arguments.dropLast().contains("--exec"), !arguments.dropLast().contains("-e")
    {
      self = .refuse("sandglass: \(last) needs a program; accepted: \(last) say Done")
      return
    }
    if first == SaveCommand.name,
      let reason = SaveCommand.missingDashes(Array(arguments.dropFirst()))
    {
      self = .refuse("sandglass: " + reason)
      return
    }
    if let command = Self.subcommands.first(where: { $0.name == first }) {
      self = Self.read(command, Array(arguments.dropFirst()))
    } else if SaveCommand.problem(with: first) == nil, presets().contains(first) {
      self = .runPreset(first, more: Array(arguments.dropFirst()))
    } else {
      self = Self.read(SandglassCommand.self, arguments, options: Self.options) { command in
        if command.help { return .print(SandglassCommand.shortHelp) }
        return .run(try command.request(at: now, localTime: localTime, presets: presets))
      }
    }
  }

  private static func completionScript(_ words: [String]) -> Invocation {
    guard words.count == 1, let script = CompletionScript(rawValue: words[0]) else {
      let said = words.isEmpty ? "no shell" : "\"\(words.joined(separator: " "))\" is no shell"
      return .refuse(
        "sandglass: \(VisibleText.of(said)); accepted: \(CompletionScript.accepted)")
    }
    return .print(script.text)
  }

  private static func read<Command: Subcommand>(
    _ type: Command.Type, _ arguments: [String]
  ) -> Invocation {
    read(type, arguments, options: type.options) { command in try command.invocation() }
  }

  /// The options of the main command.
  static let options =
    RunArguments.options + ", --help, --version"

  private static func read<Command: ParsableCommand>(
    _ type: Command.Type, _ arguments: [String], options: String,
    _ invocation: (Command) throws -> Invocation
  ) -> Invocation {
    do {
      let command = try Command.parseAsRoot(arguments)
      // ArgumentParser handles some requests itself, such as a request for help.
      guard let command = command as? Command else { return .print(Command.helpMessage()) }
      return try invocation(command)
    } catch let error as UsageError {
      return .refuse("sandglass: " + VisibleText.of(error.message))
    } catch {
      return answer(to: error, of: type, options: options)
    }
  }

  private static func answer(
    to error: any Error, of command: (some ParsableCommand).Type, options: String
  ) -> Invocation {
    guard command.exitCode(for: error) != .success else {
      return .print(command.fullMessage(for: error))
    }
    let message = command.message(for: error)
    if let duration = message.firstMatch(of: /option '(-[0-9.:].*)'/)?.1 {
      return .refuse(
        "sandglass: " + VisibleText.of(String(duration))
          + " is negative; accepted: a duration, such as 25m")
    }
    return .refuse("sandglass: " + VisibleText.of(message) + "; accepted: " + options)
  }
}
