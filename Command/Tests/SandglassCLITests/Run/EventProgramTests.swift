import Foundation
import Sandglass
import SandglassCore
import SandglassLedger
import SandglassTestSupport
import Testing

@testable import sandglass_cli

@Suite("Programs that are run for events")
struct EventProgramTests {
  private let folder = TemporaryFolder.ofRecords

  @Test("The environment says what happened, when, and which event it is")
  func variables() {
    let then = ClockInstant(
      steady: Moment(nanoseconds: 5_000_000_000), wall: WallMoment(secondsSince1970: 1000),
      boot: BootIdentity("boot"))
    let now = ClockInstant(
      steady: then.steady + .milliseconds(250), wall: then.wall + .milliseconds(250),
      boot: then.boot)
    var announcement = Announcement(
      event: .phase, label: "Tea", remaining: .seconds(5), shown: 5, progress: 0, missed: 0,
      at: now.wall, id: "tea")
    announcement.step = PhaseStep(ended: "Work", next: "Break")
    let event = PendingEvent(
      .phaseEnd(isSkipped: false), run: 7, number: 3, total: .seconds(60), at: then)
    func text(_ event: PendingEvent?) -> String {
      EventVariables.of(announcement, kind: .phase, name: "Tea", event: event, now: now)
        .map { "\($0.name.dropFirst("SANDGLASS_".count))=\($0.value)" }.joined(separator: " ")
    }
    #expect(
      text(event)
        == "EVENT=phase NAME=Tea ID=tea NUMBER=7-3 AT=1970-01-01T00:16:40.000Z LATE=0.25 "
        + "REMAINING=5 PHASE=Work NEXT=Break")
    #expect(
      text(nil)
        == "EVENT=phase NAME=Tea ID=tea NUMBER= AT=1970-01-01T00:16:40.250Z LATE=0 "
        + "REMAINING=5 PHASE=Work NEXT=Break")
  }

  private func program(_ words: [String]) throws -> Program {
    try Program(words, environment: ["LOG": folder.path + ".log"], keptIn: folder)
  }

  private func log() throws -> [Substring] {
    try String(contentsOfFile: folder.path + ".log", encoding: .utf8).split(separator: "\n")
  }

  private let logging = [
    "--exec-on", "end,phase", "--exec", "/bin/sh", "-c",
    #"echo "$SANDGLASS_EVENT $SANDGLASS_PHASE $SANDGLASS_NUMBER" >>"$LOG""#,
  ]

  @Test("Each event runs the program once, with its own number", .programs)
  func once() throws {
    defer { unlink(folder.path + ".log") }
    let running = try program(["phases", "Work=1h", "Break=1h", "-l", "Tea", "--json"] + logging)
    // By then, the record is written.
    try running.expect(#""id":"tea""#)
    for _ in 1...2 { #expect(try Program(["skip", "tea"], keptIn: folder).finish() == 0) }
    #expect(try running.finish() == 0)
    #expect(running.errors.isEmpty)
    let lines = try log().sorted()
    #expect(lines.count == 3)
    #expect(lines.map { $0.prefix { $0 != "1" } } == ["end  ", "phase Break ", "phase Work "])
    #expect(Set(lines.map { $0.suffix(1) }) == ["1", "2", "3"])
  }

  @Test("An event of a process that was killed runs the program of the next one", .programs)
  func killed() throws {
    defer { unlink(folder.path + ".log") }
    let running = try program(["1h", "--label", "Tea", "--json"] + logging)
    try running.expect(#""id":"tea""#)
    running.send(SIGKILL)
    #expect(try running.finish() == 1009)
    // It ends while no process runs it.
    #expect(try program(["shorten", "Tea", "1h"]).finish() == 0)
    let attached = try program(["attach", "Tea"] + logging)
    #expect(try attached.finish() == 0)
    #expect(try log().count == 1)
    #expect(folder.names.isEmpty)
  }

  @Test(
    "A process that its own program kills has run it, and if again, with the same number", .programs
  )
  func killedByProgram() throws {
    defer { unlink(folder.path + ".log") }
    let deadly = Array(logging.dropLast()) + [(logging.last ?? "") + "; kill -9 $PPID"]
    let running = try program(["20ms", "--label", "Tea"] + deadly)
    #expect(try running.finish() == 1009)
    let attached = try program(["attach", "Tea"] + logging)
    _ = try attached.finish()
    let lines = try log()
    #expect(!lines.isEmpty)
    #expect(Set(lines).count == 1)
    #expect(folder.names.isEmpty)
  }

  @Test("Without a record, events have numbers as well", .programs)
  func unkept() throws {
    defer { unlink(folder.path + ".log") }
    let running = try program(["phases", "A=20ms", "B=20ms", "--no-keep"] + logging)
    #expect(try running.finish() == 0)
    let numbers = try log().compactMap { $0.split(separator: " ").last?.split(separator: "-") }
    #expect(Set(numbers.map { $0.first }).count == 1)
    #expect(numbers.compactMap { $0.last }.sorted() == ["1", "2", "3"])
  }

  #if os(Linux)
    @Test("Numbers go on when the record is written after an event", .programs)
    func beforeRecord() throws {
      defer { unlink(folder.path + ".log") }
      let hang = TemporaryFolder()
      guard var variables = Preload.environment(.hangingDisk, while: hang.path) else { return }
      try hang.block()
      variables["LOG"] = folder.path + ".log"
      let running = try Program(
        ["phases", "A=1500ms", "B=2s", "-l", "Tea", "--json"] + logging, environment: variables,
        keptIn: folder)
      try running.expect(#""event":"phase""#)
      try running.expect(#""id":null"#)
      hang.remove()
      #expect(try running.finish() == 0)
      let numbers = try log().compactMap { $0.split(separator: " ").last?.split(separator: "-") }
      #expect(Set(numbers.map { $0.first }).count == 1)
      #expect(numbers.compactMap { $0.last }.sorted() == ["1", "2", "3"])
      #expect(folder.names.isEmpty)
    }
  #endif

  @Test(
    "What a program writes and how it fails is told, and cannot control the terminal", .programs)
  func reported() throws {
    let words = ["0", "--exec", "/bin/sh", "-c", #"printf 'one\n\033[2Jtwo'; exit 3"#]
    let running = try program(words)
    #expect(try running.finish() == 0)
    #expect(running.output == "done\n")
    #expect(
      running.errors == "one\n?[2Jtwo\nsandglass: \"/bin/sh\" has ended with status 3\n")
    let missing = try program(["0", "--exec", "no such program"])
    #expect(try missing.finish() == 0)
    #expect(
      missing.errors
        == "sandglass: \"no such program\" cannot be run: No such file or directory\n")
  }

  @Test("A line without an end is reported in parts, so that it takes little memory", .programs)
  func longLine() throws {
    let script = "head -c 200000 /dev/zero | tr '\\0' x; echo; echo end"
    let running = try Program(
      ["0", "--exec", "/bin/sh", "-c", script], script: #""$0" "$@" 2>&1"#, keptIn: folder)
    #expect(try running.finish() == 0)
    let lines = running.output.split(separator: "\n").filter { $0 != "done" }.map(\.count)
    #expect(lines.reduce(0, +) == 200_003)
    #expect(lines.dropLast(2).allSatisfy { $0 >= 65_536 && $0 < 65_536 + 4096 })
  }

  @Test("A program that goes on holds nothing up, and Ctrl-C does not wait for it", .programs)
  func slow() throws {
    // The programs end when the folder is removed, after the test.
    let script = #"while [ -d "$LOG" ]; do sleep 0.1; done"#
    let present = try TemporaryFolder.made()
    let running = try Program(
      ["Tea=20ms", "Eggs=50ms", "--exec", "/bin/sh", "-c", script],
      environment: ["LOG": present.path], keptIn: folder)
    try running.expect("Eggs done\n")
    running.send(SIGINT)
    #expect(try running.finish() == 0)
    withExtendedLifetime(present) {}
  }
}
