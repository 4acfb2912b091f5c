import Foundation
import SandglassCore
import SandglassTestSupport
import Testing

@testable import Sandglass
@testable import SandglassStores

@Suite("Law 12: updates of many records in a folder")
struct FolderUpdateTests {
  private let folder: TemporaryFolder
  private let store: FileRecords
  private let ids = (0..<20).map { "many-\($0)" }

  init() throws {
    folder = try TemporaryFolder.made()
    store = folder.store
  }

  private func label(_ id: String) throws -> String? { try store.read(id)?.label }

  @Test("one update creates, replaces, removes and keeps records")
  func mixed() throws {
    for id in ids.prefix(10) { try store.save(SampleRecord.make(id, label: "old")) }
    var given: [String: String?] = [:]
    let errors = store.update(ids) { id, record in
      given[id] = record?.label
      switch Int(id.dropFirst(5)) ?? 0 {
      case 0..<3: return .none
      case 3..<6: return .remove
      default: return .save(SampleRecord.make(id, label: "new"))
      }
    }
    #expect(errors == ids.map { _ in nil })
    #expect(ids.map { given[$0] } == ids.enumerated().map { .some($0.offset < 10 ? "old" : nil) })
    let labels = try ids.map(label)
    #expect(
      labels == Array(repeating: "old", count: 3) + [nil, nil, nil] + ids[6...].map { _ in "new" })
    #expect(try folder.names.count == 17, "no draft is left")
  }

  @Test("an update without changes takes no lock and creates no folder")
  func nothing() throws {
    let missing = FileRecords(folder: folder.path + "/missing")
    #expect(missing.update(ids) { _, _ in .remove } == ids.map { _ in nil })
    #expect(try folder.names == [])
    try store.save(SampleRecord.make())
    let change = try FolderChange(in: RecordFolder(folder.path))
    #expect(store.update(ids + ["tea"]) { _, _ in .none } == Array(repeating: nil, count: 21))
    extendLifetime(change)
  }

  @Test("an id that is listed twice is updated twice, and an empty list is no error")
  func listedTwice() throws {
    let errors = store.update(["tea", "milk", "tea"]) { id, record in
      .save(SampleRecord.make(id, label: (record?.label ?? "") + "a"))
    }
    #expect(errors == [nil, nil, nil])
    #expect(try label("tea") == "aa")
    #expect(store.update([]) { _, _ in .remove } == [])
  }

  @Test("Law 12: each failure affects one record: a foreign file, a large record, an invalid id")
  func failures() throws {
    try folder.write(Array("shopping\n".utf8), to: "foreign.json")
    let large = String(repeating: "a", count: 17 << 20)
    let all = ["a", "foreign", "b", "large", "c", "", "d", "folder", "e"]
    // A folder that replaces a record after it was read makes the renaming fail.
    let errors = store.update(all) { id, _ in
      if id == "folder" { #expect(mkdir(folder.file("folder.json/"), 0o700) == 0) }
      return .save(SampleRecord.make(id, label: id == "large" ? large : id))
    }
    #expect(errors.map { $0?.id } == [nil, "foreign", nil, "large", nil, "", nil, "folder", nil])
    #expect(errors[1]?.kind == .foreign(reason: "it does not begin like a countdown record"))
    #expect(errors[3]?.kind == .notSaved)
    #expect(errors[7]?.kind == .foreign(reason: "it is not a regular file"))
    for id in ["a", "b", "c", "d", "e"] { #expect(try label(id) == id) }
    #expect(
      try folder.names
        == ["a", "b", "c", "d", "e", "folder", "foreign"].map { "\($0).json" })
  }

  @Test("Law 12: if a file cannot be renamed, no draft remains, and the other changes are made")
  func renaming() throws {
    var change = try FolderChange(in: RecordFolder(folder.path))
    #expect(mkdir(folder.file("b.json"), 0o700) == 0)
    let failures = change.make(["a", "b", "c"].map { ("\($0).json", .replace([1])) })
    #expect(failures.map { $0?.error.code } == [nil, EISDIR, nil])
    let removals = change.make([("a.json", .remove), ("b.json", .remove), ("d.json", .remove)])
    #expect(removals.map { $0?.error.code } == [nil, EISDIR, ENOENT])
    #expect(try folder.names == ["b.json", "c.json"])
  }

  @Test("Law 12: damaged records among many are set aside, reported and replaced")
  func damage() throws {
    let reported = Locked<[CountdownStoreError?]>([])
    let store = FileRecords(folder: folder.path) { error in
      reported.withLock { $0.append(error) }
    }
    for id in ids { try folder.write(Array("{\n".utf8), to: "\(id).json") }
    let errors = store.update(ids) { id, record in
      #expect(record == nil)
      return id == "many-3" ? .none : id == "many-4" ? .remove : .save(SampleRecord.make(id))
    }
    for (id, error) in zip(ids, errors) {
      let isReplaced = id != "many-3" && id != "many-4"
      #expect((error == nil) == isReplaced)
      #expect(try store.read(id) == (isReplaced ? SampleRecord.make(id) : nil))
      #expect(try folder.read("\(id).damaged-1.json") == Array("{\n".utf8))
    }
    #expect(reported.withLock { $0.map(\.?.id) } == ids.filter { $0 != "many-3" && $0 != "many-4" })
  }

  @Test("Law 12: a record that was changed after it was read is read again")
  func changedMeanwhile() throws {
    try store.save(SampleRecord.make(label: "first"))
    var given: [String?] = []
    try store.update("tea") { record in
      given.append(record?.label)
      if given.count == 1 {
        #expect(throws: Never.self) { try store.save(SampleRecord.make(label: "second")) }
      }
      return .save(SampleRecord.make(label: (record?.label ?? "") + "!"))
    }
    #expect(given == ["first", "second"])
    #expect(try label("tea") == "second!")
  }

  @Test("the change is computed once if the record is not changed in the meantime")
  func chosenOnce() throws {
    for _ in 0..<2 {
      var count = 0
      _ = store.update(ids) { id, _ in
        count += 1
        return .save(SampleRecord.make(id))
      }
      #expect(count == ids.count)
    }
  }

  @Test("drafts that a crash has left are not records, and are removed by the next save")
  func leftDrafts() throws {
    try store.save(SampleRecord.make())
    let drafts = [".sandglass.draft"] + (1..<5).map { ".sandglass.draft-\($0)" }
    for draft in drafts { try folder.write(Array("{".utf8), to: draft) }
    #expect(try store.ids() == ["tea"])
    #expect(try store.read("tea") != nil)
    try store.save(SampleRecord.make("milk"))
    #expect(try folder.names == ["milk.json", "tea.json"])
  }
}

