import Foundation
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

@Suite("What the program leaves behind when its folder fails", .programs)
struct LeavingTests {
  private let folder = TemporaryFolder.ofRecords

  private var elsewhere: String { folder.path + ".elsewhere" }

  private func moveAway() throws { try #require(rename(folder.path, elsewhere) == 0) }

  private func moveBack() throws { try #require(rename(elsewhere, folder.path) == 0) }

  private let absent = "cannot be read for the moment: its folder is not there; it is left alone"
  private let again = "; tried again until that is possible"

  @Test("A folder that is moved away is waited for, and nothing is cancelled")
  func movedAway() throws {
    try folder.keep("tea", label: "Tea", remaining: .seconds(7200))
    let program = try Program(["attach", "Tea"], on: .terminal(columns: 80), keptIn: folder)
    try program.expect("q cancels")
    try folder.waitForLease(of: "tea")
    try moveAway()
    try program.expect("the record \"tea\" \(absent)\(again)")
    program.type(" ")
    try program.expect("space resumes")
    try moveBack()
    try program.expect("the records are written again")
    program.type("d")
    try program.expect("come back with: sandglass attach tea")
    #expect(try program.finish() == 75)
    let record = try #require(try folder.store.read("tea"))
    guard case .paused = record.state else {
      Issue.record("\(record.state)")
      return
    }
  }

  @Test(
    "A signal, d and q do what they say while the folder is away",
    arguments: ["\u{3}", "q", "d", "", "-"], [SIGTERM, SIGHUP])
  func asked(_ key: String, _ signal: Int32) throws {
    try folder.keep("tea", label: "Tea", remaining: .seconds(7200))
    let program = try Program(["attach", "Tea"], on: .terminal(columns: 80), keptIn: folder)
    try program.expect("q cancels")
    try folder.waitForLease(of: "tea")
    try moveAway()
    try program.expect(absent)
    program.type(key)
    let isLeft = key.isEmpty || key == "-"
    if isLeft { program.send(signal) }
    let status = try program.finish()
    try moveBack()
    switch key {
    case "d":
      #expect(status == 75 && program.output.contains("left as they are on the disk: \"Tea\""))
    case "q", "\u{3}":
      #expect(status == 130 && program.output.contains("not cancelled in the records: \"Tea\""))
    default:
      #expect(status == 128 + signal && program.output.contains("left as they are on the disk"))
    }
    #expect(folder.names == ["tea.json"])
    #expect(program.modes == program.formerModes)
  }

  @Test("A folder that is removed for good holds nothing up")
  func removedForGood() throws {
    let program = try Program(["1h", "--json"], keptIn: folder)
    try program.expect(#""event":"tick""#)
    // A record that is missing in a folder that is there has been cancelled by somebody.
    try moveAway()
    try FileManager.default.removeItem(atPath: elsewhere)
    program.send(SIGTERM)
    #expect(try program.finish() == 143)
    #expect(program.output.contains(#""event":"kept""#))
    #expect(program.errors.contains("its folder is not there"))
    #expect(!folder.exists, "no other folder is put in its place")
  }

  @Test("A stopwatch is left as well, and d does not recommend to reset it")
  func stopwatch() throws {
    let program = try Program(["stopwatch", "run"], on: .terminal(columns: 80), keptIn: folder)
    try program.expect("q ends")
    try moveAway()
    program.type("l")
    try program.expect("the record \"run\" \(absent)\(again)")
    program.type("d")
    try program.expect("come back with: sandglass stopwatch run")
    #expect(try program.finish() == 75)
    try moveBack()
    #expect(folder.names == ["run.stopwatch.json"])
  }

  @Test("attach runs what is there, and says what is not")
  func partly() throws {
    for id in ["tea", "eggs", "torn"] { try folder.keep(id, remaining: .seconds(3600)) }
    try folder.tear("torn.json")
    let program = try Program(["attach", "tea", "rice", "eggs", "torn", "--json"], keptIn: folder)
    for id in ["tea", "eggs"] {
      try program.expect(#""event":"attached""#)
      try program.expect(#""id":"\#(id)""#)
    }
    program.send(SIGTERM)
    #expect(try program.finish() == 143)
    #expect(program.errors.contains("no kept countdown is called \"rice\""))
    #expect(program.errors.contains("the record \"torn\" is damaged"))
    let none = try Program(["attach", "rice", "milk"], keptIn: folder)
    #expect(try none.finish() == 66)
  }

  @Test("A start that could not be written is written later")
  func keptLater() throws {
    try folder.block()
    let program = try Program(["Tea=1h", "--json"], keptIn: folder)
    try program.expect(#""event":"started""#)
    try program.expect(#""event":"tick""#)
    #expect(unlink(folder.path) == 0)
    try program.expect(#""event":"saved""#)
    try program.expect(#""id":"tea""#)
    program.send(SIGTERM)
    #expect(try program.finish() == 143)
    #expect(program.errors.hasPrefix("sandglass: not kept: the folder of records"))
    #expect(program.errors.hasSuffix("sandglass: kept now: \"Tea\"\n"))
    #expect(folder.names == ["tea.json"])
  }
}
