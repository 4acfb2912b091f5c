import ArgumentParser

/// The words after `list`.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandglass list",
    abstract: "List the countdowns that are kept.",
    discussion: """
      One line each: id, label, what is left, state, how that is known, and which
      process runs it. One that ended while nobody ran it is told once, and its
      record is removed. A record that cannot be read is listed with the reason.

      HOW IT IS KNOWN: exact; estimated, by the wall clock after a restart of the
      system; suspect, where the clocks contradict the record.

      JSON has id, label (null without one), state (running, paused, overtime,
      finished), remaining (in seconds), face, known, process (null if nobody runs
      it) and ended (null before the end); or id and error. It takes nothing away:
      an end that is seen so will still be told.

      EXIT STATUS: 0 listed, 74 a record cannot be read, 141 output closed.
      """)

  @Flag(help: "Write one JSON object a line, and leave every record where it is.")
  var json = false
}
