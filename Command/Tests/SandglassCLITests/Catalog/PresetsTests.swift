import SandglassTestSupport
import Testing

@testable import sandglass_cli

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Presets")
struct PresetsTests {
  @Test("What is written is read again, whatever the words are")
  func roundTrip() throws {
    var presets = Presets()
    presets.save(["phases", "Work=25m", "--rounds", "4"], as: "pomodoro")
    presets.save(["until", "9:00", "-l", "a \"b\" \\ : #\n{}\u{1B}", "", "~", "no"], as: "é 1:30")
    #expect(try Presets(parsing: presets.text()) == presets)
    #expect(presets.names == ["pomodoro", "é 1:30"])
    let removals = [presets.remove("pomodoro"), presets.remove("pomodoro")]
    #expect(removals == [true, false])
    #expect(try Presets(parsing: presets.text()) == presets)
  }

  @Test("A file that a person wrote is read; without presets there are none")
  func written() throws {
    let text = #"{"presets": {"tea": ["3m", "--label", "Tea"], "long": ["1:30"]}}"#
    #expect(
      try Presets(parsing: text).words == ["tea": ["3m", "--label", "Tea"], "long": ["1:30"]])
    for text in ["{}", #"{"presets": {}}"#] { #expect(try Presets(parsing: text) == Presets()) }
  }

  @Test(
    "What is no preset is refused, with what is accepted",
    arguments: [
      ("", "is not JSON"), ("{", "is not JSON"), (#"["tea"]"#, "has no presets"),
      (#"{"presets": ["tea"]}"#, "has presets without names"),
      (#"{"presets": {"tea": "3m"}}"#, "has no list of words for \"tea\""),
      (#"{"presets": {"tea": []}}"#, "has no words for \"tea\""),
      (#"{"presets": {"tea": ["3m", 5]}}"#, "has no text as word 2 of \"tea\""),
    ])
  func refusals(_ text: String, _ reason: String) {
    let error = #expect(throws: Presets.Failure.self) { try Presets(parsing: text) }
    #expect(error?.message == reason + #"; accepted: {"presets": {"tea": ["3m"]}}"#)
  }

  @Test(
    "The environment names the file",
    arguments: [
      ([:], nil), (["HOME": "/home/ann"], "/home/ann/.config/sandglass/config.json"),
      (["HOME": "/home/ann", "XDG_CONFIG_HOME": "/c"], "/c/sandglass/config.json"),
      (["HOME": "/home/ann", "XDG_CONFIG_HOME": "c"], "/home/ann/.config/sandglass/config.json"),
      (["XDG_CONFIG_HOME": "/c", "SANDGLASS_CONFIG": "mine.json"], "mine.json"),
    ] as [([String: String], String?)])
  func path(_ variables: [String: String], _ expected: String?) throws {
    #expect(try ConfigFile.path { variables[$0] } == expected)
  }

  @Test("A file is replaced as a whole, and what is no text file is refused")
  func file() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/config.json"
    #expect(try TextFile.read(path) == nil)
    for text in ["one\n", "two, which is longer\n"] {
      try TextFile.change(path) { _ in text }
      #expect(try TextFile.read(path) == text)
    }
    #expect(folder.names == ["config.json"])
    try TextFile.change(folder.path + "/a/b/c/config.json") { _ in "deep" }
    #expect(try TextFile.read(folder.path + "/a/b/c/config.json") == "deep")
    #expect(throws: TextFile.Failure(message: "has no folder: Not a directory")) {
      try TextFile.change(path + "/a/config.json") { _ in "" }
    }
    #expect(throws: TextFile.Failure(message: "is not a file; accepted: a text file")) {
      try TextFile.read(folder.path)
    }
    try folder.write([0xFF], to: "bytes")
    #expect(
      throws: TextFile.Failure(message: "is not UTF-8; accepted: a text file in UTF-8")
    ) { try TextFile.read(folder.path + "/bytes") }
    try folder.write([UInt8](repeating: 0x20, count: 1_000_001), to: "large")
    #expect(
      throws: TextFile.Failure(message: "has 1000001 bytes; accepted: at most 1000000")
    ) { try TextFile.read(folder.path + "/large") }
  }

