import Sandglass
import SandglassCore
import SandglassLedger
import SandglassTestSupport
import Testing

@testable import sandglass_cli
@testable import SandglassStores

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("A stopwatch is shown, and changed from elsewhere", .programs)
struct StopwatchTests {
  private let folder = TemporaryFolder.ofRecords

  @discardableResult
  private func run(_ arguments: [String], status: Int32 = 0, errors: String = "") throws -> String {
    let program = try Program(arguments, keptIn: folder)
    #expect(try program.finish() == status)
    #expect(program.errors == errors)
    return program.output
  }

  @Test("It is shown with its laps, which keys and others end, and q leaves them on the screen")
  func shown() throws {
    let shown = try Program(["stopwatch", "Run"], on: .terminal(columns: 80), keptIn: folder)
    try shown.expect("run  \u{1B}[1m0:")
    try shown.expect("space stops · l lap · r resets · d leaves · q ends")
    shown.type("l")
    try shown.expect("lap 1  0:")
    // What is shown may not be in the record yet.
    #expect(try poll { try folder.store.readStopwatch("run")?.laps.count == 1 })
    #expect(try run(["lap", "Run"]).hasPrefix("run lap 2, 0:"))
    try shown.expect("lap 2  0:")
    #expect(try run(["stop", "run"]).hasPrefix("run stopped, 0:"))
    try shown.expect("stopped")
    shown.type(" ")
    try shown.expect("space stops")
    shown.type("q")
    try shown.expect("\u{1B}[?25h")
    #expect(try shown.finish() == 0)
    #expect(shown.modes == shown.formerModes)
    #expect(folder.names.isEmpty)
  }

