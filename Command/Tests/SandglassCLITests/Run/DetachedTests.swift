import Foundation
import Sandglass
import SandglassTestSupport
import Testing

@testable import sandglass_cli
@testable import SandglassStores

@Suite("Countdowns without a terminal", .programs)
struct DetachedTests {
  private let folder = TemporaryFolder.ofRecords

  private func run(_ arguments: [String], status: Int32 = 0) throws -> Program {
    let program = try Program(
      arguments, environment: ["LOG": folder.path + ".log"], keptIn: folder)
    #expect(try program.finish() == status)
    return program
  }

  /// The program says what has happened, and whether it has a terminal.
  private let logging = [
    "--exec-on", "end,phase", "--exec", "/bin/sh", "-c",
    #"""
    if (: </dev/tty) 2>/dev/null; then terminal=terminal; else terminal=none; fi
    echo "$SANDGLASS_EVENT $SANDGLASS_NAME $terminal" >>"$LOG"
    """#,
  ]

  private func log() -> [String] {
    let text = (try? String(contentsOfFile: folder.path + ".log", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
  }

  @Test("--detach returns at once; what stays has no terminal, reports the end, and ends")
  func detached() throws {
    defer { unlink(folder.path + ".log") }
    let started = try run(["Tea=1h", "Eggs=2h", "--detach"] + logging)
    #expect(started.errors.isEmpty)
    #expect(
      started.output.contains(
        #/Tea, (1:00:00|59:\d\d) left\nEggs, [12]:\d\d:\d\d left\ncome back with: sandglass attach tea eggs\n/#
      ), "\(started.output)")
    let process = try folder.process(of: "tea")
    #expect(getsid(process) == process)
    #expect(try run(["list", "--json"]).output.contains("\"process\":\(process),"))
    _ = try run(["shorten", "--all", "5h"])
    #expect(poll { folder.names.isEmpty && kill(process, 0) != 0 })
    #expect(log().sorted() == ["end Eggs none", "end Tea none"])
  }

  @Test("It pauses between phases, and can be attached to and cancelled")
  func phases() throws {
    let words = ["phases", "Work=1h", "Break=1h", "-l", "Pomodoro", "--wait", "--detach", "--json"]
    let started = try run(words)
    #expect(started.output.hasPrefix(#"{"id":"pomodoro","label":"Pomodoro","state":"running""#))
    let process = try folder.process(of: "pomodoro")
    let shown = try Program(["attach", "pomodoro", "--json"], keptIn: folder)
    try shown.expect(#""event":"tick""#)
    // An hour is skipped to the last second, and not as a whole, so that the next phase waits.
    _ = try run(["shorten", "pomodoro", "5h"])
    try shown.expect(#"{"event":"paused""#)
    _ = try run(["cancel", "pomodoro"])
    #expect(try shown.finish() == 130)
    #expect(poll { kill(process, 0) != 0 })
  }

  @Test(
    "What is over already is told as without --detach",
    arguments: [["0"], ["until", "2020-01-01T00:00"]])
  func over(_ words: [String]) throws {
    defer { unlink(folder.path + ".log") }
    let told = try run(words + ["--label", "U", "--detach"] + logging)
    #expect(told.output == "done\n")
    #expect(told.errors.isEmpty == (words.count == 1))
    // The command itself tells it, on the terminal of whoever runs the tests.
    #expect(log().map { $0.prefix(6) } == ["end U "])
    #expect(folder.names.isEmpty)
  }

  @Test("What cannot be kept is not started")
  func refused() throws {
    try folder.block()
    let refused = try run(["1h", "--detach"], status: 74)
    #expect(refused.output.isEmpty)
    #expect(refused.errors.hasPrefix("sandglass: cannot be run without a terminal: "))
  }
}
