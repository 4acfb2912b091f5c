import ArgumentParser

/// The arguments after `log`.
struct LogCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "sandglass log",
    abstract: "Show what has run: how often and how long, by day and label.",
    discussion: """
      The log has what finished or was cancelled while a process showed it. Each
      phase counts by itself. The file is the one that SANDGLASS_LOG names, or
      sandglass.log in XDG_STATE_HOME or ~/.local/state. If it would exceed 200,000
      bytes, its older half is left out. --no-log keeps a countdown out of it, and
      so do --no-keep and SANDGLASS_LOG=/dev/null.

      JSON objects, one for each end, have id, label and phase (or null), started
      (null if another process began it), ended, ran and paused (in seconds, or
      null if no process saw it) and outcome (finished, skipped, cancelled).

      EXIT STATUS: 0 printed, 74 the file cannot be read, 141 output closed.
      """)
  static let options = "--json, --help"

  @Flag(help: "Write one JSON object per line, and nothing else.")
  var json = false

  func invocation() -> Invocation { .log(isJSON: json) }
}
