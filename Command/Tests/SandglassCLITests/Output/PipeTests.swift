import Foundation
import Sandglass
import SandglassTestSupport
import Testing

@testable import sandglass_cli

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("The program on pipes", .programs)
struct PipeTests {
  private let folder = TemporaryFolder.ofRecords

  /// Runs the program to its end.
  private func check(
    _ arguments: [String], _ output: String, status: Int32 = 0, errors: String = ""
  ) throws {
    let program = try Program(arguments, keptIn: folder)
    #expect(try program.finish() == status)
    #expect(program.output == output)
    #expect(program.errors == errors)
  }

  @Test("Nothing to count finishes at once, and a label cannot break the lines")
  func zero() throws {
    try check(["0", "--label", "Tea"], "done\n")
    try check(["a\u{1B}]2;x\n=0", "b=0s"], "a?]2;x? done\nb done\n")
  }

  @Test("Milestones and ends are told in their order")
  func several() throws {
    let program = try Program(["Tea=100ms", "Eggs=200ms", "--milestone", "50ms"])
    #expect(try program.finish() == 0)
    // A busy machine may be late with the first readings, which the ends then replace.
    let lines = program.output.split(separator: "\n").filter { !$0.hasSuffix(" 0:01") }
    #expect(lines == ["Tea 50ms left", "Tea done", "Eggs 50ms left", "Eggs done"])
  }

  @Test("An instant that has passed finishes at once, and that is said")
  func passed() throws {
    try check(
      ["until", "2020-01-01T00:00:00Z"], "done\n",
      errors: "sandglass: 2020-01-01T00:00:00Z has passed\n")
  }

  @Test("JSON: started, ticks, finished; nothing early, after a duration or until an instant")
  func json() throws {
    let instant = WallMoment.now + .milliseconds(1100)
    let until = try Program(["until", instant.rfc3339(fractionDigits: 9), "--json"])
    let duration = try Program(["1100ms", "--json", "--label", "Te\"a\n"])
    #expect(try until.finish() == 0)
    #expect(WallMoment.now >= instant)
    try checkLines(until.output, end: instant)
    #expect(try duration.finish() == 0)
    let start = try #require(duration.output.split(separator: "\n").first.map { Line($0) }).at
    try checkLines(duration.output, end: start + .milliseconds(1100))
    #expect(duration.output.hasPrefix(#"{"event":"started","label":"Te\"a\n","remaining":1.1,"#))
    #expect(duration.errors.isEmpty)
  }

  /// Checks the lines of a countdown. On a busy machine a reading may be late, and the next one replaces it.
  private func checkLines(_ output: String, end: WallMoment) throws {
    let lines = output.split(separator: "\n").map { Line($0) }
    #expect(lines.first?.event == "started")
    #expect(lines.last?.event == "finished")
    #expect(lines.last?.shown == 0)
    let ticks = lines.dropFirst().dropLast()
    #expect(ticks.allSatisfy { $0.event == "tick" })
    #expect(ticks.map(\.shown) == Set(ticks.map(\.shown)).sorted(by: >))
    for line in lines.dropFirst() {
      // The times are cut to milliseconds.
      #expect(line.at + .milliseconds(2) > end + .seconds(-line.shown), "\(line.event)")
    }
  }

