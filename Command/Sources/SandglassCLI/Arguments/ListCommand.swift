import ArgumentParser

/// The arguments after `list`.
struct ListCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "sandglass list",
    abstract: "List the kept countdowns and stopwatches.",
    discussion: """
      Each line shows the id, the label, the remaining time, the state and the phase,
      the certainty, and the process that will announce the end. There is none while
      a countdown is paused, or in overtime, when its end was announced. A countdown
      that ended while no process was running it is listed as finished until "attach"
      or "cancel" has reported its end. A record that cannot be read is listed with
      the reason. Nothing is changed. With --watch, the list is shown again after
      each change.

      CERTAINTY: exact; estimated, from the wall clock after a reboot; suspect, if
      the clocks contradict the record.

      JSON objects have id, label (or null), state (running, paused, overtime,
      finished, cancelled), remaining (in seconds), face, known (the certainty),
      process (null if there is none) and ended (null before the end), or else id and
      error. With phases, they also have phase, round and rounds. Those of
      stopwatches have id, state (running, stopped), elapsed, face, laps and known.

      EXIT STATUS: 0 success, 74 a record cannot be read, 141 output closed. Also for
      --watch: 71 the changes cannot be followed.
      """)
  static let options = "--json, --watch, --help"

  @Flag(help: "Write one JSON object per line, and nothing else.")
  var json = false

  @Flag(name: .shortAndLong, help: "Show the list again after each change.")
  var watch = false

  func invocation() -> Invocation { .list(isJSON: json, isWatched: watch) }
}
