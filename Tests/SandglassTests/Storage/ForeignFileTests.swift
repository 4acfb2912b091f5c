import Foundation
import SandglassCore
import SandglassLedger
import SandglassTestSupport
import Testing

@testable import Sandglass
@testable import SandglassStores

/// Kinds of files that have a name of Sandglass's files, but do not belong to Sandglass.
private enum ForeignFile: CaseIterable, Sendable {
  case text, number, hardLink, symbolicLink, danglingLink, folder, pipe

  /// Creates the file. The bytes that could be destroyed are in "precious".
  func make(_ name: String, in folder: TemporaryFolder) throws {
    let path = folder.file(name)
    switch self {
    case .text: try folder.write(Array("my own".utf8), to: name)
    // A number followed by something else, such as a version.
    case .number: try folder.write(Array("17\n18\n".utf8), to: name)
    case .hardLink: #expect(link(folder.file("precious"), path) == 0)
    case .symbolicLink: #expect(symlink(folder.file("precious"), path) == 0)
    case .danglingLink: #expect(symlink(folder.file("nothing"), path) == 0)
    case .folder: #expect(mkdir(path, 0o700) == 0)
    case .pipe: #expect(mkfifo(path, 0o600) == 0)
    }
  }
}

@Suite(
  "Law 12: files that do not belong to Sandglass are neither changed nor removed",
  .timeLimit(.minutes(10)))
struct ForeignFileTests {
  private let folder: TemporaryFolder
  private static let precious = Array("precious\n".utf8)

  init() throws {
    folder = try TemporaryFolder.made()
    try folder.write(Self.precious, to: "precious")
  }

  /// The contents of the folder: names, kinds and bytes.
  private func contents() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
      var status = stat()
      #expect(lstat(folder.file(name), &status) == 0)
      let isFile = status.st_mode & S_IFMT == S_IFREG
      return "\(name) \(status.st_ino) \(status.st_mode) \(isFile ? try folder.read(name) : [])"
    }
  }

  @Test("files with names that a user may choose are left as they are")
  func names() throws {
    let names = ["tea.lock", ".lock", ".draft", "flake.lock", "Cargo.lock", "draft", "tea"]
    for name in names { try folder.write(Array("my own \(name)".utf8), to: name) }
    let store = folder.store
    try store.save(SampleRecord.make())
    try store.remove("tea")
    for name in names {
      #expect(try folder.read(name) == Array("my own \(name)".utf8))
    }
  }

  @Test(
    "a foreign file in place of the folder's lock is left as it is, and the save fails",
    arguments: ForeignFile.allCases)
  fileprivate func lockOfFolder(_ foreign: ForeignFile) throws {
    let store = folder.store
    try foreign.make(".sandglass.lock", in: folder)
    let before = try contents()
    let error = #expect(throws: CountdownStoreError.self) { try store.save(SampleRecord.make()) }
    #expect(error?.kind == .notSaved)
    #expect(try contents() == before)
  }

  @Test("a hard link to the folder's lock does not prevent a save")
  func linked() throws {
    let store = folder.store
    try store.save(SampleRecord.make())
    #expect(link(folder.file(".sandglass.lock"), folder.file("backup")) == 0)
    try store.save(SampleRecord.make(label: "new"))
    #expect(try store.read("tea") == SampleRecord.make(label: "new"))
  }

  @Test(
    "foreign files with the names of drafts are left as they are, and other names are used",
    arguments: [ForeignFile.hardLink, .symbolicLink, .danglingLink, .folder, .pipe])
  fileprivate func drafts(_ foreign: ForeignFile) throws {
    let store = folder.store
    let names = [".sandglass.draft", ".sandglass.draft-1", ".sandglass.draft-3"]
    for name in names { try foreign.make(name, in: folder) }
    let before = try contents()
    try store.save(SampleRecord.make())
    let ids = (0..<5).map { "many\($0)" }
    #expect(store.update(ids) { id, _ in .save(SampleRecord.make(id)) } == ids.map { _ in nil })
    let own = Set((ids + ["tea"]).map { "\($0).json" } + [".sandglass.lock"])
    #expect(try contents().filter { !own.contains(String($0.prefix { $0 != " " })) } == before)
  }

  @Test("if the lock is removed during a change, that change fails, and the next one succeeds")
  func removedByCleaner() throws {
    try folder.store.save(SampleRecord.make())
    do {
      var change = try FolderChange(in: RecordFolder(folder.path))
      #expect(unlink(folder.file(".sandglass.lock")) == 0)
      let failures = change.make([
        ("tea.json", .remove), ("a.json", .replace([])), ("b.json", .replace([])),
      ])
      #expect(
        failures.map { $0?.error } == Array(repeating: .lockRemoved(".sandglass.lock"), count: 3))
      #expect(try folder.names == ["precious", "tea.json"])
      #expect(try folder.store.read("tea") == SampleRecord.make())
    }
    try folder.store.save(SampleRecord.make(label: "new"))
    #expect(try folder.store.read("tea") == SampleRecord.make(label: "new"))
  }
}
