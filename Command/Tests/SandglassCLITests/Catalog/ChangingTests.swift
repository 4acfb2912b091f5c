import Sandglass
import SandglassTestSupport
import Testing

@testable import sandglass_cli
@testable import SandglassStores

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Countdowns are changed from another terminal", .programs)
struct ChangingTests {
  private let folder = TemporaryFolder.ofRecords

  @discardableResult
  private func run(_ arguments: [String], status: Int32 = 0, errors: String = "") throws -> String {
    let program = try Program(arguments, keptIn: folder)
    #expect(try program.finish() == status)
    #expect(program.errors == errors)
    return program.output
  }

  @Test("The terminal that shows a countdown follows each change, and the last one ends it")
  func followed() throws {
    let shown = try Program(["1h", "--label", "Tea", "--json"], keptIn: folder)
    try shown.expect(#""event":"tick""#)
    #expect(try run(["pause", "Tea"]).hasPrefix("Tea paused, "))
    try shown.expect(#""event":"paused""#)
    #expect(try run(["pause", "tea"]).hasPrefix("Tea is already paused, "))
    #expect(try run(["resume", "--all", "--json"]).contains(#""result":"changed","id":"tea""#))
    try shown.expect(#""event":"resumed""#)
    try run(["extend", "Tea", "1h"])
    try shown.expect(#""event":"extended","label":"Tea","remaining":71"#)
    try run(["restart", "Tea"])
    try shown.expect(#""event":"restarted","label":"Tea","remaining":3"#)
    // A pause is told after each restart, also if both are in one update of the record.
    for _ in 1...2 {
      try run(["restart", "Tea"])
      try shown.expect(#""event":"restarted""#)
      try run(["pause", "Tea"])
      try shown.expect(#""event":"paused""#)
    }
    let other = try #require(
      try FileCountdownStore(folder: folder.path).countdown("tea"))
    other.restart()
    other.pause()
    try shown.expect(#""event":"restarted""#)
    try shown.expect(#""event":"paused""#)
    try run(["rename", "Tea", "Chai"])
    try shown.expect(#""event":"renamed","label":"Chai""#)
    #expect(try run(["cancel", "--all"]).hasPrefix("Chai cancelled, "))
    try shown.expect(#""event":"cancelled","label":"Chai""#)
    #expect(try shown.finish() == 130)
    #expect(folder.names.isEmpty)
  }

  @Test("A cancellation from elsewhere tells what was left, and not the whole duration")
  func cancelled() throws {
    let plain = try Program(["1h", "--label", "Eggs"], on: .terminal(columns: 80), keptIn: folder)
    try plain.expect("q cancels")
    let shown = try Program(["1h", "--label", "Tea", "--json"], keptIn: folder)
    try shown.expect(#""event":"tick""#)
    try run(["shorten", "--all", "30m"])
    try shown.expect(#""event":"extended""#)
    // What is cancelled before this process has heard of the change keeps what it has shown.
    try plain.expect("29:")
    let answer = try run(["cancel", "Tea", "--json"])
    #expect(answer.contains(#/"state":"cancelled","remaining":1[78]\d\d[.]/#), "\(answer)")
    try shown.expect(#""event":"cancelled""#)
    #expect(try shown.expect("}").contains(#/"remaining":1[78]\d\d[.]/#), "\(shown.output)")
    #expect(try shown.finish() == 130)
    try run(["cancel", "Eggs"])
    #expect(try plain.finish() == 130)
    let last = plain.output.split(separator: "Eggs").last ?? ""
    #expect(last.contains("cancelled") && last.contains(#/(29|30):\d\d/#), "\(last)")
  }

  @Test("What cannot be done is said, and what is named beside it is done")
  func refused() throws {
    try folder.keep("tea", label: "Tea", remaining: .seconds(-60))
    try folder.keep("eggs", remaining: .seconds(3600))
    let program = try Program(["pause", "tea", "eggs"], keptIn: folder)
    #expect(try program.finish() == 1)
    #expect(program.output.hasPrefix("eggs paused, "))
    #expect(program.errors.hasPrefix("sandglass: \"Tea\" ended 1m"))
    #expect(program.errors.hasSuffix("; accepted for pause: one that is running\n"))
    try run(
      ["pause", "eggs", "milk"], status: 66,
      errors: "sandglass: no kept countdown is called \"milk\"; accepted: eggs, tea\n")
    try run(["pause", "--all"], status: 1, errors: "sandglass: nothing to pause\n")
    #expect(try run(["cancel", "--all"]).contains(#/Tea ended 1m/#))
    #expect(folder.names.isEmpty)
  }

  @Test("status prints a line, and with --follow another one for each change, also of the name")
  func status() throws {
    #expect(try run(["status"]) == "\n")
    let followed = try Program(
      ["status", "Tea", "--follow", "--format", "{name} {state}"],
      keptIn: folder)
    try followed.expect("\n")
    try folder.keep("tea", label: "Tea", remaining: .seconds(3600))
    try followed.expect("Tea running\n")
    try run(["pause", "tea"])
    try followed.expect("Tea paused\n")
    #expect(try run(["status"]).hasSuffix(" paused\n"))
    try run(["rename", "tea", "Chai"])
    try followed.expect("\n")
    followed.send(SIGTERM)
    #expect(try followed.finish() == 143)
    let object = try run(["status", "--json"])
    #expect(object.hasPrefix(#"{"id":"tea","label":"Chai","state":"paused""#))
    try run(
      ["status", "Tea"], status: 66,
      errors: "sandglass: no kept countdown is called \"Tea\"; accepted: tea\n")
  }

  @Test("list --watch lives, and gives the terminal back")
  func watched() throws {
    let list = try Program(["list", "--watch"], on: .terminal(columns: 80), keptIn: folder)
    try list.expect("no countdowns are kept")
    try folder.keep("tea", label: "Tea", remaining: .seconds(3600))
    try list.expect("running")
    try run(["pause", "tea"])
    try list.expect("paused")
    list.type("\u{3}")
    #expect(try list.finish() == 130)
    #expect(list.modes == list.formerModes)
  }
}