  @Test(
    "A signal cancels what is not kept, and nothing is touched",
    arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func signals(_ signal: Int32, _ status: Int32) throws {
    let program = try Program(["Tea=1h", "Eggs=2h", "--json", "--no-keep"], keptIn: folder)
    try program.expect(#""label":"Eggs","remaining":7200,"shown":7200,"missed":0"#)
    try program.expect(#""event":"tick","label":"Eggs""#)
    program.send(signal)
    #expect(try program.finish() == status)
    let ends = program.output.split(separator: "\n").map { Line($0) }
      .filter { $0.event == "cancelled" }
    #expect(ends.map(\.label) == ["\"Tea\"", "\"Eggs\""])
    #expect(ends.allSatisfy { $0.shown > 3500 })
    #expect(!folder.exists)
  }

  @Test("One that has finished stays finished when the other is cancelled")
  func partly() throws {
    let program = try Program(["Tea=50ms", "Eggs=1h"])
    try program.expect("Tea done\n")
    program.send(SIGINT)
    #expect(try program.finish() == 130)
    #expect(program.output.hasSuffix("\nEggs cancelled\n"))
    #expect(!program.output.contains("Tea cancelled"))
  }

  @Test("A signal that is to be ignored is ignored")
  func ignored() throws {
    let program = try Program(["1h"], script: #"trap "" HUP INT; exec "$0" "$@""#)
    try program.expect("\n")
    program.send(SIGHUP)
    program.send(SIGINT)
    // The first signal that is not ignored decides the status.
    program.send(SIGTERM)
    #expect(try program.finish() == 143)
  }

  @Test("A closed pipe ends it quietly, and leaves it in its record")
  func closedPipe() throws {
    // The milestone is the next line.
    let program = try Program(["1h", "--milestone", "59m59.9s"], keptIn: folder)
    try program.expect("\n")
    program.closeOutput()
    #expect(try program.finish() == 141)
    #expect(program.errors.isEmpty)
    #expect(folder.names == ["1h.json"])
  }

  #if os(Linux)
    @Test(
      "Output that cannot be written is an error, also that of help and of a list",
      arguments: [["1h"], ["--help"], ["list"]])
    func fullDisk(_ words: [String]) throws {
      let program = try Program(words, outputPath: "/dev/full")
      #expect(try program.finish() == 74)
      #expect(program.errors == "sandglass: cannot write: No space left on device\n")
    }

    @Test("A write that takes nothing for ever is taken for a full disk", arguments: ["1", "3"])
    func idleOutput(_ first: String) throws {
      let switched = TemporaryFolder()
      guard var faults = Preload.environment(.idleOutput, while: switched.path) else { return }
      try switched.block()
      faults["WRITE_FROM"] = first
      let program = try Program(["1h"], environment: faults)
      guard first == "3" else {
        #expect(try program.finish() == 74)
        return
      }
      try program.expect("\n")
      program.send(SIGKILL)
      #expect(try program.finish() == 1009)
      #expect(program.errors.hasPrefix("sandglass: not kept: "))
      #expect(program.errors.hasSuffix(": No space left on device (error 28)\n"))
    }

    @Test("Standard streams that were closed are not taken for files of its own", arguments: 0...2)
    func closedStreams(_ number: Int) throws {
      let program = try Program(["1h"], script: #"exec "$0" "$@" \#(number)>&-"#, keptIn: folder)
      if number == 1 {
        // To write to it fails, as before.
        #expect(try program.finish() == 74)
        #expect(program.errors == "sandglass: cannot write: Bad file descriptor\n")
      } else {
        try program.expect("\n")
        let path = "/proc/\(program.process)/fd/\(number)"
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "/dev/null")
        program.send(SIGTERM)
        #expect(try program.finish() == 143)
      }
      #expect(folder.names == ["1h.json"])
    }
  #endif

  @Test("What is not understood gets one line of error")
  func refusal() throws {
    let (words, message) = Refusals.all[1]
    try check(words, "", status: 64, errors: "sandglass: \(message)\n")
  }

  @Test("Help goes to standard output, and touches nothing")
  func help() throws {
    let program = try Program(["--help"], keptIn: folder)
    #expect(try program.finish() == 0)
    #expect(program.output.count > 500)
    #expect(program.errors.isEmpty)
    #expect(!folder.exists)
  }

  @Test("The local time is that of TZ")
  func timeZone() throws {
    // Noon in a place where it is always a minute past noon comes tomorrow.
    let seconds = Int(WallMoment.now.nanosecondsSince1970 / 1_000_000_000) % 86_400
    let ahead = 43_260 - seconds
    let sign = ahead < 0 ? "+" : "-"
    let hours = abs(ahead) / 3600
    let minutes = abs(ahead) / 60 % 60
    let zone = "XXX\(sign)\(hours):\(minutes):\(abs(ahead) % 60)"
    let program = try Program(["until", "12:00"], environment: ["TZ": zone])
    try program.expect("23:5")
    program.send(SIGINT)
    #expect(try program.finish() == 130)
    #expect(
      program.errors == "sandglass: 12:00 has passed today; counting down to 12:00 tomorrow\n")
  }
}
