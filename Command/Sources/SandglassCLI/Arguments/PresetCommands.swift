import ArgumentParser

/// The arguments after `save`.
struct SaveCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "sandglass save",
    abstract: "Save a command line under a name, which then starts it.",
    usage: """
      sandglass save <name> -- <words> ...
      sandglass save <name> --remove
      """,
    discussion: """
      EXAMPLE: sandglass save pomodoro -- phases Work=25m Break=5m --rounds 4

      From then on, "sandglass pomodoro" starts it, with any words that follow. A
      name is no subcommand and no duration, because those come first.

      The words are checked, and nothing is started. The file is the one that
      SANDGLASS_CONFIG names, or sandglass/config.json in XDG_CONFIG_HOME or in
      ~/.config. It is JSON:

        {"presets": {"tea": ["3m", "--label", "Tea"]}}

      EXIT STATUS: 0 saved, 64 the name or the words are not accepted, 66 no such
      preset, 74 the file cannot be read or written.
      """)
  static let options = "--remove, --help"

  @Argument(help: "The name of the preset.")
  var name: String

  @Argument(
    parsing: .postTerminator, help: "The words that follow \"sandglass\", after two dashes.")
  var words: [String] = []

  @Flag(help: "Remove the preset.")
  var remove = false

  /// Returns what is wrong with the words after `save` if there are no dashes between them; nil if nothing is.
  static func missingDashes(_ words: [String]) -> String? {
    guard words.count > 1, !words.contains("--"), !words[0].hasPrefix("-"), !words[1].hasPrefix("-")
    else { return nil }
    let words = words.map(ShellWord.of)
    return "two dashes are missing after the name; accepted: sandglass save \(words[0]) -- "
      + words.dropFirst().joined(separator: " ")
  }

  /// Returns why `sandglass <name>` would not run a preset of that name; nil if it would.
  static func problem(with name: String) -> String? {
    if Invocation.commandNames.contains(name) || name == "until" {
      return "\"\(name)\" is a subcommand; accepted: another name, such as pomodoro"
    }
    if (try? CountdownWords.duration(name)) != nil {
      return "\"\(name)\" is a duration; accepted: another name, such as pomodoro"
    }
    if name.isEmpty || name.contains("=") || name.hasPrefix("-") {
      return "\"\(name)\" is no name of a preset; accepted: a name such as pomodoro"
    }
    return nil
  }

  func invocation() throws(UsageError) -> Invocation {
    if let problem = Self.problem(with: name) { throw UsageError(problem) }
    guard words.isEmpty == remove else {
      throw UsageError(
        "a preset needs words, or --remove; accepted: sandglass save \(ShellWord.of(name)) -- 25m --label Work"
      )
    }
    return .save(name, words: remove ? nil : words)
  }
}

/// The arguments after `run`.
struct RunPresetCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "sandglass run",
    abstract: "Run what \"sandglass save\" has saved, or list it.",
    usage: "sandglass run [<name> [<words> ...]]",
    discussion: """
      Words after the name are added to those that were saved, as in
      "sandglass run pomodoro --json". "sandglass pomodoro" does the same. Without a
      name, the presets are listed.

      EXIT STATUS: as for the countdowns that are run; also 66 no such preset, 74 the
      file cannot be read.
      """)
  static let options = "--help"

  @Argument(parsing: .captureForPassthrough, help: "The name of the preset, and more words.")
  var words: [String] = []

  func invocation() throws(UsageError) -> Invocation {
    if words.first == "--help" || words.first == "-h" { return .print(Self.helpMessage()) }
    return .runPreset(words.first, more: Array(words.dropFirst()))
  }
}
