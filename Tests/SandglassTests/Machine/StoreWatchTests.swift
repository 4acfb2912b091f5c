import Foundation
import SandglassTestSupport
import Testing

@testable import Sandglass

/// What a watch tells: the ids, or nothing where they are unknown.
final class WatchNotes: Sendable {
  private let notes = TimerNotes<[String]?>()

  var values: [[String]?] { notes.values }

  func watch(_ store: some CountdownStore) throws -> any StoreWatch {
    let watch = store.watch { [notes] ids in notes.note(ids) }
    return try #require(watch)
  }

  /// Waits until a change of a record, or of any, is told after the first ones.
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

@Suite("The watch of a folder", .machine, .timeLimit(.minutes(10)))
struct StoreWatchTests {
  private let folder: TemporaryFolder
  private let notes = WatchNotes()

  init() throws {
    folder = try TemporaryFolder.made()
  }

  @Test("each change of a record is told")
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
    let ids = (0..<1000).map { "many-\($0)" }
    #expect(
      folder.store.update(ids) { id, _ in .save(SampleRecord.make(id)) } == ids.map { _ in nil })
    for id in ids { await notes.wait(for: id) }
    extendLifetime(watch)
  }

  @Test("a change of another process is told")
  func anotherProcess() async throws {
    try folder.store.save(SampleRecord.make())
    let watch = try notes.watch(folder.store)
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      try FileCountdownStore(folder: path).save(SampleRecord.make(label: "new"))
    }
    await notes.wait(for: "tea")
    extendLifetime(watch)
  }

  @Test("a folder that does not exist is watched when it is made", arguments: ["/a", "/a/b/c"])
  func missing(path: String) async throws {
    let store = FileCountdownStore(folder: folder.path + path)
    let watch = try notes.watch(store)
    // What else is made is not the folder.
    #expect(mkdir(folder.file("ab"), 0o700) == 0)
    try store.save(SampleRecord.make())
    await notes.wait(for: "tea")
    let count = notes.values.count
    try store.save(SampleRecord.make("milk"))
    await notes.wait(for: "milk", after: count)
    extendLifetime(watch)
  }

  @Test(
    "a folder that is removed or moved away and made again is still watched",
    arguments: [true, false], ["/a", "/a/b"])
  func removed(isMoved: Bool, path: String) async throws {
    let store = FileCountdownStore(folder: folder.path + path)
    try store.save(SampleRecord.make())
    let watch = try notes.watch(store)
    for round in 0..<3 {
      if isMoved {
        #expect(rename(folder.path + path, folder.file(UUID().uuidString)) == 0)
      } else {
        try FileManager.default.removeItem(atPath: folder.file("a"))
      }
      // Later, the watch may not have noticed yet that the folder is there again.
      if round == 0 { await notes.wait(for: "tea") }
      let count = notes.values.count
      try store.save(SampleRecord.make())
      await notes.wait(for: "tea", after: count)
    }
    extendLifetime(watch)
  }
}
