import Foundation
import Sandglass
import SandglassTestSupport
import Testing

@testable import SandglassCLI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("The program on pipes", .timeLimit(.minutes(10)))
struct PipeTests {
  /// Runs the program to its end.
  private func check(
    _ arguments: [String], _ output: String, status: Int32 = 0, errors: String = ""
  ) async throws {
    try await onThread {
      let program = try Program(arguments)
      #expect(try program.finish() == status)
      #expect(program.output == output)
      #expect(program.errors == errors)
    }
  }

  @Test("One line a reading, then done")
  func plain() async throws {
    try await check(["2s"], "0:02\n0:01\ndone\n")
  }

  @Test("Nothing to count finishes at once")
  func zero() async throws {
    try await check(["0"], "done\n")
    try await check(["Tea=0", "Eggs=0s"], "Tea done\nEggs done\n")
  }

  @Test("Labels tell several countdowns apart, and milestones are told")
  func several() async throws {
    try await check(
      ["Tea=500ms", "Eggs=1s", "--milestone", "250ms"],
      "Tea 0:01\nEggs 0:01\nTea 250ms left\nTea done\nEggs 250ms left\nEggs done\n")
  }

  @Test("A label alone is not in the lines, and cannot break them")
  func labels() async throws {
    try await check(["0", "--label", "Tea"], "done\n")
    try await check(["a\u{1B}]2;x\n=0", "b=0"], "a?]2;x? done\nb done\n")
  }

  @Test("An instant that has passed finishes at once, and that is said")
  func passed() async throws {
    try await check(
      ["until", "2020-01-01T00:00:00Z"], "done\n",
      errors: "sandglass: 2020-01-01T00:00:00Z has passed\n")
  }

  @Test("Until an instant: nothing is told before it")
  func until() async throws {
    try await onThread {
      let end = WallMoment(
        nanosecondsSince1970: WallClock.now.nanosecondsSince1970 + 4_200_000_000)
      let program = try Program(["until", end.rfc3339(fractionDigits: 9), "--json"])
      #expect(try program.finish() == 0)
      #expect(WallClock.now >= end)
      let lines = program.output.split(separator: "\n").map { Line($0) }
      // A busy machine may take a second or two to start it, and be late with a reading, which the next one replaces.
      let first = try #require(lines.first?.shown)
      #expect(lines.map(\.shown) == lines.map(\.shown).sorted(by: >))
      #expect(lines.last?.shown == 0)
      for line in lines {
        #expect(line.at + .milliseconds(1) > end + .seconds(-line.shown), "\(line.event)")
      }
      #expect((1...5).contains(first))
      #expect(lines.last?.event == "finished")
      #expect(try #require(lines.last).at + .milliseconds(1) > end)
    }
  }

  @Test("JSON: started, a tick for each second, finished; nothing early")
  func json() async throws {
    try await onThread {
      let program = try Program(["2s", "--json", "--label", "Te\"a\n"])
      #expect(try program.finish() == 0)
      let lines = program.output.split(separator: "\n").map { Line($0) }
      #expect(lines.map(\.event) == ["started", "tick", "tick", "finished"])
      #expect(lines.map(\.shown) == [2, 2, 1, 0])
      let start = try #require(lines.first).at
      for (line, second) in zip(lines, [0, 0, 1, 2]) {
        #expect(line.at >= start + .seconds(second))
        #expect(line.at < start + .seconds(second + 1))
      }
      #expect(program.output.hasPrefix(#"{"event":"started","label":"Te\"a\n","remaining":2,"#))
      #expect(program.errors.isEmpty)
    }
  }

  @Test("Lines come at once, not at the end")
  func flush() async throws {
    try await onThread {
      let program = try Program(["1h"])
      try program.expect("1:00:00\n")
      program.send(SIGTERM)
      #expect(try program.finish() == 143)
      #expect(program.output.hasSuffix("\nkept as 1h\n"))
    }
  }

