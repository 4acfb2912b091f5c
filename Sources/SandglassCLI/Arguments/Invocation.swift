import ArgumentParser
import Sandglass

/// What a command line asks the program to do.
enum Invocation: Equatable {
  /// Count down.
  case run(RunRequest)

  /// Print a text and succeed: the help, the version, or a completion script.
  case print(String)

  /// Refuse, for the reason said in one line.
  case refuse(String)

  /// The exit status of a command line that is refused, as `sysexits.h` has it.
  static let refusalStatus: Int32 = 64

  private static let options = "--label, --milestone, --json, --quiet, --help, --version"

  /// Reads the words after the program's name.
  init(_ arguments: [String], now: WallMoment, localTime: LocalTimeRule) {
    do {
      let command = try SandglassCommand.parseAsRoot(arguments)
      guard let command = command as? SandglassCommand else {
        // The library answers for itself, as with a request for help.
        self = .print(SandglassCommand.helpMessage())
        return
      }
      self = .run(try command.request(at: now, localTime: localTime))
    } catch let error as UsageError {
      self = .refuse("sandglass: " + VisibleText.of(error.message))
    } catch {
      self = Self.answer(to: error)
    }
  }

  private static func answer(to error: any Error) -> Invocation {
    guard SandglassCommand.exitCode(for: error) != .success else {
      return .print(SandglassCommand.fullMessage(for: error))
    }
    let message = SandglassCommand.message(for: error)
    return .refuse("sandglass: " + VisibleText.of(message) + "; accepted: " + options)
  }
}
