import Sandglass
import SandglassTestSupport
import Testing

@testable import SandglassCLI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("The program keeps its countdowns", .timeLimit(.minutes(10)))
struct KeepingTests {
  private func seconds(_ line: String, _ key: String = "remaining") -> Double {
    Double(Line.value(key, line[...])) ?? -1
  }

  /// Runs the program to its end; answers what it wrote.
  @discardableResult
  private func run(
    _ arguments: [String], in folder: TemporaryFolder, status: Int32 = 0, errors: String = "",
    environment: [String: String] = [:]
  ) throws -> String {
    let program = try Program(arguments, environment: environment, keptIn: folder)
    #expect(try program.finish() == status)
    #expect(program.errors == errors)
    return program.output
  }

  @Test("Killed, it is listed and counted on, right to the second")
  func killed() async throws {
    try await onThread {
      let folder = TemporaryFolder()
      let program = try Program(["90s", "--label", "Tea", "--json"], keptIn: folder)
      try program.expect(#""event":"tick""#)
      // Until the record has been written.
      try folder.expect(["tea.json"])
      program.send(SIGKILL)
      #expect(try program.finish() == 1009)
      let start = try #require(program.output.split(separator: "\n").first.map { Line($0) }).at

      func check(_ line: String, since before: WallMoment) {
        let remaining = Duration.seconds(seconds(line))
        // The time of the start is told to the millisecond, and taken just before.
        #expect(remaining <= .seconds(91) - (before - start))
        #expect(remaining >= .seconds(90) - (WallClock.now - start))
      }

      let beforeList = WallClock.now
      let listed = try run(["list", "--json"], in: folder)
      check(listed, since: beforeList)
      #expect(listed.hasPrefix(#"{"id":"tea","label":"Tea","state":"running","#))
      #expect(listed.hasSuffix(#""known":"exact","process":null,"ended":null}"# + "\n"))

      let beforeAttach = WallClock.now
      let attached = try Program(["attach", "Tea", "--json"], keptIn: folder)
      try attached.expect(#"{"event":"attached","label":"Tea","#)
      check("{" + (try attached.expect(#""id":"tea","known":"exact"}"#)), since: beforeAttach)
      try attached.expect(#"{"event":"tick","label":"Tea","#)
      attached.send(SIGINT)
      #expect(try attached.finish() == 130)
      #expect(folder.names.isEmpty)
    }
  }

  @Test("What is announced as started is in its record")
  func startedIsKept() async throws {
    try await onThread {
      for _ in 1...5 {
        let folder = TemporaryFolder()
        let program = try Program(["Tea=1h", "Eggs=1h", "--json"], keptIn: folder)
        try program.expect(#"{"event":"started","#)
        program.send(SIGKILL)
        #expect(try program.finish() == 1009)
        #expect(folder.names.filter { $0.hasSuffix(".json") } == ["eggs.json", "tea.json"])
      }
    }
  }

  @Test("What somebody has removed is not said to be kept")
  func removed() async throws {
    try await onThread {
      let folder = TemporaryFolder()
      let program = try Program(["Tea=1h", "Eggs=1h"], keptIn: folder)
      try program.expect("Eggs 1:00:00\n")
      try folder.remove("tea.json")
      program.send(SIGTERM)
      #expect(try program.finish() == 143)
      #expect(program.output.hasSuffix("Eggs kept as eggs\nTea cancelled\n"))
      #expect(program.errors == "sandglass: not kept: the record \"tea\" has been removed\n")

      let other = try Program(["1h", "--json"], keptIn: folder)
      try other.expect(#""event":"tick""#)
      folder.remove()
      other.send(SIGTERM)
      #expect(try other.finish() == 143)
      #expect(other.output.contains(#""event":"cancelled""#))
      #expect(other.errors == "sandglass: not kept: the record \"1h\" has been removed\n")
      #expect(!folder.exists)
    }
  }

  @Test(
    "Every signal but that of Ctrl-C leaves it in its record",
    arguments: [(SIGHUP, 129), (SIGTERM, 143), (SIGQUIT, 131)] as [(Int32, Int32)])
  func left(_ signal: Int32, _ status: Int32) async throws {
    try await onThread {
      let folder = TemporaryFolder()
      let program = try Program(["Tea=90m", "My Eggs=2h"], keptIn: folder)
      try program.expect("My Eggs 2:00:00\n")
      program.send(signal)
      #expect(try program.finish() == status)
      #expect(program.output.hasSuffix("Tea kept as tea\nMy Eggs kept as my-eggs\n"))
      #expect(folder.names == ["my-eggs.json", "tea.json"])
      let listed = try run(["list"], in: folder)
      #expect(listed.contains(/tea      Tea      (1:30:00|1:29:5\d)  running  exact      -\n/))
      #expect(listed.contains(/my-eggs  My Eggs  (2:00:00|1:59:5\d)  running  exact      -\n/))
    }
  }

  @Test("What is left is told to programs, with its id")
  func leftJSON() async throws {
    try await onThread {
      let program = try Program(["1h", "--json"])
      try program.expect(#""event":"tick""#)
      program.send(SIGTERM)
      #expect(try program.finish() == 143)
      let last = try #require(program.output.split(separator: "\n").last)
      #expect(last.hasPrefix(#"{"event":"kept","label":null,"remaining":3599."#))
      #expect(last.hasSuffix(#","id":"1h"}"#))
    }
  }

  @Test("Ctrl-C and q cancel and remove")
  func cancelled() async throws {
    try await onThread {
      for key in ["q", "\u{3}"] {
        let folder = TemporaryFolder()
        let program = try Program(
          ["Tea=1h", "Eggs=1h"], on: .terminal(columns: 80), keptIn: folder)
        try program.expect("q cancels")
        try folder.expect(["eggs.json", "tea.json"])
        program.type(key)
        #expect(try program.finish() == 130)
        #expect(folder.names.isEmpty)
      }
    }
  }

  @Test("A finish that is told removes the record")
  func finished() async throws {
    try await onThread {
      let folder = TemporaryFolder()
      try run(["0"], in: folder)
      try run(["Tea=200ms", "Eggs=0s"], in: folder)
      #expect(folder.exists)
      #expect(folder.names.isEmpty)
    }
  }

  @Test("One that ended while nobody was there is told once, by the list or by attach or cancel")
  func toldOnce() async throws {
    try await onThread {
      let folder = TemporaryFolder()
      for command in [["list"], ["attach", "Tea"], ["cancel", "Tea"]] {
        try folder.keep("tea", label: "Tea", remaining: .seconds(-60))
        for _ in 1...2 {
          let seen = try run(["list", "--json"], in: folder)
          #expect(seen.hasPrefix(#"{"id":"tea","label":"Tea","state":"finished","remaining":0,"#))
        }
        #expect(try run(command, in: folder).contains(#/ended 1m\d?s? ago, at /#))
        #expect(try run(["list", "--json"], in: folder).isEmpty)
        #expect(try run(["list"], in: folder) == "no countdowns are kept\n")
        #expect(folder.names.isEmpty)
      }
    }
  }

  @Test("An end that is told to a program says when it was")
  func endJSON() async throws {
    try await onThread {
      let folder = TemporaryFolder()
      try folder.keep("tea", remaining: .seconds(-60))
      let told = try run(["attach", "tea", "--json"], in: folder)
      #expect(told.hasPrefix(#"{"event":"finished","label":null,"remaining":0,"shown":0,"#))
      #expect(told.contains(#","id":"tea","known":"exact","ended":""#))
      #expect(told.split(separator: "\n").count == 1)
      #expect(folder.names.isEmpty)
    }
  }

  @Test("An end is shown on a terminal, with when it was")
  func endOnTerminal() async throws {
    try await onThread {
      let folder = TemporaryFolder()
      try folder.keep("tea", label: "Tea", remaining: .seconds(-60))
      let program = try Program(["attach", "tea"], on: .terminal(columns: 120), keptIn: folder)
      #expect(try program.finish() == 0)
      #expect(program.output.contains("ended 1m"))
      #expect(folder.names.isEmpty)
    }
  }

  #if os(Linux)
    @Test("What cannot be told keeps its record", arguments: [["list"], ["attach", "tea"]])
    func untold(_ command: [String]) async throws {
      try await onThread {
        let folder = TemporaryFolder()
        try folder.keep("tea", remaining: .seconds(-60))
        let program = try Program(command, outputPath: "/dev/full", keptIn: folder)
        #expect(try program.finish() == 74)
        #expect(program.errors == "sandglass: cannot write: No space left on device\n")
        #expect(try run(["list"], in: folder).hasPrefix("tea ended 1m"))
      }
    }
  #endif

  @Test("A closed pipe leaves it in its record")
  func closedPipe() async throws {
    try await onThread {
      let folder = TemporaryFolder()
      let program = try Program(["1h"], keptIn: folder)
      try program.expect("1:00:00\n")
      program.closeOutput()
      #expect(try program.finish() == 141)
      #expect(try run(["list"], in: folder).contains("running"))
      #expect(folder.names == ["1h.json"])
    }
  }

  @Test("Two labels alike have two ids, and the word that means both is refused")
  func alike() async throws {
    try await onThread {
      let folder = TemporaryFolder()
      let programs = try (1...2).map { number in
        let program = try Program(["1h", "--label", "Tea", "--json"], keptIn: folder)
        try program.expect(number == 1 ? #""id":"tea"}"# : #""id":"tea-2"}"#)
        return program
      }
      for program in programs { program.send(SIGTERM) }
      for program in programs { #expect(try program.finish() == 143) }
      for command in ["attach", "cancel"] {
        try run(
          [command, "Tea"], in: folder, status: 64,
          errors: "sandglass: \"Tea\" is ambiguous; accepted: tea, tea-2\n")
      }
      #expect(try run(["cancel", "tea-2"], in: folder).hasPrefix("Tea cancelled, "))
      #expect(try run(["cancel", "Tea"], in: folder).hasPrefix("Tea cancelled, "))
      try run(
        ["cancel", "Tea"], in: folder, status: 66,
        errors: "sandglass: no kept countdown is called \"Tea\"; there are none\n")
    }
  }

  @Test("One that another process runs is refused, and goes on")
  func held() async throws {
    try await onThread {
      let folder = TemporaryFolder()
      let program = try Program(["1h", "--label", "Tea"], keptIn: folder)
      try program.expect("1:00:00\n")
      try folder.expect(["tea.json"])
      for command in [["attach", "Tea"], ["cancel", "Tea"], ["attach", "tea"]] {
        try run(
          command, in: folder, status: 75,
          errors: "sandglass: \"tea\" is being run by process \(program.process); "
            + "accepted: a countdown that no process is running\n")
      }
      #expect(try run(["list"], in: folder).contains("process \(program.process)\n"))
      #expect(try run(["list", "--json"], in: folder).contains(#""process":\#(program.process),"#))
      program.send(SIGINT)
      #expect(try program.finish() == 130)
      #expect(folder.names.isEmpty)
    }
  }

  @Test("Without keeping, and for help, nothing is touched", arguments: [true, false])
  func untouched(_ hasTime: Bool) async throws {
    try await onThread {
      let folder = TemporaryFolder()
      let commands =
        hasTime
        ? [["100ms", "--no-keep"]]
        : [["--help"], ["list", "--help"], ["attach", "--help"], ["--version"], ["list"]]
      for command in commands { try run(command, in: folder) }
      #expect(!folder.exists)
    }
  }

  @Test("A label may be the name of a command")
  func commandName() async throws {
    try await onThread {
      let folder = TemporaryFolder()
      let output = try run(["list=0"], in: folder)
      #expect(output == "done\n")
    }
  }

  @Test("Where nothing can be kept it counts down all the same, with one warning")
  func impossible() async throws {
    try await onThread {
      let folder = TemporaryFolder()
      try folder.block()
      let output = try run(
        ["Tea=200ms", "Eggs=200ms", "--milestone", "100ms"], in: folder,
        errors: "sandglass: not kept: the folder of records cannot be read for the moment: "
          + "Not a directory (error 20); it is left alone\n")
      #expect(output.hasSuffix("Tea done\nEggs done\n"))
    }
  }

  @Test("Without a home it counts down all the same, with one warning")
  func noHome() async throws {
    try await onThread {
      let folder = TemporaryFolder()
      let reason =
        "there is no folder for kept countdowns because HOME is not set; accepted: HOME, "
        + "XDG_STATE_HOME or SANDGLASS_STATE_DIR\n"
      let nowhere = ["SANDGLASS_STATE_DIR": ""]
      try run(
        ["a=0", "b=0"], in: folder, errors: "sandglass: not kept: " + reason, environment: nowhere)
      try run(["0", "--no-keep"], in: folder, environment: nowhere)
      try run(
        ["list"], in: folder, status: 74, errors: "sandglass: " + reason, environment: nowhere)
    }
  }

  #if os(Linux)
    @Test("In a folder that is read-only it counts down all the same, with one warning")
    func readOnly() async throws {
      try await onThread {
        let folder = TemporaryFolder()
        try folder.keep("eggs", remaining: .seconds(3600))
        // Permissions do not count for root, but a mount does.
        let script = #"""
          if [ "$(id -u)" = 0 ]; then
            exec unshare -m /bin/sh -c 'd=$SANDGLASS_STATE_DIR
              mount --bind "$d" "$d" && mount -o remount,bind,ro "$d" && exec "$0" "$@" ||
              echo "cannot mount"' "$0" "$@"
          fi
          chmod 500 "$SANDGLASS_STATE_DIR"; exec "$0" "$@"
          """#
        let program = try Program(["300ms", "--label", "Tea"], script: script, keptIn: folder)
        let status = try program.finish()
        guard !program.output.contains("cannot mount"), status != 1 else {
          print("not run: a read-only folder could not be mounted")
          return
        }
        #expect(status == 0)
        #expect(program.output == "0:01\ndone\n")
        #expect(program.errors.hasPrefix("sandglass: not kept: the record \"tea\" could not be"))
        #expect(program.errors.split(separator: "\n").count == 1)
        #expect(folder.names == ["eggs.json"])
      }
    }
  #endif

  @Test("A record that cannot be written any more costs one warning, and neither time nor status")
  func laterFailure() async throws {
    try await onThread {
      let folder = TemporaryFolder()
      let program = try Program(["1h"], on: .terminal(columns: 80), keptIn: folder)
      try program.expect("q cancels")
      try folder.expect(["1h.json"])
      folder.remove()
      try folder.block()
      program.type(" ")
      try program.expect("sandglass: not kept: the record \"1h\"")
      try program.expect("space resumes")
      program.type(" ")
      try program.expect("space pauses")
      program.send(SIGTERM)
      #expect(try program.finish() == 143)
      // It is in no record, so it is not said to be.
      #expect(program.output.contains("cancelled"))
      #expect(program.output.ranges(of: "not kept").count == 1)
    }
  }

  @Test("A torn record is reported once, and hides no other")
  func torn() async throws {
    try await onThread {
      let folder = TemporaryFolder()
      for command in [["list"], ["list", "--json"]] {
        try folder.keep("tea", label: "Tea", remaining: .seconds(3600))
        try folder.keep("torn", label: "Torn", remaining: .seconds(3600))
        try folder.tear("torn.json")
        let listed = try run(command, in: folder, status: 74)
        #expect(listed.contains("Tea"))
        #expect(listed.contains(/the record \\?"torn\\?" is damaged: it is cut short/))
        let again = try run(command, in: folder)
        #expect(!again.contains("torn"))
      }
      try folder.keep("torn", label: "Torn", remaining: .seconds(3600))
      try folder.tear("torn.json")
      let cancelling = try Program(["cancel", "Tea"], keptIn: folder)
      #expect(try cancelling.finish() == 0)
      #expect(cancelling.output.hasPrefix("Tea cancelled, "))
      #expect(cancelling.errors.hasPrefix("sandglass: the record \"torn\" is damaged"))
      #expect(folder.names == (1...3).map { "torn.damaged-\($0).json" })
    }
  }

  @Test("A paused one stays paused, to the nanosecond, and is shown so")
  func paused() async throws {
    try await onThread {
      let folder = TemporaryFolder()
      let program = try Program(
        ["1h", "--label", "Tea", "--json"], on: .terminal(columns: 80), keptIn: folder)
      try program.expect(#""event":"tick""#)
      program.type(" ")
      try program.expect(#""event":"paused","#)
      let remaining = seconds("{" + (try program.expect("}")))
      program.send(SIGHUP)
      #expect(try program.finish() == 129)
      #expect(seconds(try run(["list", "--json"], in: folder)) == remaining)
      #expect(try run(["list"], in: folder).contains("paused  exact      -"))

      let attached = try Program(["attach", "Tea"], on: .terminal(columns: 80), keptIn: folder)
      try attached.expect("\u{1B}[33mpaused\u{1B}[0m")
      try attached.expect("space resumes")
      attached.type(" ")
      try attached.expect("space pauses")
      attached.type("q")
      #expect(try attached.finish() == 130)
      #expect(folder.names.isEmpty)
    }
  }

  @Test("A countdown to a time is counted on, under its caption")
  func wallClock() async throws {
    try await onThread {
      let folder = TemporaryFolder()
      let end = WallClock.now + .seconds(3600)
      let program = try Program(
        ["until", end.rfc3339(fractionDigits: 9)], keptIn: folder)
      try program.expect("0\n")
      program.send(SIGTERM)
      #expect(try program.finish() == 143)
      let id = try #require(folder.names.first).dropLast(5)
      #expect(id.hasPrefix("until-20"))

      let attached = try Program(
        ["attach", String(id)], on: .terminal(columns: 80), keptIn: folder)
      try attached.expect("\u{1B}]2;")
      try attached.expect(" until ")
      try attached.expect("q cancels")
      attached.type("q")
      #expect(try attached.finish() == 130)
    }
  }

  @Test("After a restart of the system, what is left is said to be estimated")
  func estimated() async throws {
    try await onThread {
      let folder = TemporaryFolder()
      try folder.keep("tea", remaining: .seconds(3600), boot: BootIdentity("another"))
      #expect(try run(["list"], in: folder).contains("running  estimated  -"))
      let program = try Program(["attach", "tea"], keptIn: folder)
      try program.expect("59:5")
      program.send(SIGINT)
      #expect(try program.finish() == 130)
      #expect(program.errors.hasPrefix("sandglass: estimated: the system was restarted"))
    }
  }
}