  @Test(
    "A signal cancels what is not kept, with the status that shells expect",
    arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129), (SIGQUIT, 131)] as [(Int32, Int32)])
  func signals(_ signal: Int32, _ status: Int32) async throws {
    try await onThread {
      let program = try Program(["Tea=1h", "Eggs=2h", "--json", "--no-keep"])
      try program.expect(#""label":"Eggs","remaining":7200,"shown":7200,"missed":0"#)
      try program.expect(#""event":"tick","label":"Eggs""#)
      program.send(signal)
      #expect(try program.finish() == status)
      let ends = program.output.split(separator: "\n").map { Line($0) }
        .filter { $0.event == "cancelled" }
      #expect(ends.map(\.label) == ["\"Tea\"", "\"Eggs\""])
      #expect(ends.allSatisfy { $0.shown >= 3590 })
    }
  }

  @Test("One that has finished stays finished when the other is cancelled")
  func partly() async throws {
    try await onThread {
      let program = try Program(["Tea=200ms", "Eggs=1h"])
      try program.expect("Tea done\n")
      program.send(SIGINT)
      #expect(try program.finish() == 130)
      #expect(program.output.hasSuffix("Tea done\nEggs cancelled\n"))
    }
  }

  @Test("A signal that is to be ignored is ignored")
  func ignored() async throws {
    try await onThread {
      let program = try Program(
        ["1s"], script: #"trap "" HUP INT; exec "$0" "$@""#)
      try program.expect("0:01\n")
      program.send(SIGHUP)
      program.send(SIGINT)
      #expect(try program.finish() == 0)
    }
  }

  @Test("A closed pipe ends it quietly")
  func closedPipe() async throws {
    try await onThread {
      let program = try Program(["1h"])
      try program.expect("1:00:00\n")
      program.closeOutput()
      #expect(try program.finish() == 141)
      #expect(program.errors.isEmpty)
    }
  }

  #if os(Linux)
    @Test("Output that cannot be written is an error")
    func fullDisk() async throws {
      try await onThread {
        let program = try Program(["1s"], outputPath: "/dev/full")
        #expect(try program.finish() == 74)
        #expect(program.errors == "sandglass: cannot write: No space left on device\n")
      }
    }

    @Test(
      "Nor is it a success where it is help, a version or a list",
      arguments: [["--help"], ["list", "--help"], ["--version"], ["list"]])
    func helpOnFullDisk(_ words: [String]) async throws {
      try await onThread {
        let program = try Program(words, outputPath: "/dev/full")
        #expect(try program.finish() == 74)
        #expect(program.errors == "sandglass: cannot write: No space left on device\n")
      }
    }

    @Test("A write that takes nothing for ever is taken for a full disk", arguments: [0, 1])
    func idleOutput(_ index: Int) async throws {
      try await onThread {
        let switched = TemporaryFolder()
        guard var faults = Preload.environment(.idleOutput, while: switched.path) else { return }
        try switched.block()
        faults["WRITE_FROM"] = index == 0 ? "1" : "3"
        let program = try Program(["200ms"], environment: faults)
        #expect(try program.finish() == (index == 0 ? 74 : 0))
        if index == 1 {
          #expect(program.output == "0:01\ndone\n")
          #expect(program.errors.hasPrefix("sandglass: not kept: "))
          #expect(program.errors.hasSuffix(": No space left on device (error 28)\n"))
        }
      }
    }

    @Test("Standard streams that were closed are not taken for files of its own", arguments: 0...2)
    func closedStreams(_ number: Int) async throws {
      try await onThread {
        let folder = TemporaryFolder()
        let program = try Program(
          ["1h"], script: #"exec "$0" "$@" \#(number)>&-"#, keptIn: folder)
        if number == 1 {
          // To write to it fails, as before.
          #expect(try program.finish() == 74)
          #expect(program.errors == "sandglass: cannot write: Bad file descriptor\n")
        } else {
          try program.expect("1:00:00\n")
          let path = "/proc/\(program.process)/fd/\(number)"
          #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "/dev/null")
          program.send(SIGTERM)
          #expect(try program.finish() == 143)
        }
        #expect(folder.names == ["1h.json"])
      }
    }
  #endif

  @Test("What is not understood gets one line of error", arguments: Refusals.all)
  func refusals(_ words: [String], _ message: String) async throws {
    try await check(words, "", status: 64, errors: "sandglass: \(message)\n")
  }

  @Test("Help, version and completions go to standard output")
  func help() async throws {
    try await check(["--version"], "0.1.0\n")
    for words in [["--help"], ["-h"], ["--generate-completion-script", "zsh"]] {
      try await onThread {
        let program = try Program(words)
        #expect(try program.finish() == 0)
        #expect(program.output.count > 500)
        #expect(program.errors.isEmpty)
      }
    }
  }

  @Test("The local time is that of TZ")
  func timeZone() async throws {
    try await onThread {
      // Noon in a place where it is always a minute past noon comes tomorrow.
      let seconds = Int(WallClock.now.nanosecondsSince1970 / 1_000_000_000) % 86_400
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
}
