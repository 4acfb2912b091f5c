import Sandglass
import SandglassStores

/// What a shell offers for a word of the command line.
///
/// The scripts of ``CompletionScript`` ask the program itself, because ArgumentParser does not know the
/// subcommands, their options, or what is kept.
struct Completion {
  /// The first argument with which a script asks. The words follow, of which the last is to be completed.
  static let request = "---complete"

  /// Returns the ids of the kept countdowns, those of the stopwatches, and the names of the presets.
  let countdowns: () -> [String]
  let stopwatches: () -> [String]
  let presets: () -> [String]

  /// Returns the words that continue the last one, or nil if it is the name of a file or a program.
  ///
  /// - Parameter words: The words after the program's name. The last one is to be completed, and may be
  ///   empty.
  /// - Returns: The words that fit.
  func candidates(_ words: [String]) -> [String]? {
    guard let last = words.last else { return [] }
    let before = Array(words.dropLast())
    // All words after the program of --exec are for that program.
    if before.contains("--exec") || before.contains("-e") { return nil }
    let offered: [String]
    switch before.last {
    case "--sound": return nil
    case "--exec-on": offered = Reactions.Event.allCases.map(\.rawValue)
    case "--label", "-l", "--milestone", "-m", "--step", "--format", "--rounds", "-r",
      "--long-break",
      "--every":
      return []
    default: offered = last.hasPrefix("-") ? options(before) : names(before)
    }
    return offered.filter { $0.hasPrefix(last) && Self.isPlain($0) }
  }

  private func options(_ before: [String]) -> [String] {
    let command = Invocation.subcommands.first { $0.name == before.first }
    let options =
      switch before.first {
      case "run": RunArguments.options + ", --help"
      case "save" where before.contains("--"): RunArguments.options
      default: command?.options ?? Invocation.options
      }
    return options.split(separator: ", ").map(String.init)
  }

  private func names(_ before: [String]) -> [String] {
    let isFirst = before.count == 1
    switch before.first {
    case nil: return Invocation.commandNames + ["until"] + presets()
    case "help": return isFirst ? Invocation.commandNames : []
    case "run", "save": return isFirst ? presets() : []
    case "status": return isFirst ? countdowns() + stopwatches() : []
    case "stopwatch", "start", "stop", "lap", "reset": return isFirst ? stopwatches() : []
    case "rename": return isFirst ? countdowns() : []
    case "list", "log", "phases": return []
    case let word?:
      guard Invocation.commandNames.contains(word) else { return [] }
      let isForBoth = ["pause", "resume", "toggle", "cancel", "attach"].contains(word)
      return (countdowns() + (isForBoth ? stopwatches() : [])).filter { !before.contains($0) }
    }
  }

  /// Whether a shell takes the word as it is. A record's file may have any name.
  private static func isPlain(_ word: String) -> Bool {
    word.allSatisfy { $0.isLetter || $0.isNumber || "-_.+,".contains($0) }
  }
}

extension Completion {
  /// What is offered in this process's environment.
  static func inEnvironment() -> Completion {
    let catalog = try? CountdownCatalog.inEnvironment()
    return Completion {
      (try? catalog?.store.ids()) ?? []
    } stopwatches: {
      (try? catalog?.store.stopwatchIDs()) ?? []
    } presets: {
      (try? ConfigFile.presets().names) ?? []
    }
  }
}
