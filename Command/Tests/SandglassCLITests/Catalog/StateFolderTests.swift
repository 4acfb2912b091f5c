import Foundation
import SandglassTestSupport
import Testing

@testable import sandglass_cli

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("The folder of kept countdowns")
struct StateFolderTests {
  private let folder = TemporaryFolder.ofRecords

  @Test(
    "The environment names it",
    arguments: [
      ([:], nil), (["HOME": ""], nil), (["HOME": "/home/ann"], "/home/ann/.local/state/sandglass"),
      (["HOME": "/home/ann", "XDG_STATE_HOME": "/state"], "/state/sandglass"),
      (["HOME": "/home/ann", "XDG_STATE_HOME": "state"], "/home/ann/.local/state/sandglass"),
      (["HOME": "/home/ann", "XDG_STATE_HOME": ""], "/home/ann/.local/state/sandglass"),
      (["XDG_STATE_HOME": "/state"], "/state/sandglass"), (["XDG_STATE_HOME": "state"], nil),
      (["XDG_STATE_HOME": "/state", "SANDGLASS_STATE_DIR": "/here"], "/here"),
      (["XDG_STATE_HOME": "/state", "SANDGLASS_STATE_DIR": ""], "/state/sandglass"),
      (["SANDGLASS_STATE_DIR": "here"], "here"),
    ] as [([String: String], String?)])
  func path(_ variables: [String: String], _ expected: String?) throws {
    #expect(try StateFolder.path { variables[$0] } == expected)
  }

  @Test("One that everybody can write is refused, one that a group can write is not")
  func writtenByAll() throws {
    try folder.keep("tea", remaining: .seconds(3600))
    #expect(chmod(folder.path, 0o1777) == 0)
    #expect(throws: CatalogError.openFolder(folder.path, mode: 0o1777)) {
      try StateFolder.check(folder.path)
    }
    #expect(chmod(folder.path, 0o775) == 0)
    try StateFolder.check(folder.path)
  }

  @Test("One that belongs to somebody else is refused")
  func foreign() throws {
    try folder.keep("tea", remaining: .seconds(3600))
    guard chown(folder.path, 65534, 65534) == 0 else {
      print("not run: a folder of somebody else's (only root can give one away)")
      return
    }
    #expect(throws: CatalogError.foreignFolder(folder.path, owner: 65534, user: geteuid())) {
      try StateFolder.check(folder.path)
    }
  }

  @Test("A refused one is left alone, and what cannot do without it fails", .programs)
  func refusal() throws {
    try folder.keep("tea", remaining: .seconds(3600))
    #expect(chmod(folder.path, 0o1777) == 0)
    let reason =
      "the folder for kept countdowns, \"\(folder.path)\", is writable by everyone (mode 1777); "
      + "accepted: a folder that others cannot write to (chmod o-w)\n"
    let program = try Program(["0"], keptIn: folder)
    #expect(try program.finish() == 0)
    #expect(program.output == "done\n")
    #expect(program.errors == "sandglass: not kept: " + reason)
    for words in [["list"], ["status"], ["attach", "tea"], ["pause", "tea"]] {
      let program = try Program(words, keptIn: folder)
      #expect(try program.finish() == 74)
      #expect(program.output.isEmpty)
      #expect(program.errors == "sandglass: " + reason)
    }
    #expect(folder.names == ["tea.json"])
  }

  @Test("A name that is not UTF-8 is refused, and does not become another one", .programs)
  func notUTF8() throws {
    let script = #"SANDGLASS_STATE_DIR=$(printf "$FOLDER-\\377") exec "$0" "$@""#
    let reason =
      "the folder for kept countdowns cannot be used because SANDGLASS_STATE_DIR is not UTF-8: "
      + "\"\(folder.path)-\u{FFFD}\"; accepted: a path in UTF-8\n"
    let program = try Program(["0"], environment: ["FOLDER": folder.path], script: script)
    #expect(try program.finish() == 0)
    #expect(program.errors == "sandglass: not kept: " + reason)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "-\u{FFFD}"))
  }
}
