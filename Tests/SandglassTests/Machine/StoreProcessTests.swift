import Foundation
import SandglassCore
import SandglassLedger
import SandglassTestSupport
import Testing

@testable import Sandglass
@testable import SandglassStores

@Suite("Law 12: several processes with one folder", .machine)
struct StoreProcessTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder.made()
  }

  #if os(macOS) || os(Linux)
    /// A child writes each completed save to a file.
    @Test("Law 12: kills at random instants lose no save that returned, and tear no record")
    func killed() async throws {
      let seed = SeededGenerator.seedOfThisRun
      var random = SeededGenerator(seed: seed)
      var (inside, round) = (0, 0)
      let rounds = repetitions(120, atLeast: 12)
      // Where a save takes a small part of a process's time, more kills are needed until one is inside a save.
      while round < rounds || inside == 0, round < 20 * rounds {
        defer { round += 1 }
        let first = try noted() ?? 0
        let delay = UInt32(random.next() % 12_000)
        await #expect(processExitsWith: .signal(SIGKILL)) {
          [path = folder.path as String, first = first as Int, delay = delay as UInt32] in
          try StoreChild.saveUntilKilled(path, from: first + 1, after: delay)
        }
        let last = try noted() ?? 0
        let saved = try #require(
          try folder.store.read("tea"), "SANDGLASS_SEED=\(seed), round \(round): the record is lost"
        )
        let number = try #require(Int(saved.label ?? ""))
        // A save may have been completed when its process was killed before writing that.
        let isPromised = number == last || number == last + 1
        #expect(
          isPromised,
          "SANDGLASS_SEED=\(seed), round \(round): \(number) is saved, \(last) was promised")
        let names = try folder.names
        if names.contains(".sandglass.draft") || number > last { inside += 1 }
        #expect(names.filter { $0 != ".sandglass.draft" } == ["note", "tea.json"])
      }
      print("killed inside a save: \(inside) of \(round)")
      #expect(inside > 0)
      try folder.store.save(SampleRecord.make())
      #expect(try folder.names == ["note", "tea.json"])
    }

    /// A board keeps many rows in one call, in each round in a folder of its own. The process is killed when some of
    /// the files, or of the records among them, are there.
    @Test("Law 12: a kill while a board is kept leaves each row whole or absent")
    func killedBatch() async throws {
      let seed = SeededGenerator.seedOfThisRun
      var random = SeededGenerator(seed: seed)
      var (incomplete, partial) = (0, 0)
      let rounds = repetitions(40, atLeast: 3)
      for round in 0..<rounds {
        let folder = try TemporaryFolder.made()
        let suffix = round.isMultiple(of: 2) ? "" : ".json"
        let count = random.number(1...StoreChild.rows)
        await #expect(processExitsWith: .signal(SIGKILL)) {
          [path = folder.path as String, suffix = suffix as String, count = count as Int] in
          try StoreChild.keepRowsUntilKilled(path, whenThereAre: count, named: suffix)
        }
        let place = "SANDGLASS_SEED=\(seed), round \(round): \(count) files \(suffix)"
        let names = try folder.names
        let drafts = names.filter { $0.hasPrefix(".sandglass.draft") }
        let ids = try folder.store.ids()
        #expect(names.count == drafts.count + ids.count, "\(place): \(names)")
        for id in ids {
          let row = try #require(try folder.store.read(id), "\(place)")
          #expect(row.isWholeRow, "\(place): \(row)")
        }
        if ids.count < StoreChild.rows { incomplete += 1 }
        if ids.count < StoreChild.rows, !ids.isEmpty { partial += 1 }
        guard round == rounds - 1 else { continue }
        // After a relaunch, the board has the rows that are there. All can be started, and the drafts are removed.
        let board = try CountdownBoard(keptIn: FileCountdownStore(folder: folder.path))
        #expect(board.ids.sorted() == ids && board.ids.allSatisfy { board[$0]?.storeError == nil })
        StoreChild.startRows(of: board)
        try await board["0"]?.saved()
        #expect(try folder.names == board.ids.map { "\($0).json" }.sorted())
        #expect(board.count == StoreChild.rows)
        board.removeAll()
        await Timekeeper.shared.savesAreDone()
        #expect(try folder.names == [])
      }
      print("killed inside a batch: \(incomplete) of \(rounds), \(partial) between its records")
      #expect(incomplete > 0)
    }

    @Test(
      "Law 12: when processes and threads save at once, no read is torn, and a last save remains")
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
      let label = try #require(try folder.store.read("shared")?.label)
      #expect(label.hasSuffix(", \(StoreChild.saves - 1)"), "\(label) is not the last of any")
      #expect(try folder.store.ids().count == 7)
      #expect(try folder.names.allSatisfy { $0.hasSuffix(".json") && !$0.contains("damaged") })
    }

    @Test("Law 12: with many processes, only damaged records are set aside")
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

    @Test("Law 12: an intent pauses and extends an app's countdown, and takes over after a kill")
    func appAndIntent() async throws {
      let folder = folder
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
            StoreChild.run(path)
          }
        }
        // A blocked thread of the concurrency pool might be the one that starts the other process.
        while try folder.store.read("tea")?.lease == nil {
          try await Task.sleep(for: .milliseconds(1))
        }
        let app = try #require(try folder.store.read("tea")?.lease?.process)
        #expect(app.number != getpid())
        let tea = try #require(try FileCountdownStore(folder: folder.path).countdown("tea"))
        #expect(tea.extend(by: .seconds(60)))
        try await tea.saved()
        #expect(try folder.store.read("tea")?.total == .seconds(3660))
        #expect(tea.pause())
        try await tea.saved()
        guard case .paused = try folder.store.read("tea")?.state else {
          Issue.record("it is not paused")
          return
        }
        #expect(tea.resume())
        try await tea.saved()
        kill(app.number, SIGKILL)
        try await group.waitForAll()
        let owner = Owner()
        tea.onFinish(with: owner, queue: .global()) { _, _ in }
        while try folder.store.read("tea")?.lease?.process.number != getpid() {
          try await Task.sleep(for: .milliseconds(1))
        }
        tea.cancel()
        try await tea.saved()
        #expect(try folder.store.read("tea") == nil)
        withExtendedLifetime(owner) {}
      }
    }

    @Test("Law 12: no lap of three processes with one stopwatch is lost, and each process sees all")
    func laps() async throws {
      let folder = folder
      let run = FileCountdownStore(folder: folder.path).stopwatch("run")
      run.start()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          group.addTask {
            await #expect(processExitsWith: .success) { [path = folder.path as String] in
              try await StoreChild.lap(path)
            }
          }
        }
        group.addTask {
          await #expect(throws: Never.self) { try await StoreChild.lap(folder.path) }
        }
      }
      let laps = try #require(try folder.store.readStopwatch("run")?.laps)
      #expect(laps.count == 3 * StoreChild.laps)
      #expect(poll { run.laps.count == laps.count })
      #expect(run.laps.map(\.duration) == laps && run.storeError == nil)
      run.reset()
      try await run.saved()
      #expect(try folder.names == [])
    }
  #endif

  private final class Owner: Sendable {}

  @Test("a waiting change is next, even if another is requested right after the last one")
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
    // The change that waits for the first one holds a lock on the folder.
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

  @Test("a change waits for another one, but not forever")
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

extension CountdownRecord {
  /// Whether this is the record of a row of ``StoreChild/startRows(of:)``.
  fileprivate var isWholeRow: Bool {
    guard case .running = state else { return false }
    return target == .duration(.seconds(3600)) && total == .seconds(3600)
  }
}
