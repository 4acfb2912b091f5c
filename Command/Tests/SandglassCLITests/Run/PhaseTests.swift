import SandglassTestSupport
import Testing

@testable import sandglass_cli

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Phases and overtime", .programs)
struct PhaseTests {
  private let folder = TemporaryFolder.ofRecords

  private func run(_ arguments: [String]) throws {
    #expect(try Program(arguments, keptIn: folder).finish() == 0)
  }

  @Test("Each phase is told with its round, and can be skipped and gone back to from elsewhere")
  func phases() throws {
    let words = [
      "phases", "Warm up=50ms", "Work=1h", "Break=1h", "--rounds", "2", "--json", "-l", "Pomodoro",
    ]
    let program = try Program(words, keptIn: folder)
    try program.expect(#""phase":"Warm up","round":1,"rounds":2"#)
    try program.expect(#"{"event":"phase","label":"Pomodoro","remaining":3"#)
    try program.expect(#""phase":"Work","round":1,"rounds":2,"ended":"Warm up","next":"Work"}"#)
    try run(["skip", "Pomodoro"])
    try program.expect(#""ended":"Work","next":"Break"}"#)
    try run(["back", "Pomodoro"])
    try program.expect(#"{"event":"back""#)
    for next in ["Break", "Warm up"] {
      try run(["skip", "Pomodoro"])
      try program.expect(#""next":"\#(next)"}"#)
    }
    try program.expect(#""phase":"Work","round":2,"rounds":2,"ended":"Warm up","next":"Work"}"#)
    try run(["skip", "Pomodoro"])
    try program.expect(#""ended":"Work","next":"Break"}"#)
    try run(["skip", "Pomodoro"])
    try program.expect(#""ended":"Break","next":null}"#)
    try program.expect(#"{"event":"finished""#)
    #expect(try program.finish() == 0)
    #expect(!program.output.contains(#""event":"extended""#))
    #expect(folder.names.isEmpty)
  }

  @Test("Whoever leaves a run that waits is told how it goes on waiting")
  func leftWaiting() throws {
    let words = ["phases", "Work=1h", "Break=1h", "--wait", "--label", "Pomodoro"]
    let program = try Program(words, on: .terminal(columns: 80), keptIn: folder)
    try folder.waitForLease(of: "pomodoro")
    program.type("d")
    try program.expect("come back with: sandglass attach pomodoro --wait\r\n")
    #expect(try program.finish() == 75)
  }

  @Test("With --wait a phase begins paused and whole, unless it was skipped to")
  func wait() throws {
    let words = ["phases", "Work=50ms", "Break=1h", "Rest=1h", "--wait", "--json"]
    let program = try Program(words, keptIn: folder)
    try program.expect(#"{"event":"paused""#)
    try program.expect(#"{"event":"extended","label":null,"remaining":3600,"#)
    try run(["resume", "--all"])
    try program.expect(#"{"event":"resumed""#)
    try run(["skip", "--all"])
    try program.expect(#""ended":"Break","next":"Rest"}"#)
    program.send(SIGINT)
    #expect(try program.finish() == 130)
    #expect(program.output.ranges(of: #""event":"paused""#).count == 1)
  }

  @Test("Counting past zero is told, can be stopped from here and elsewhere, and is no failure")
  func overtime() throws {
    let own = try Program(["50ms", "--overtime", "--json"], keptIn: folder)
    try own.expect(#"{"event":"tick","label":null,"remaining":0,"shown":0"#)
    own.send(SIGINT)
    try own.expect(#"{"event":"stopped""#)
    #expect(try own.finish() == 0)
    #expect(folder.names.isEmpty)

    let program = try Program(["1h", "--overtime", "--json"], keptIn: folder)
    // By then, the record is written, so that others can change it.
    try program.expect(#""id":"1h""#)
    try run(["shorten", "1h", "2h"])
    try program.expect(#"{"event":"finished""#)
    // By then, the finish is no longer pending.
    try program.expect(#"{"event":"tick","label":null,"remaining":0,"shown":0"#)
    try run(["cancel", "1h"])
    try program.expect(#"{"event":"stopped""#)
    #expect(try program.finish() == 0)
    #expect(folder.names.isEmpty)
  }
}
