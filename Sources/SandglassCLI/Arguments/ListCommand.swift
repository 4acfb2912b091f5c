import ArgumentParser

/// The arguments after `list`.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandglass list",
    abstract: "List the kept countdowns.",
    discussion: """
      Each line shows the id, the label, the remaining time, the state, the certainty
      and the process that is running the countdown. If a countdown ended while no
      process was running it, its end is reported once and its record is removed. A
      record that cannot be read is listed with the reason.

      CERTAINTY: exact; estimated, from the wall clock after a reboot; suspect, if
      the clocks contradict the record.

      JSON objects have id, label (or null), state (running, paused, overtime,
      finished), remaining (in seconds), face, known (the certainty), process (null
      if no process is running the countdown) and ended (null before the end), or
      else id and error. With --json no record is removed, so an end that is shown
      is reported again later.

      EXIT STATUS: 0 success, 74 a record cannot be read, 141 output closed.
      """)

  @Flag(help: "Write one JSON object per line, and remove no records.")
  var json = false
}
