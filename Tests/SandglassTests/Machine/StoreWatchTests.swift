import Foundation
import SandglassCore
import SandglassLedger
import SandglassTestSupport
import Testing

@testable import Sandglass
@testable import SandglassStores

/// What a watch reports: the ids, or nil if they are unknown.
final class WatchNotes: Sendable {
  private let notes = TimerNotes<[String]?>()

  var values: [[String]?] { notes.values }

  func watch(_ store: FileRecords) throws -> any StoreWatch {
    let watch = store.watch { [notes] ids in notes.note(ids) }
    return try #require(watch)
  }

  /// Waits until a change of a record, or of any records, is reported after the first ones.
  ///
  /// - Parameters:
  ///   - id: The id of the record.
  ///   - count: The number of calls that do not count.
  func wait(for id: String, after count: Int = 0) async {
    var seen = count
    while true {
      await notes.wait(for: seen + 1)
      if notes.values[seen]?.contains(id) ?? true { return }
      seen += 1
    }
  }
}

@Suite("Watching a folder", .machine, .timeLimit(.minutes(10)))
struct StoreWatchTests {
  private let folder: TemporaryFolder
  private let notes = WatchNotes()

  init() throws {
    folder = try TemporaryFolder.made()
  }

  @Test("each change of a record is reported")
  func changes() async throws {
    let watch = try notes.watch(folder.store)
    try folder.store.save(SampleRecord.make())
    await notes.wait(for: "tea")
    let count = notes.values.count
    try folder.store.remove("tea")
    await notes.wait(for: "tea", after: count)
    extendLifetime(watch)
  }

  @Test("of many changes at once, none is missed")
  func many() async throws {
    let watch = try notes.watch(folder.store)
    let ids = (0..<repetitions(1000, atLeast: 200)).map { "many-\($0)" }
    #expect(
      folder.store.update(ids) { id, _ in .save(SampleRecord.make(id)) } == ids.map { _ in nil })
    for id in ids { await notes.wait(for: id) }
    extendLifetime(watch)
  }

  #if os(macOS) || os(Linux)
    @Test("a change by another process is reported")
    func anotherProcess() async throws {
      try folder.store.save(SampleRecord.make())
      let watch = try notes.watch(folder.store)
      await #expect(processExitsWith: .success) { [path = folder.path as String] in
        try FileRecords(folder: path).save(SampleRecord.make(label: "new"))
      }
      await notes.wait(for: "tea")
      extendLifetime(watch)
    }
  #endif

  @Test("a folder that does not exist is watched once it is created", arguments: ["/a", "/a/b/c"])
  func missing(path: String) async throws {
    let store = FileRecords(folder: folder.path + path)
    let watch = try notes.watch(store)
    // Another new folder is not the watched one.
    #expect(mkdir(folder.file("ab"), 0o700) == 0)
    try store.save(SampleRecord.make())
    await notes.wait(for: "tea")
    let count = notes.values.count
    try store.save(SampleRecord.make("milk"))
    await notes.wait(for: "milk", after: count)
    extendLifetime(watch)
  }

  @Test(
    "a folder that is removed or moved away and created again is still watched",
    arguments: [true, false], ["/a", "/a/b"])
  func removed(isMoved: Bool, path: String) async throws {
    let store = FileRecords(folder: folder.path + path)
    try store.save(SampleRecord.make())
    let watch = try notes.watch(store)
    for round in 0..<3 {
      if isMoved {
        #expect(rename(folder.path + path, folder.file(UUID().uuidString)) == 0)
      } else {
        try FileManager.default.removeItem(atPath: folder.file("a"))
      }
      // The watch may not have noticed yet that the folder exists again.
      if round == 0 { await notes.wait(for: "tea") }
      let count = notes.values.count
      try store.save(SampleRecord.make())
      await notes.wait(for: "tea", after: count)
    }
    extendLifetime(watch)
  }
}