  @Test("d leaves it running in its record, where it is listed, and it is shown again as it is")
  func left() throws {
    let shown = try Program(["stopwatch"], on: .terminal(columns: 80), keptIn: folder)
    try shown.expect("q ends")
    shown.type("d")
    try shown.expect("come back with: sandglass stopwatch stopwatch\r\n")
    #expect(try shown.finish() == 75)
    #expect(try run(["list"]).contains(#/stopwatch +0:\d\d  0     running\n/#))
    #expect(try run(["status"]).hasPrefix("stopwatch 0:"))
    try run(["stop"])
    let again = try Program(["stopwatch", "--json"], keptIn: folder)
    try again.expect(#"{"id":"stopwatch","state":"stopped","elapsed":"#)
    try run(["start"])
    try again.expect(#""state":"running""#)
    again.send(SIGTERM)
    #expect(try again.finish() == 143)
    #expect(folder.names == ["stopwatch.stopwatch.json"])
  }

  @Test("Ctrl-Z gives the terminal back, and fg takes it again")
  func suspended() throws {
    let script = #"set -m; "$0" "$@"; echo "stopped: $?"; read -r line; fg; echo "ended: $?""#
    let program = try Program(
      ["stopwatch"], on: .terminal(columns: 80), script: script, keptIn: folder)
    try program.expect("q ends")
    #expect(program.isRaw)
    program.type("\u{1A}")
    try program.expect("\u{1B}[?25h")
    try program.expect("stopped: 148\r\n")
    #expect(!program.isRaw)
    program.type("\n")
    try program.expect("\u{1B}[?25l")
    try program.expect("q ends")
    #expect(program.isRaw)
    program.type("q")
    try program.expect("ended: 0\r\n")
    #expect(try program.finish() == 0)
    #expect(program.modes == program.formerModes)
  }

  @Test("Without a terminal, a line is written each second, for each lap and each change")
  func lines() throws {
    let shown = try Program(["stopwatch", "Run"], keptIn: folder)
    try shown.expect("0:")
    try run(["lap", "Run"])
    try shown.expect("lap 1 0:")
    try run(["stop", "Run"])
    try shown.expect("stopped 0:")
    try run(["start", "Run"])
    try shown.expect("running 0:")
    try shown.expect("\n0:")
    shown.send(SIGINT)
    #expect(try shown.finish() == 0)
    #expect(shown.errors.isEmpty)
    #expect(folder.names.isEmpty)
  }

  @Test("r sets it to zero wherever it is shown; q and reset end it there, too, at its last time")
  func endedElsewhere() throws {
    let shown = try Program(["stopwatch", "Run"], on: .terminal(columns: 80), keptIn: folder)
    try shown.expect("q ends")
    let other = try Program(["stopwatch", "Run", "--json"], keptIn: folder)
    try other.expect(#""state":"running""#)
    shown.type("r")
    try other.expect(#"{"id":"run","state":"stopped","elapsed":0,"#)
    shown.type(" l")
    try other.expect(#""laps":[0."#)
    shown.type("q")
    #expect(try shown.finish() == 0)
    #expect(try other.finish() == 0)
    let last = other.output.split(separator: "\n").last ?? ""
    #expect(last.contains(#/"state":"running","elapsed":0[.].*"laps":\[0[.]/#), "\(last)")

    let again = try Program(["stopwatch", "Run"], keptIn: folder)
    try again.expect("0:")
    try run(["reset", "Run"])
    #expect(try again.finish() == 0)
    #expect(folder.names.isEmpty)
  }

  @Test("What a subcommand has done, or cannot do, is said")
  func changes() throws {
    let none = "sandglass: no stopwatch is called \"run\"; "
    try run(["stop", "Run"], status: 66, errors: none + "there are none\n")
    #expect(try run(["start", "Run"]) == "run started\n")
    for words in [["skip", "Run"], ["extend", "Run", "5m"], ["attach", "Run", "Run"]] {
      try run(
        words, status: 66,
        errors: "sandglass: \"Run\" is a stopwatch; accepted for a stopwatch: pause, resume, "
          + "toggle, lap, cancel, or attach with no other name\n")
    }
    #expect(try run(["start", "Run"]).hasPrefix("run is already running, 0:"))
    try run(
      ["lap"], status: 66, errors: none.replacing("run", with: "stopwatch") + "accepted: run\n")
    #expect(
      try run(["lap", "Run", "--json"])
        .hasPrefix(#"{"operation":"lap","result":"changed","id":"run","state":"running""#))
    try run(["stop", "Run"])
    #expect(try run(["stop", "Run"]).hasPrefix("run is already stopped, 0:"))
    try run(
      ["lap", "Run"], status: 1,
      errors: "sandglass: \"run\" is stopped; accepted for lap: one that is running\n")
    #expect(try run(["reset", "Run"]).hasPrefix("run reset, 0:"))
    #expect(folder.names.isEmpty)
  }

  @Test("It obeys the verbs of a countdown, also beside countdowns; a countdown's name comes first")
  func verbs() throws {
    try run(["start", "Run"])
    #expect(try run(["pause", "Run"]).hasPrefix("run stopped, 0:"))
    #expect(try run(["resume", "Run"]).hasPrefix("run goes on, 0:"))
    #expect(try run(["toggle", "RUN"]).hasPrefix("run stopped, 0:"))
    #expect(try run(["toggle", "Run"]).hasPrefix("run goes on, 0:"))
    let tea = try Program(["1h", "--label", "Tea"], keptIn: folder)
    try tea.expect("1:00:00")
    #expect(poll { folder.names.contains("tea.json") })
    let both = try run(["toggle", "Tea", "Run"])
    #expect(both.contains("run stopped, 0:") && both.contains("paused"), "\(both)")
    #expect(try run(["cancel", "Run"]).hasPrefix("run reset, 0:"))
    try run(["start", "Tea"])
    #expect(try run(["cancel", "Tea"]).contains("cancelled"))
    #expect(try tea.finish() == 130)
    #expect(try run(["cancel", "Tea"]).hasPrefix("tea reset, 0:"))
    #expect(folder.names.isEmpty)
  }

  @Test("attach shows a kept stopwatch")
  func attached() throws {
    try run(["start", "Run"])
    let shown = try Program(["attach", "Run"], keptIn: folder)
    try shown.expect("0:")
    try run(["lap", "Run"])
    try shown.expect("lap 1 0:")
    try run(["cancel", "Run"])
    #expect(try shown.finish() == 0)
  }

  @Test("status --follow prints a line for each change of a stopwatch")
  func followed() throws {
    let followed = try Program(
      ["status", "Run", "--follow", "--format", "{name} {state} {laps}"], keptIn: folder)
    try followed.expect("\n")
    try run(["start", "Run"])
    try followed.expect("run running 0\n")
    try run(["lap", "Run"])
    try followed.expect("run running 1\n")
    followed.send(SIGTERM)
    #expect(try followed.finish() == 143)
  }
}
