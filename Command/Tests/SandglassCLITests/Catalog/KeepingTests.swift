import Sandglass
import SandglassCore
import SandglassTestSupport
import Testing

@testable import sandglass_cli

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("The program keeps its countdowns", .programs)
struct KeepingTests {
  private let folder = TemporaryFolder.ofRecords

  private func seconds(_ line: String, _ key: String = "remaining") -> Double {
    Double(Line.value(key, line[...])) ?? -1
  }

  /// Runs the program to its end; answers what it wrote.
  @discardableResult
  private func run(
    _ arguments: [String], status: Int32 = 0, errors: String = "",
    environment: [String: String] = [:]
  ) throws -> String {
    let program = try Program(arguments, environment: environment, keptIn: folder)
    #expect(try program.finish() == status)
    #expect(program.errors == errors)
    return program.output
  }

  @Test("Killed, it is listed and counted on, right to the second")
  func killed() throws {
    let program = try Program(["90s", "--label", "Tea", "--json"], keptIn: folder)
    try program.expect(#""event":"tick""#)
    program.send(SIGKILL)
    #expect(try program.finish() == 1009)
    let start = try #require(program.output.split(separator: "\n").first.map { Line($0) }).at

    func check(_ line: String, since before: WallMoment) {
      let remaining = Duration.seconds(seconds(line))
      // The time of the start is told to the millisecond, and taken just before.
      #expect(remaining <= .seconds(91) - (before - start))
      #expect(remaining >= .seconds(90) - (WallMoment.now - start))
    }

    let beforeList = WallMoment.now
    let listed = try run(["list", "--json"])
    check(listed, since: beforeList)
    #expect(listed.hasPrefix(#"{"id":"tea","label":"Tea","state":"running","#))
    #expect(listed.hasSuffix(#""known":"exact","process":null,"ended":null}"# + "\n"))

    let beforeAttach = WallMoment.now
    let attached = try Program(["attach", "Tea", "--json"], keptIn: folder)
    try attached.expect(#"{"event":"attached","label":"Tea","#)
    check("{" + (try attached.expect(#""id":"tea","known":"exact"}"#)), since: beforeAttach)
    try attached.expect(#"{"event":"tick","label":"Tea","#)
    attached.send(SIGINT)
    #expect(try attached.finish() == 130)
    #expect(folder.names.isEmpty)
  }

  @Test("What is announced as started is in its record", arguments: 1...3)
  func startedIsKept(_ attempt: Int) throws {
    let program = try Program(["Tea=1h", "Eggs=1h", "--json"], keptIn: folder)
    try program.expect(#"{"event":"started","#)
    program.send(SIGKILL)
    #expect(try program.finish() == 1009)
    #expect(folder.names == ["eggs.json", "tea.json"])
  }

  @Test("What somebody has removed is cancelled")
  func removed() throws {
    let program = try Program(["Tea=1h", "Eggs=1h"], keptIn: folder)
    // By then, both records are written.
    try program.expect("Eggs 1:00:00\n")
    try folder.remove("tea.json")
    try program.expect("Tea cancelled\n")
    program.send(SIGTERM)
    #expect(try program.finish() == 143)
    #expect(program.output.hasSuffix("Eggs kept as eggs\n"))
    #expect(program.errors.isEmpty)
  }

  @Test(
    "Every signal but that of Ctrl-C leaves it in its record",
    arguments: [(SIGTERM, 143), (SIGQUIT, 131)] as [(Int32, Int32)])
  func left(_ signal: Int32, _ status: Int32) throws {
    let program = try Program(["Tea=90m", "My Eggs=2h"], keptIn: folder)
    try program.expect("My Eggs ")
    program.send(signal)
    #expect(try program.finish() == status)
    #expect(program.output.hasSuffix("Tea kept as tea\nMy Eggs kept as my-eggs\n"))
    #expect(folder.names == ["my-eggs.json", "tea.json"])
    let listed = try run(["list"])
    #expect(listed.contains(/tea      Tea      1:\d\d:\d\d  running  -\n/))
    #expect(listed.contains(/my-eggs  My Eggs  \d:\d\d:\d\d  running  -\n/))
  }

  @Test("What is left is told to programs, with its id")
  func leftJSON() throws {
    let program = try Program(["1h", "--json"], keptIn: folder)
    try program.expect(#""event":"tick""#)
    program.send(SIGHUP)
    #expect(try program.finish() == 129)
    let last = try #require(program.output.split(separator: "\n").last)
    #expect(last.hasPrefix(#"{"event":"kept","label":null,"remaining":35"#))
    #expect(last.hasSuffix(#","id":"1h"}"#))
    #expect(folder.names == ["1h.json"])
  }

  @Test("Ctrl-C and q cancel and remove", arguments: ["q", "\u{3}"])
  func cancelled(_ key: String) throws {
    let program = try Program(["Tea=1h", "Eggs=1h"], on: .terminal(columns: 80), keptIn: folder)
    try program.expect("q cancels")
    #expect(folder.names == ["eggs.json", "tea.json"])
    program.type(key)
    #expect(try program.finish() == 130)
    #expect(folder.names.isEmpty)
  }

  @Test("A finish that is told removes the record")
  func finished() throws {
    try run(["Tea=200ms", "Eggs=0s"])
    #expect(folder.names.isEmpty)
  }

  @Test(
    "One that ended while nobody was there is told once, by attach or cancel, and listed until then"
  )
  func toldOnce() throws {
    for id in ["tea", "eggs", "milk", "rice"] { try folder.keep(id, remaining: .seconds(-60)) }
    let untold = try run(["list", "--json"]).split(separator: "\n")
    #expect(untold.count == 4)
    #expect(untold.allSatisfy { $0.contains(#","state":"finished","remaining":0,"#) })

    #expect(try run(["attach", "tea"]).contains(#/ended 1m\d*s? ago, at /#))
    let reported = try run(["attach", "eggs", "--json"])
    #expect(reported.hasPrefix(#"{"event":"finished","label":null,"remaining":0,"shown":0,"#))
    #expect(reported.contains(#","id":"eggs","known":"exact","ended":""#))
    #expect(reported.split(separator: "\n").count == 1)
    #expect(try run(["cancel", "milk"]).contains(#/milk ended 1m\d*s? ago, at /#))
    #expect(folder.names == ["rice.json"])

    for _ in 0..<2 {
      #expect(try run(["list"]).contains("rice  -      0:00  finished\n"))
    }
    #expect(folder.names == ["rice.json"])
    #expect(try run(["cancel", "rice"]).contains(#/rice ended 1m\d*s? ago, at /#))
    #expect(try run(["list"]) == "no countdowns are kept\n")
    #expect(folder.names.isEmpty)
  }

  @Test("An end is shown on a terminal, with when it was")
  func endOnTerminal() throws {
    try folder.keep("tea", label: "Tea", remaining: .seconds(-60))
    let program = try Program(["attach", "tea"], on: .terminal(columns: 120), keptIn: folder)
    #expect(try program.finish() == 0)
    #expect(program.output.contains("ended 1m"))
    #expect(folder.names.isEmpty)
  }

  #if os(Linux)
    @Test(
      "What cannot be told keeps its record", arguments: [["cancel", "tea"], ["attach", "tea"]])
    func untold(_ command: [String]) throws {
      try folder.keep("tea", remaining: .seconds(-60))
      let program = try Program(command, outputPath: "/dev/full", keptIn: folder)
      #expect(try program.finish() == 74)
      #expect(program.errors == "sandglass: cannot write: No space left on device\n")
      #expect(try run(["cancel", "tea"]).hasPrefix("tea ended 1m"))
    }
  #endif

  @Test("Two labels alike have two ids, and the word that means both is refused")
  func alike() throws {
    let programs = try ["tea", "tea-2"].map { id in
      let program = try Program(["1h", "--label", "Tea", "--json"], keptIn: folder)
      try program.expect(#""id":"\#(id)"}"#)
      return program
    }
    for program in programs { program.send(SIGTERM) }
    for program in programs { #expect(try program.finish() == 143) }
    try run(
      ["cancel", "Tea"], status: 64,
      errors: "sandglass: \"Tea\" is ambiguous; accepted: tea, tea-2\n")
    #expect(try run(["cancel", "tea-2"]).hasPrefix("Tea cancelled, "))
    #expect(try run(["cancel", "Tea"]).hasPrefix("Tea cancelled, "))
    try run(
      ["attach", "Tea"], status: 66,
      errors: "sandglass: no kept countdown is called \"Tea\"; there are none\n")
  }

  @Test("Two terminals share a countdown: what one does is shown by the other")
  func shared() throws {
    let program = try Program(
      ["1h", "--label", "Tea", "--json"], on: .terminal(columns: 80), keptIn: folder)
    try program.expect(#""event":"tick""#)
    let other = try Program(
      ["attach", "Tea", "--json"], on: .terminal(columns: 80), keptIn: folder)
    try other.expect(#""event":"tick""#)
    do {
      program.type(" ")
      try program.expect(#""event":"paused""#)
      try other.expect(#""event":"paused""#)
      other.type(" ")
      try other.expect(#""event":"resumed""#)
      try program.expect(#""event":"resumed""#)
    } catch {
      Issue.record("\(error); the first terminal shows \(program.seen)")
    }
    #expect(try run(["cancel", "tea"]).hasPrefix("Tea cancelled, "))
    for each in [program, other] {
      try each.expect(#""event":"cancelled""#)
      #expect(try each.finish() == 130)
    }
    #expect(folder.names.isEmpty)
  }

  @Test("Where nothing can be kept it counts down all the same, with one warning")
  func impossible() throws {
    try folder.block()
    let output = try run(
      ["Tea=50ms", "Eggs=50ms", "--milestone", "20ms"],
      errors: "sandglass: not kept: the folder of records cannot be read for the moment: "
        + "Not a directory (error 20); it is left alone\n")
    // Law 5: on a busy machine, the one with the earlier milestone may report both at once.
    let ends = output.split(separator: "\n").filter { $0.hasSuffix(" done") }
    #expect(ends.sorted() == ["Eggs done", "Tea done"])
    #expect(output.hasSuffix(" done\n"))
  }

  @Test("Without a home it counts down all the same, with one warning, and nothing can be listed")
  func noHome() throws {
    let reason =
      "there is no folder for kept countdowns because HOME is not set; accepted: HOME, "
      + "XDG_STATE_HOME or SANDGLASS_STATE_DIR\n"
    let nowhere = ["SANDGLASS_STATE_DIR": ""]
    try run(["a=0", "b=0"], errors: "sandglass: not kept: " + reason, environment: nowhere)
    try run(["0", "--no-keep"], environment: nowhere)
    try run(["list"], status: 74, errors: "sandglass: " + reason, environment: nowhere)
  }

  #if os(Linux)
    @Test("In a folder that is read-only it counts down all the same, with one warning")
    func readOnly() throws {
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
      let program = try Program(["1h", "--label", "Tea"], script: script, keptIn: folder)
      guard let line = try? program.expect("\n"), line != "cannot mount" else {
        print("not run: a read-only folder could not be mounted")
        return
      }
      program.send(SIGTERM)
      #expect(try program.finish() == 143)
      #expect(program.output.hasSuffix("\ncancelled\n"))
      #expect(program.errors.hasPrefix("sandglass: not kept: the record \"tea\" could not be"))
      #expect(program.errors.split(separator: "\n").count == 1)
      #expect(folder.names == ["eggs.json"])
    }
  #endif

  @Test("A record that cannot be written any more costs one warning, and neither time nor status")
  func laterFailure() throws {
    let program = try Program(["1h"], on: .terminal(columns: 80), keptIn: folder)
    try program.expect("q cancels")
    try folder.replace("1h.json")
    program.type(" ")
    try program.expect("sandglass: not kept: the file of the record \"1h\"")
    try program.expect("space resumes")
    program.type(" ")
    try program.expect("space pauses")
    program.send(SIGTERM)
    #expect(try program.finish() == 143)
    // It is in no record, so it is not said to be.
    #expect(program.output.contains("cancelled"))
    #expect(program.output.ranges(of: "not kept").count == 1)
  }

  @Test("A torn record is reported, hides no other, and is left where it is")
  func torn() throws {
    try folder.keep("tea", label: "Tea", remaining: .seconds(3600))
    try folder.keep("torn", label: "Torn", remaining: .seconds(3600))
    try folder.tear("torn.json")
    for _ in 0..<2 {
      let listed = try run(["list"], status: 74)
      #expect(listed.contains("Tea"))
      #expect(listed.contains("the record \"torn\" is damaged: it is cut short"))
    }
    let cancelling = try Program(["cancel", "Tea"], keptIn: folder)
    #expect(try cancelling.finish() == 0)
    #expect(cancelling.output.hasPrefix("Tea cancelled, "))
    #expect(cancelling.errors.hasPrefix("sandglass: the record \"torn\" is damaged"))
    #expect(folder.names == ["torn.json"])
  }

  @Test(
    "A process that has cancelled or announced a countdown leaves its id to the next one",
    arguments: ["cancel", "shorten"])
  func nextRun(_ how: String) throws {
    let first = try Program(["Tea=1h", "Eggs=2h", "--json"], keptIn: folder)
    try first.expect(#""event":"tick","label":"Eggs""#)
    if how == "cancel" {
      try make(["cancel", "tea"])
      try first.expect(#""event":"cancelled","label":"Tea""#)
    } else {
      try make(["shorten", "tea", "2h"])
      try first.expect(#""event":"finished","label":"Tea""#)
    }
    let second = try Program(["Tea=200ms", "--json"], keptIn: folder)
    try second.expect(#""event":"finished","label":"Tea""#)
    #expect(try second.finish() == 0)
    first.send(SIGTERM)
    #expect(try first.finish() == 143)
    #expect(folder.names == ["eggs.json"])
  }

  private func make(_ arguments: [String]) throws {
    #expect(try Program(arguments, keptIn: folder).finish() == 0)
  }

  @Test("A record that is torn while it runs is set aside, which is said and listed")
  func tornWhileRunning() throws {
    let program = try Program(["1h"], on: .terminal(columns: 250), keptIn: folder)
    try program.expect("q cancels")
    try folder.waitForLease(of: "1h")
    try folder.tear("1h.json")
    try program.expect(
      "it is set aside as \"1h.damaged-1.json\"; another one is written in its place")
    program.send(SIGTERM)
    #expect(try program.finish() == 143)
    #expect(folder.names == ["1h.damaged-1.json", "1h.json"])
    let listed = try run(["list"])
    #expect(listed.contains("1h  -"))
    #expect(listed.contains("\"1h.damaged-1.json\" is what was damaged of the record \"1h\""))
    #expect(try run(["list", "--json"]).contains(#"{"id":"1h","setAside":"1h.damaged-1.json"}"#))
  }

  @Test("A paused one stays paused, to the nanosecond, and is shown so")
  func paused() throws {
    let program = try Program(
      ["1h", "--label", "Tea", "--json"], on: .terminal(columns: 80), keptIn: folder)
    try program.expect(#""event":"tick""#)
    program.type(" ")
    try program.expect(#""event":"paused","#)
    let remaining = seconds("{" + (try program.expect("}")))
    program.send(SIGHUP)
    #expect(try program.finish() == 129)
    let listed = try run(["list", "--json"])
    #expect(seconds(listed) == remaining)
    #expect(listed.contains(#""state":"paused""#))

    let attached = try Program(["attach", "Tea"], on: .terminal(columns: 80), keptIn: folder)
    try attached.expect("\u{1B}[33mpaused\u{1B}[0m")
    try attached.expect("space resumes")
    attached.type(" ")
    try attached.expect("space pauses")
    attached.type("q")
    #expect(try attached.finish() == 130)
    #expect(folder.names.isEmpty)
  }

  @Test("A countdown to a time is counted on, under its caption")
  func wallClock() throws {
    let end = WallMoment.now + .seconds(3600)
    let program = try Program(["until", end.rfc3339(fractionDigits: 9)], keptIn: folder)
    try program.expect("\n")
    program.send(SIGTERM)
    #expect(try program.finish() == 143)
    let id = try #require(folder.names.first).dropLast(5)
    #expect(id.hasPrefix("until-20"))

    let attached = try Program(["attach", String(id)], on: .terminal(columns: 80), keptIn: folder)
    try attached.expect("\u{1B}]2;")
    try attached.expect(" until ")
    try attached.expect("q cancels")
    attached.type("q")
    #expect(try attached.finish() == 130)
  }

  @Test("After a restart of the system, what is left is said to be estimated")
  func estimated() throws {
    try folder.keep("tea", remaining: .seconds(3600), boot: BootIdentity("another"))
    #expect(try run(["list"]).contains("running  estimated  -"))
    let program = try Program(["attach", "tea"], keptIn: folder)
    try program.expect("\n")
    program.send(SIGINT)
    #expect(try program.finish() == 130)
    #expect(program.errors.hasPrefix("sandglass: estimated: the system was restarted"))
  }
}
