import Foundation
import SandglassCore
import SandglassLedger
import SandglassTestSupport
import Synchronization
import Testing

@testable import Sandglass
@testable import SandglassStores

@Suite("Law 12: records in a folder")
struct FileCountdownStoreTests {
  private let folder: TemporaryFolder
  private let store: FileRecords

  init() throws {
    folder = try TemporaryFolder.made()
    store = folder.store
  }

  // MARK: Saving and reading

  @Test("saved records are read, replaced and removed", arguments: SampleRecord.states.indices)
  func saving(index: Int) throws {
    let record = SampleRecord.make(state: SampleRecord.states[index])
    #expect(try store.read("tea") == nil)
    try store.save(record)
    #expect(try store.read("tea") == record)
    let replaced = SampleRecord.make(label: nil)
    try store.save(replaced)
    #expect(try store.read("tea") == replaced)
    #expect(try store.ids() == ["tea"])
    #expect(try folder.names == ["tea.json"])
    try store.remove("tea")
    #expect(try store.read("tea") == nil)
    #expect(try folder.names == [])
    try store.remove("tea")
  }

  @Test("a store with a name is in a folder of the user, and creating it makes nothing")
  func named() throws {
    let name = UUID().uuidString
    let path = FileCountdownStore(named: name).records.folder
    #expect(path.hasSuffix("/\(name)"))
    #expect(path.hasPrefix("/"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("a missing folder has no records, and is created with access for its owner only")
  func missingFolder() throws {
    let path = folder.path + "/deeper/still/"
    let store = FileRecords(folder: path)
    #expect(try store.read("tea") == nil)
    #expect(try store.ids() == [])
    try store.remove("tea")
    #expect(try folder.names == [], "looking makes nothing")
    try store.save(SampleRecord.make())
    #expect(try store.ids() == ["tea"])
    #expect(try Self.mode(folder.path + "/deeper") == 0o700)
    #expect(try Self.mode(path) == 0o700)
    #expect(try Self.mode(path + "/tea.json") == 0o600)
  }

  @Test("a file in place of the folder is reported")
  func fileInPlaceOfFolder() throws {
    try folder.write([], to: "file")
    let store = FileRecords(folder: folder.file("file"))
    #expect(storeError { _ = try store.read("tea") } == .unavailable(code: ENOTDIR))
    #expect(storeError { _ = try store.ids() } == .unavailable(code: ENOTDIR))
    #expect(storeError { try store.save(SampleRecord.make()) } == .unavailable(code: ENOTDIR))
  }

  // MARK: Ids

  @Test(
    "every id is read back, and no two ids share a file",
    arguments: [
      [
        "a", "A", "á", "a\u{301}", "Ⱥ", ".", "..", "/", "a/b", "../tea", "a.json", ".json", ".lock",
        ".draft", "~", "con", "nul", "-rf", " ", "\n", "\0", "%", "%61", "a%2fb", "茶", "🫖",
        "tea.damaged-1", "\u{FEFF}", "a ", String(repeating: "a", count: 224),
        String(repeating: "茶", count: 24),
      ]
    ])
  func ids(_ ids: [String]) throws {
    for id in ids { try store.save(SampleRecord.make(id)) }
    let reported = try store.ids()
    #expect(reported.map { Array($0.utf8) } == ids.map { Array($0.utf8) }.sorted(by: Self.precedes))
    for id in ids {
      #expect(try store.read(id).map { Array($0.id.utf8) } == Array(id.utf8))
    }
    let names = try folder.names
    #expect(Set(names.map { $0.lowercased() }).count == ids.count, "on any disk")
    #expect(names.allSatisfy { $0.utf8.count <= 255 && !$0.hasPrefix(".") })
    for id in ids { try store.remove(id) }
    #expect(try folder.names == [])
  }

  @Test(
    "invalid ids are reported",
    arguments: ["", String(repeating: "a", count: 225), String(repeating: "茶", count: 25)])
  func invalidIDs(id: String) throws {
    let calls: [() throws -> Void] = [
      { try store.save(SampleRecord.make(id)) }, { _ = try store.read(id) },
      { try store.remove(id) }, { try store.update(id) { _ in .none } },
    ]
    for call in calls {
      guard case .invalidID = errorKind(call) else {
        Issue.record("\(id.count) characters are accepted")
        continue
      }
    }
    #expect(try folder.names == [])
  }

  @Test("the names of other files are not listed as ids")
  func otherNames() throws {
    let names = [
      "tea.json~", "Tea.json", "%61.json", "%2.json", "%2F.json", "%ff.json", "tea.damaged-1.json",
      ".DS_Store", "notes.txt", ".json", "a b.json", "json",
    ]
    for name in names { try folder.write([], to: name) }
    #expect(try store.ids() == [])
    try store.save(SampleRecord.make())
    #expect(try store.ids() == ["tea"])
    #expect(try folder.names == (names + ["tea.json"]).sorted(), "they are left alone")
  }

  // MARK: Damage

  @Test(
    "Law 12: a damaged record is set aside and reported, once",
    arguments: SampleRecord.states.indices)
  func damage(index: Int) throws {
    let torn = try tear(SampleRecord.make(state: SampleRecord.states[index]))
    #expect(
      errorKind { _ = try store.read("tea") }
        == .damaged(reason: "it is cut short, after \(torn.count) bytes", setAsideAs: nil))
    #expect(try folder.names == ["tea.json"], "reading changes nothing")
    guard
      case .damaged(let reason, "tea.damaged-1.json") = errorKind({
        try store.update("tea") { record in
          #expect(record == nil)
          return .none
        }
      })
    else {
      Issue.record("it is not told")
      return
    }
    #expect(reason.contains("cut short"))
    #expect(try folder.names == ["tea.damaged-1.json"])
    #expect(try folder.read("tea.damaged-1.json") == torn)
    #expect(try store.read("tea") == nil)
    #expect(try store.ids() == [])
  }