  @Test("Other keys of the file stay as they are, and are named")
  func unknownKeys() throws {
    let text = #"{"theme": {"a": [1.5, true, null, "x"]}, "presets": {"tea": ["3m"]}, "n": 7}"#
    var presets = try Presets(parsing: text)
    #expect(presets.unknownKeys == ["n", "theme"] && presets.names == ["tea"])
    presets.save(["7m"], as: "eggs")
    let again = try Presets(parsing: presets.text())
    #expect(again == presets)
    let written = try presets.text().filter { !" \n".contains($0) }
    #expect(written.contains(#""theme":{"a":[1.5,true,null,"x"]}"#) && written.contains(#""n":7"#))
  }

  @Test("The file that a link points at is changed, also through several, and its mode stays")
  func linked() throws {
    let folder = try TemporaryFolder.made()
    for (link, target) in [
      ("config.json", "one/two.json"), ("one", "files"), ("files/two.json", "../real.json"),
    ] {
      if link == "files/two.json" { #expect(mkdir(folder.path + "/files", 0o700) == 0) }
      #expect(symlink(target, folder.path + "/" + link) == 0)
    }
    let path = folder.path + "/config.json"
    // The file need not exist.
    try TextFile.change(path) { text in text ?? "new" }
    #expect(try TextFile.read(folder.path + "/real.json") == "new")
    #expect(chmod(folder.path + "/real.json", 0o640) == 0)
    try TextFile.change(path) { text in (text ?? "") + "er" }
    var status = stat()
    #expect(lstat(folder.path + "/real.json", &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o640 && status.st_mode & S_IFMT == S_IFREG)
    #expect(try TextFile.read(path) == "newer")
    #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(symlink("circle", folder.path + "/circle") == 0)
    #expect(throws: TextFile.Failure.self) {
      try TextFile.change(folder.path + "/circle") { _ in "" }
    }
  }

  @Test("Of several that save at once, none loses the preset of another", .programs)
  func contention() throws {
    let folder = TemporaryFolder.ofRecords
    let path = folder.path + "/c/config.json"
    for round in 0..<3 {
      let programs = try (0..<8).map { number in
        try Program(
          ["save", "p\(round)-\(number)", "--", "3m"], environment: ["SANDGLASS_CONFIG": path],
          keptIn: folder)
      }
      for program in programs { #expect(try program.finish() == 0) }
      let text = try #require(try TextFile.read(path))
      #expect(try Presets(parsing: text).names.count == (round + 1) * 8)
    }
  }

  @Test("A preset is saved, listed, run with more words, and removed", .programs)
  func program() throws {
    let folder = TemporaryFolder.ofRecords
    func run(_ words: [String], status: Int32 = 0, errors: String = "") throws -> String {
      let program = try Program(
        words, environment: ["SANDGLASS_CONFIG": folder.path + "/c/config.json"], keptIn: folder)
      #expect(try program.finish() == status)
      #expect(program.errors == errors)
      return program.output
    }
    #expect(try run(["run"]) == "no presets are saved\n")
    try TextFile.change(folder.path + "/here") { _ in "" }
    let said = "saved; run it with: sandglass now\n"
    #expect(try run(["save", "now", "--", "0s", "--label", "Now"]) == said)
    #expect(try run(["run"]) == "now: 0s --label Now\n")
    #expect(try run(["run", "now"]) == "done\n")
    #expect(try run(["now"]) == "done\n")
    _ = try run(
      ["run", "nwo"], status: 66,
      errors: "sandglass: no preset is called \"nwo\"; accepted: now\n")
    #expect(try run(["run", "now", "--json"]).contains(#""event":"finished","label":"Now""#))
    _ = try run(
      ["run", "tea"], status: 66, errors: "sandglass: no preset is called \"tea\"; accepted: now\n")
    _ = try run(
      ["save", "tea", "--", "list"], status: 64,
      errors: "sandglass: the preset \"tea\" does not start a countdown: accepted: words such as "
        + "25m --label Work\n")
    let quoted = "saved; run it with: sandglass 'two words'\n"
    #expect(try run(["save", "two words", "--", "0s", "--label", "it's"]) == quoted)
    #expect(try run(["run"]).hasSuffix(#"two words: 0s --label 'it'\''s'"# + "\n"))
    #expect(try run(["save", "two words", "--remove"]) == "removed two words\n")
    #expect(try run(["save", "now", "--remove"]) == "removed now\n")
    #expect(try run(["run"]) == "no presets are saved\n")
  }
}
