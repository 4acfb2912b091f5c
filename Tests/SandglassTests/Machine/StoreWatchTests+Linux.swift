#if os(Linux)
  import Foundation
  import SandglassTestSupport
  import Testing

  @testable import Sandglass
  @testable import SandglassLedger
  @testable import SandglassStores

  @Suite("Watching a folder, on Linux", .machine, .timeLimit(.minutes(10)))
  struct StoreWatchLinuxTests {
    @Test("only changes of records are reported, with their ids")
    func ids() async throws {
      let folder = try TemporaryFolder.made()
      let notes = WatchNotes()
      let watch = try notes.watch(folder.store)
      try folder.write([], to: "notes.txt")
      try folder.write([], to: "tea.damaged-1.json")
      try folder.store.save(SampleRecord.make("Tea"))
      await notes.wait(for: "Tea")
      #expect(notes.values.allSatisfy { $0 == ["Tea"] })
      extendLifetime(watch)
    }

    @Test("all kept countdowns of a folder share one watch")
    func shared() async {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder.made()
        let countdowns = (0..<repetitions(1000, atLeast: 200)).map {
          FileCountdownStore(folder: folder.path).countdown("\($0)", startingFrom: .seconds(3600))
        }
        for countdown in countdowns { countdown.start() }
        try await countdowns[0].saved()
        let watches = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
          .filter { KernelFile.link(at: "/proc/self/fd/\($0)") == "anon_inode:inotify" }
          .flatMap { number in
            (KernelFile.text(of: "/proc/self/fdinfo/\(number)") ?? "").split(separator: "\n")
          }
          .count { $0.hasPrefix("inotify wd:") }
        #expect(watches == 1)
        extendLifetime(countdowns)
      }
    }

    @Test("without free descriptors there is no watch, and a released watch closes its descriptors")
    func descriptors() async {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder.made()
        allowDescriptors(0)
        #expect(folder.store.watch { _ in } == nil)
        allowDescriptors(1024)
        for _ in 0..<3 {
          #expect(folder.store.watch { _ in } != nil)
          // The descriptor is closed on the queue of the watch.
          while try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").contains(
            where: {
              KernelFile.link(at: "/proc/self/fd/\($0)") == "anon_inode:inotify"
            })
          { FileCalls.rest() }
        }
      }
    }
  }
#endif