  @Test("Law 12: a damaged record that is set aside does not replace an earlier one")
  func damageTwice() throws {
    var all: [[UInt8]] = []
    for number in 1...12 {
      all.append(try tear(SampleRecord.make(label: "\(number)")))
      let kind = errorKind { try store.remove("tea") }
      guard case .damaged(_, "tea.damaged-\(number).json") = kind else {
        Issue.record("\(number): \(String(describing: kind))")
        continue
      }
    }
    for number in 1...12 {
      #expect(try folder.read("tea.damaged-\(number).json") == all[number - 1])
    }
  }

  @Test("Law 12: saving over a damaged record sets it aside and calls the handler")
  func saveOverDamage() throws {
    let reported = Mutex<[CountdownStoreError]>([])
    let store = FileRecords(folder: folder.path) { error in
      reported.withLock { $0.append(error) }
    }
    try store.save(SampleRecord.make("milk"))
    #expect(reported.withLock { $0 }.isEmpty)
    let torn = try tear(SampleRecord.make())
    let record = SampleRecord.make(label: "new")
    try store.save(record)
    #expect(try store.read("tea") == record)
    #expect(try folder.read("tea.damaged-1.json") == torn)
    let errors = reported.withLock { $0 }
    #expect(errors.count == 1)
    #expect(errors.first?.id == "tea")
    #expect(errors.first?.description.contains("set aside as \"tea.damaged-1.json\"") == true)
  }

  @Test("Law 12: an empty record is damaged, and a missing one is not")
  func emptyFile() throws {
    try folder.write([], to: "tea.json")
    guard case .damaged("it is empty", .some) = errorKind({ try store.remove("tea") }) else {
      Issue.record("it is not told")
      return
    }
    #expect(try store.read("tea") == nil)
  }

  // MARK: Files that are left as they are

  @Test("Law 12: every operation leaves a record in a newer format as it is")
  func newer() throws {
    let object = "{\n  \"format\" : \"sandglass countdown\",\n  \"version\" : 2\n}"
    let bytes = RecordFile.sealed(Array(object.utf8))
    try folder.write(bytes, to: "tea.json")
    try expectLeftAlone(.newer(version: 2, accepted: 1...1))
    #expect(try folder.read("tea.json") == bytes)
  }

  @Test("Law 12: every operation leaves a file that is not a record as it is")
  func foreignFile() throws {
    let bytes = Array("shopping: tea, milk\n".utf8)
    try folder.write(bytes, to: "tea.json")
    try expectLeftAlone(.foreign(reason: "it does not begin like a countdown record"))
    #expect(try folder.read("tea.json") == bytes)
  }

  @Test("Law 12: every operation leaves the record of another id as it is")
  func renamedRecord() throws {
    try store.save(SampleRecord.make("milk"))
    let bytes = try folder.read("milk.json")
    try folder.write(bytes, to: "tea.json")
    try expectLeftAlone(.foreign(reason: "it has the id \"milk\""))
    #expect(try folder.read("tea.json") == bytes)
  }

