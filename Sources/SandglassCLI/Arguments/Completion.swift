import Sandglass

/// What a shell offers for a word of the command line.
enum Completion {
  /// Returns the subcommands for the first word, and the ids of the kept countdowns or stopwatches after
  /// a subcommand that takes them.
  ///
  /// - Parameters:
  ///   - words: The words so far, with the program's name first.
  ///   - index: The index of the word to complete.
  ///   - countdowns: Returns the ids of the kept countdowns.
  ///   - stopwatches: Returns the ids of the kept stopwatches.
  /// - Returns: The candidates. The shell chooses those that fit.
  static func candidates(
    _ words: [String], _ index: Int, countdowns: () -> [String], stopwatches: () -> [String]
  ) -> [String] {
    guard index > 1, words.count > 1 else { return Invocation.commandNames + ["until"] }
    let ids =
      switch words[1] {
      case "phases", "list", "save", "run": [String]()
      case "help": Invocation.commandNames
      case "status": countdowns() + stopwatches()
      case "stopwatch", "start", "stop", "lap", "reset": stopwatches()
      case let word: Invocation.commandNames.contains(word) ? countdowns() : []
      }
    return ids.filter { $0 == VisibleText.of($0) }
  }

  /// Returns the candidates for this process's environment.
  @Sendable static func inEnvironment(_ words: [String], _ index: Int, _: String) -> [String] {
    let catalog = try? CountdownCatalog.inEnvironment()
    return candidates(words, index) {
      (try? catalog?.store.ids()) ?? []
    } stopwatches: {
      (try? catalog?.store.stopwatchIDs()) ?? []
    }
  }
}
