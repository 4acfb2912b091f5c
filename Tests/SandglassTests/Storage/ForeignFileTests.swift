import Foundation
import SandglassTestSupport
import Testing

@testable import Sandglass

/// What may have the name of a file of ours, and is none.
private enum ForeignFile: CaseIterable, Sendable {
  case text, number, hardLink, symbolicLink, danglingLink, folder, pipe

  /// Puts it there; the bytes of what may be destroyed are in "precious".
  func make(_ name: String, in folder: TemporaryFolder) throws {
    let path = folder.file(name)
    switch self {
    case .text: try folder.write(Array("my own".utf8), to: name)
    // A number with more behind it, such as a version.
    case .number: try folder.write(Array("17\n18\n".utf8), to: name)
    case .hardLink: #expect(link(folder.file("precious"), path) == 0)
    case .symbolicLink: #expect(symlink(folder.file("precious"), path) == 0)
    case .danglingLink: #expect(symlink(folder.file("nothing"), path) == 0)
    case .folder: #expect(mkdir(path, 0o700) == 0)
    case .pipe: #expect(mkfifo(path, 0o600) == 0)
    }
  }
}

@Suite("Law 12: what is not ours is neither changed nor removed", .timeLimit(.minutes(10)))
struct ForeignFileTests {
  private let folder: TemporaryFolder
  private static let precious = Array("precious\n".utf8)

  init() throws {
    folder = try TemporaryFolder.made()
    try folder.write(Self.precious, to: "precious")
  }

  /// What is in the folder: names, kinds, bytes.
  private func contents() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
      var status = stat()
      #expect(lstat(folder.file(name), &status) == 0)
      let isFile = status.st_mode & S_IFMT == S_IFREG
      return "\(name) \(status.st_ino) \(status.st_mode) \(isFile ? try folder.read(name) : [])"
    }
  }

  @Test("names that a user may choose are never ours")
  func names() throws {
    let names = ["tea.lock", ".lock", ".draft", "flake.lock", "Cargo.lock", "draft", "tea"]
    for name in names { try folder.write(Array("my own \(name)".utf8), to: name) }
    let store = folder.store
    let lock = try store.lock("tea")
    #expect(lock != nil)
    try store.save(SampleRecord.make())
    #expect(try store.holder(of: "tea") == getpid())
    store.removeStaleLocks()
    try store.remove("tea")
    withExtendedLifetime(lock) {}
    for name in names {
      #expect(try folder.read(name) == Array("my own \(name)".utf8))
    }
  }

  @Test("a lock of a record", arguments: ForeignFile.allCases)
  fileprivate func lockOfRecord(_ foreign: ForeignFile) throws {
    let store = folder.store
    try store.save(SampleRecord.make())
    try foreign.make(".sandglass-tea.lock", in: folder)
    let before = try contents()
    #expect(throws: CountdownStoreError.self) { try store.lock("tea") }
    #expect(throws: CountdownStoreError.self) { try store.holder(of: "tea") }
    store.removeStaleLocks()
    #expect(try contents() == before)
    #expect(try store.record("tea") == SampleRecord.make())
  }

  @Test("the lock of the folder", arguments: ForeignFile.allCases)
  fileprivate func lockOfFolder(_ foreign: ForeignFile) throws {
    let store = folder.store
    try foreign.make(".sandglass.lock", in: folder)
    let before = try contents()
    let error = #expect(throws: CountdownStoreError.self) { try store.save(SampleRecord.make()) }
    #expect(error?.kind == .notSaved)
    #expect(throws: CountdownStoreError.self) { try store.lock("tea") }
    store.removeStaleLocks()
    #expect(try contents() == before)
  }

  @Test(
    "a backup that links to the lock of the folder, or a blank file after a loss of power, stops nothing"
  )
  func linkedOrBlank() throws {
    let store = folder.store
    try store.save(SampleRecord.make())
    #expect(link(folder.file(".sandglass.lock"), folder.file("backup")) == 0)
    try folder.write([0, 0, 0, 0], to: ".sandglass-tea.lock")
    try store.save(SampleRecord.make(label: "new"))
    let lock = try store.lock("tea")
    #expect(lock != nil)
    #expect(try store.holder(of: "tea") == getpid())
    withExtendedLifetime(lock) {}
  }

  @Test(
    "the draft", arguments: [ForeignFile.hardLink, .symbolicLink, .danglingLink, .folder, .pipe])
  fileprivate func draft(_ foreign: ForeignFile) throws {
    let store = folder.store
    try store.save(SampleRecord.make())
    try foreign.make(".sandglass.draft", in: folder)
    let before = try contents()
    let error = #expect(throws: CountdownStoreError.self) {
      try store.save(SampleRecord.make(label: "new"))
    }
    #expect(error?.kind == .notSaved)
    #expect(error?.description.contains("is not ours") == true)
    #expect(try contents() == before)
  }

  @Test("locks that a killed process has left are removed, and no lock that is held")
  func stale() throws {
    let store = folder.store
    let held = try store.lock("held")
    try folder.write(Array("4711\n".utf8), to: ".sandglass-stale.lock")
    try folder.write([], to: ".sandglass-empty.lock")
    store.removeStaleLocks()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.sorted() == [".sandglass-held.lock", ".sandglass.lock", "precious"])
    #expect(try store.holder(of: "held") == getpid())
    withExtendedLifetime(held) {}
  }

  @Test("a lock whose file a cleaner removes and somebody makes anew leaves that alone")
  func removedByCleaner() throws {
    let store = folder.store
    do {
      let lock = try store.lock("tea")
      #expect(unlink(folder.file(".sandglass-tea.lock")) == 0)
      try folder.write(Array("1\n".utf8), to: ".sandglass-tea.lock")
      withExtendedLifetime(lock) {}
    }
    #expect(try folder.read(".sandglass-tea.lock") == Array("1\n".utf8))
  }
}