  @Test("Law 12: every operation leaves a folder, a link and a pipe as they are, without waiting")
  func otherKinds() throws {
    let manager = FileManager.default
    let nothing = "it is not a regular file"
    try manager.createDirectory(atPath: folder.file("tea.json"), withIntermediateDirectories: false)
    try expectLeftAlone(.foreign(reason: nothing))
    try manager.removeItem(atPath: folder.file("tea.json"))

    try store.save(SampleRecord.make("milk"))
    try manager.createSymbolicLink(
      atPath: folder.file("tea.json"), withDestinationPath: folder.file("milk.json"))
    try expectLeftAlone(.foreign(reason: "it is a symbolic link"))
    try manager.removeItem(atPath: folder.file("tea.json"))

    #expect(mkfifo(folder.file("tea.json"), 0o600) == 0)
    try expectLeftAlone(.foreign(reason: nothing))
  }

  @Test("Law 12: a file that is too large is not read")
  func largeFile() throws {
    #expect(truncate(try emptyFile("tea.json"), 1 << 40) == 0)
    guard case .foreign(let reason) = errorKind({ _ = try store.read("tea") }) else {
      Issue.record("it is read")
      return
    }
    #expect(reason == "it has 1099511627776 bytes; accepted: up to 16777216")
  }

  @Test("Law 12: a record that is too large is not saved, and the earlier one remains")
  func largeRecord() throws {
    let record = SampleRecord.make()
    try store.save(record)
    let large = SampleRecord.make(label: String(repeating: "a", count: 17 << 20))
    #expect(storeError { try store.save(large) } == .notSaved(code: EFBIG))
    #expect(try store.read("tea") == record)
  }

  // MARK: Errors

  @Test("the description of an error is one line that says what was wrong")
  func descriptions() {
    let denied = FileError(code: EACCES)
    let kinds: [(CountdownStoreError.Kind, String)] = [
      (
        .damaged(reason: "it is empty", setAsideAs: "tea.damaged-1.json"),
        "the record \"tea\" is damaged: it is empty; it is set aside as \"tea.damaged-1.json\""
      ),
      (
        .damaged(reason: "it is empty", setAsideAs: nil),
        "the record \"tea\" is damaged: it is empty; it is left where it is"
      ),
      (
        .foreign(reason: "it is a symbolic link"),
        "the file of the record \"tea\" is not a valid record: it is a symbolic link; it is left alone"
      ),
      (
        .newer(version: 3, accepted: 1...2),
        "the record \"tea\" has version 3, from a later version of the library; accepted: 1 to 2;"
          + " it is left alone"
      ),
      (
        .unavailable,
        "the record \"tea\" cannot be read for the moment: Permission denied (error 13);"
          + " it is left alone"
      ),
      (
        .notSaved,
        "the record \"tea\" could not be written: Permission denied (error 13)"
      ),
      (
        .notDurable,
        "the record \"tea\" was written, but the disk has not confirmed it: Permission denied"
          + " (error 13)"
      ),
      (.invalidID(reason: "it is empty"), "\"tea\" is not a valid record id: it is empty"),
    ]
    for (kind, text) in kinds {
      #expect(CountdownStoreError(kind, id: "tea", underlying: denied).description == text)
    }
    #expect(
      CountdownStoreError(.notSaved, id: "tea").description
        == "the record \"tea\" could not be written")
  }

  // MARK: Parts

  /// Saves a record, removes its second half, and returns the first half.
  private func tear(_ record: CountdownRecord) throws -> [UInt8] {
    try store.save(record)
    let bytes = try folder.read("tea.json")
    let torn = Array(bytes.prefix(bytes.count / 2))
    try folder.write(torn, to: "tea.json")
    return torn
  }

  private func emptyFile(_ name: String) throws -> String {
    try folder.write([], to: name)
    return folder.file(name)
  }

  private func expectLeftAlone(
    _ kind: CountdownStoreError.Kind, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let names = try folder.names
    let calls: [() throws -> Void] = [
      { _ = try store.read("tea") }, { try store.save(SampleRecord.make()) },
      { try store.remove("tea") },
      {
        try store.update("tea") { _ in
          Issue.record("the change is asked for", sourceLocation: sourceLocation)
          return .remove
        }
      },
    ]
    for call in calls {
      #expect(errorKind(call) == kind, sourceLocation: sourceLocation)
    }
    #expect(try folder.names == names, sourceLocation: sourceLocation)
    #expect(try store.ids().contains("tea"), sourceLocation: sourceLocation)
  }

  private static func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }

  private static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.lexicographicallyPrecedes(right)
  }
}