@Suite("The identity of a folder")
struct FolderIdentityTests {
  private let folder: TemporaryFolder
  private let real: String

  init() throws {
    folder = try TemporaryFolder.made()
    real = folder.store.identity
    #expect(mkdir(folder.file("deep"), 0o700) == 0)
    #expect(symlink(folder.file("deep"), folder.file("link")) == 0)
    #expect(symlink("link", folder.file("second")) == 0)
  }

  private func identity(_ path: String) -> String {
    FileRecords(folder: folder.path + path).identity
  }

  @Test("all paths to a folder have one identity: links, links to links, dots and slashes")
  func paths() {
    let paths = [
      "/deep", "/link", "/second", "//deep/", "/./deep/.", "/second/../link/", "/missing/../deep",
    ]
    for path in paths { #expect(identity(path) == real + "/deep", "\(path)") }
    #expect(FileRecords(folder: "/").identity == "/")
    #expect(FileRecords(folder: "").identity == "")
    #expect(FileRecords(folder: "/../..").identity == "/")
  }

  @Test("a folder that is created later keeps its identity")
  func missing() throws {
    let paths = ["/second/a/b", "/deep/a/b", "/link/a/./c/../b/", "/link/../deep/a/b"]
    let before = paths.map(identity)
    #expect(before == paths.map { _ in real + "/deep/a/b" })
    try FileRecords(folder: folder.path + paths[2]).save(SampleRecord.make())
    #expect(paths.map(identity) == before)
    for path in paths {
      #expect(try FileRecords(folder: folder.path + path).ids() == ["tea"])
    }
  }

  @Test("a relative path is resolved from the current folder")
  func relative() throws {
    let current = try #require(FileCalls.currentFolder())
    let up = String(repeating: "../", count: current.utf8.count { $0 == UInt8(ascii: "/") })
    #expect(
      FileRecords(folder: up + folder.path.dropFirst() + "/link").identity == real + "/deep")
    #expect(
      FileRecords(folder: "missing/x").identity == FileCalls.canonicalPath(current)
        + "/missing/x")
  }

  @Test("two paths to one folder share the countdown of a record")
  func oneCountdown() throws {
    let timekeeper = Timekeeper()
    let countdowns = ["/deep", "/second"].map { path in
      FileRecords(folder: folder.path + path).on(timekeeper).countdown(
        "tea", startingFrom: .seconds(60))
    }
    #expect(countdowns[0] === countdowns[1])
  }
}
