import Foundation
import SandglassTestSupport
import Testing

@testable import SandglassCLI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("The folder of kept countdowns")
struct StateFolderTests {
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

  /// Runs the program in a folder that is not to be used, with what is told of that.
  private func checkRefusal(_ reason: String, in folder: TemporaryFolder) throws {
    let program = try Program(["100ms"], keptIn: folder)
    #expect(try program.finish() == 0)
    #expect(program.output == "0:01\ndone\n")
    #expect(program.errors == "sandglass: not kept: \(reason)\n")
    for words in [["list"], ["list", "--json"], ["attach", "tea"], ["cancel", "tea"]] {
      let program = try Program(words, keptIn: folder)
      #expect(try program.finish() == 74)
      #expect(program.output.isEmpty)
      #expect(program.errors == "sandglass: \(reason)\n")
    }
  }

  @Test("One that everybody can write is refused")
  func writtenByAll() async throws {
    try await onThread {
      let folder = TemporaryFolder()
      try folder.keep("tea", remaining: .seconds(3600))
      #expect(chmod(folder.path, 0o1777) == 0)
      try checkRefusal(
        "the folder for kept countdowns, \"\(folder.path)\", is writable by everyone (mode 1777); "
          + "accepted: a folder that others cannot write to (chmod o-w)", in: folder)
      #expect(folder.names == ["tea.json"])
      #expect(chmod(folder.path, 0o775) == 0)
      let program = try Program(["list"], keptIn: folder)
      #expect(try program.finish() == 0)
      #expect(program.errors.isEmpty)
    }
  }

  @Test("One that belongs to somebody else is refused")
  func foreign() async throws {
    try await onThread {
      let folder = TemporaryFolder()
      try folder.keep("tea", remaining: .seconds(3600))
      guard chown(folder.path, 65534, 65534) == 0 else {
        print("not run: a folder of somebody else's (only root can give one away)")
        return
      }
      try checkRefusal(
        "the folder for kept countdowns, \"\(folder.path)\", belongs to user 65534; accepted: "
          + "a folder that belongs to user \(geteuid()), who runs this command", in: folder)
      #expect(folder.names == ["tea.json"])
    }
  }

  @Test("A name that is not UTF-8 is refused, and does not become another one")
  func notUTF8() async throws {
    try await onThread {
      let folder = TemporaryFolder()
      let script = #"SANDGLASS_STATE_DIR=$(printf "$FOLDER-\\377") exec "$0" "$@""#
      let reason =
        "the folder for kept countdowns cannot be used because SANDGLASS_STATE_DIR is not UTF-8: "
        + "\"\(folder.path)-\u{FFFD}\"; accepted: a path in UTF-8\n"
      let program = try Program(["1s"], environment: ["FOLDER": folder.path], script: script)
      #expect(try program.finish() == 0)
      #expect(program.errors == "sandglass: not kept: " + reason)
      let list = try Program(["list"], environment: ["FOLDER": folder.path], script: script)
      #expect(try list.finish() == 74)
      #expect(list.errors == "sandglass: " + reason)
      #expect(!FileManager.default.fileExists(atPath: folder.path + "-\u{FFFD}"))
    }
  }
}
