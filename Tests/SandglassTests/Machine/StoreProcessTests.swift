import Foundation
import SandglassTestSupport
import Testing

@testable import Sandglass

@Suite("Law 12: several processes on one folder", .machine)
struct StoreProcessTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder.made()
  }

  /// What a child does is noted in a file after each save: what it has been promised.
  @Test("Law 12: killed at random instants, no save that returned is lost and none is torn")
  func killed() async throws {
    let seed = SeededGenerator.seedOfThisRun
    var random = SeededGenerator(seed: seed)
    var inside = 0
    let rounds = repetitions(120, atLeast: 12)
    for round in 0..<rounds {
      let first = try noted() ?? 0
      let delay = UInt32(random.next() % 12_000)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = folder.path as String, first = first as Int, delay = delay as UInt32] in
        try StoreChild.saveUntilKilled(path, from: first + 1, after: delay)
      }
      let last = try noted() ?? 0
      let saved = try #require(
        try folder.store.record("tea"), "SANDGLASS_SEED=\(seed), round \(round): the record is lost"
      )
      let number = try #require(Int(saved.label ?? ""))
      // A save may have been through when its process was killed before it could note that.
      let isPromised = number == last || number == last + 1
      #expect(
        isPromised,
        "SANDGLASS_SEED=\(seed), round \(round): \(number) is saved, \(last) was promised")
      let names = try folder.names
      if names.contains(".sandglass.draft") || number > last { inside += 1 }
      #expect(names.filter { $0 != ".sandglass.draft" } == ["note", "tea.json"])
    }
    print("killed inside a save: \(inside) of \(rounds)")
    #expect(inside > 0)
    try folder.store.save(SampleRecord.make())
    #expect(try folder.names == ["note", "tea.json"])
  }

  @Test("Law 12: processes and threads that save at once: no read is torn, a last one wins")
  func writers() async throws {
    let folder = folder
    await withTaskGroup(of: Void.self) { group in
      for child in 0..<3 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [path = folder.path as String, child = child as Int] in
            try StoreChild.saveAndRead(path, name: "process \(child)")
          }
        }
        group.addTask {
          #expect(throws: Never.self) {
            try StoreChild.saveAndRead(folder.path, name: "thread \(child)")
          }
        }
      }
    }
    let label = try #require(try folder.store.record("shared")?.label)
    #expect(label.hasSuffix(", \(StoreChild.saves - 1)"), "\(label) is not the last of any")
    #expect(try folder.store.ids().count == 7)
    #expect(try folder.names.allSatisfy { $0.hasSuffix(".json") && !$0.contains("damaged") })
  }

  @Test("Law 12: with many at work, only what is damaged is set aside")
  func vandal() async throws {
    let folder = folder
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          await #expect(processExitsWith: .success) { [path = folder.path as String] in
            try StoreChild.saveInSpiteOfDamage(path)
          }
        }
      }
    }
    let setAside = try folder.names.filter { $0.contains("damaged") }
    print("set aside: \(setAside.count)")
    #expect(setAside.count > 0)
    for name in setAside {
      #expect(throws: (any Error).self, "\(name) is whole") {
        try RecordFile.record(from: try folder.read(name))
      }
    }
  }

  @Test("a claim is that of its process, and free when that is killed")
  func claimOfAnotherProcess() async throws {
    let folder = folder
    try folder.store.save(SampleRecord.make())
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
          try StoreChild.claimAndWait(path)
        }
      }
      // A blocked thread of the concurrency pool might be the one that the other process is started by.
      while try folder.store.record("tea")?.claim == nil {
        try await Task.sleep(for: .milliseconds(1))
      }
      let owner = try #require(try folder.store.record("tea")?.claim?.process)
      #expect(owner.number != getpid())
      let answer = try Timekeeper.shared.claimant.claim("tea", in: folder.store)
      let claimed = try #require(try folder.store.record("tea"))
      #expect(answer == .taken(by: owner, until: nil, claimed))
      let claimant = Timekeeper.shared.claimant
      let saving = try claimant.save(SampleRecord.make(), in: folder.store) { _ in true }
      #expect(saving == .refused(by: owner, claimed))
      #expect(
        errorKind { try claimant.remove("tea", in: folder.store) } == .claimed(by: owner.number))
      kill(owner.number, SIGKILL)
      try await group.waitForAll()
    }
    guard case .granted(let record) = try Timekeeper.shared.claimant.claim("tea", in: folder.store)
    else {
      Issue.record("a claim outlives its process")
      return
    }
    #expect(record.claim?.process.number == getpid())
    #expect(try folder.store.record("tea") == record)
  }

  @Test("a change that waits is the next one, even if another is made right after the last")
  func order() throws {
    let path = folder.path
    let first = try FolderChange(in: RecordFolder(path))
    let (wasGranted, mayEnd) = (Locked<Bool?>(nil), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      do {
        let second = try FolderChange(in: RecordFolder(path), patience: 60_000_000_000)
        wasGranted.withLock { $0 = true }
        mayEnd.wait()
        extendLifetime(second)
      } catch {
        wasGranted.withLock { $0 = false }
      }
    }
    // The change that waits for the first holds a lock on the folder.
    let watched = try RecordFolder(path)
    while wasGranted.withLock({ $0 == nil }), try FileCalls.lock(watched.number) {
      FileCalls.unlock(watched.number)
      FileCalls.rest()
    }
    _ = consume first
    #expect(throws: FileError.timedOut) {
      _ = try FolderChange(in: RecordFolder(path), patience: 0)
    }
    while wasGranted.withLock({ $0 == nil }) { FileCalls.rest() }
    #expect(wasGranted.withLock { $0 } == true)
    mayEnd.signal()
  }

  @Test("a change waits for another one, and not for ever")
  func patience() throws {
    let change = try FolderChange(in: RecordFolder(folder.path))
    #expect(throws: FileError.timedOut) {
      _ = try FolderChange(in: RecordFolder(folder.path), patience: 20_000_000)
    }
    extendLifetime(change)
  }

  private func noted() throws -> Int? {
    guard let note = try? folder.read("note") else { return nil }
    return Int(String(decoding: note, as: UTF8.self))
  }
}
