import ArgumentParser
import Sandglass

/// The action that a command line asks for.
enum Invocation: Equatable {
  /// Count down.
  case run(RunRequest)

  /// List the kept countdowns.
  case list(isJSON: Bool)

  /// Continue the kept countdown with the given id or label.
  case attach(String, OutputOptions)

  /// Cancel the kept countdown with the given id or label.
  case cancel(String)

  /// Print the help, the version, or a completion script, and exit successfully.
  case print(String)

  /// Reject the arguments, with the reason as one line.
  case refuse(String)

  /// The names of the subcommands.
  static let commandNames = ["list", "attach", "cancel"]

  /// Parses the arguments after the program's name.
  init(_ arguments: [String], now: WallMoment, localTime: LocalTimeRule) {
    let rest = Array(arguments.dropFirst())
    // ArgumentParser's subcommands do not work here, because a command that has subcommands cannot
    // take arguments itself.
    switch arguments.first {
    case "list":
      self = Self.read(ListCommand.self, rest, options: "--json, --help") { command in
        .list(isJSON: command.json)
      }
    case "attach":
      self = Self.read(AttachCommand.self, rest, options: "--json, --quiet, --help") { command in
        .attach(command.word, OutputOptions(isJSON: command.json, isQuiet: command.quiet))
      }
    case "cancel":
      self = Self.read(CancelCommand.self, rest, options: "--help") { command in
        .cancel(command.word)
      }
    default:
      self = Self.read(SandglassCommand.self, arguments, options: Self.options) { command in
        .run(try command.request(at: now, localTime: localTime))
      }
    }
  }

  private static let options =
    "--label, --milestone, --json, --quiet, --no-keep, --help, --version"

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
    return .refuse("sandglass: " + VisibleText.of(message) + "; accepted: " + options)
  }
}
