/// What a shell offers for a word of the command line.
enum Completion {
  /// Returns the subcommands for the first word, and the ids of the kept countdowns after a subcommand
  /// that takes them.
  ///
  /// - Parameters:
  ///   - words: The words so far, with the program's name first.
  ///   - index: The index of the word to complete.
  ///   - ids: Returns the ids of the kept countdowns.
  /// - Returns: The candidates. The shell chooses those that fit.
  static func candidates(_ words: [String], _ index: Int, ids: () -> [String]) -> [String] {
    guard index > 1, words.count > 1 else { return Invocation.commandNames + ["until"] }
    guard namesOfKept.contains(words[1]) else { return [] }
    return ids().filter { $0 == VisibleText.of($0) }
  }

  /// The subcommands that are followed by the names of kept countdowns.
  private static let namesOfKept = Invocation.commandNames.filter {
    !["phases", "list", "save", "run"].contains($0)
  }

  /// Returns the candidates for this process's environment.
  @Sendable static func inEnvironment(_ words: [String], _ index: Int, _: String) -> [String] {
    candidates(words, index) { (try? CountdownCatalog.inEnvironment().ids()) ?? [] }
  }
}
