#if os(Linux)
  import Foundation
  import Glibc
  import SandglassTestSupport
  import Testing

  @testable import Sandglass

  /// Each runs in a process of its own, whose system is made difficult.
  @Suite("Law 12: a store in a difficult system", .machine)
  struct StoreSystemTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder.made()
      try folder.store.save(SampleRecord.make())
    }

    @Test("signals disturb no save")
    func signals() async {
      await #expect(processExitsWith: .success) { [path = folder.path as String] in
        try StoreSystemChild.signals(path)
      }
    }

    @Test("Law 12: a file that cannot grow fails the save, and the earlier record is intact")
    func limitedFileSize() async throws {
      await #expect(processExitsWith: .success) { [path = folder.path as String] in
        try StoreSystemChild.limitedFileSize(path)
      }
      #expect(try folder.names == ["tea.json"], "the draft is removed")
    }

    @Test("Law 12: a full disk fails the save, and the earlier record is intact")
    func fullDisk() async throws {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) { [path = folder.path as String] in
        try StoreSystemChild.fullDisk(path)
      }
      print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self), terminator: "")
    }

    @Test("Law 12: a disk that is read-only fails every change, and what it holds is read")
    func readOnlyDisk() async throws {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) { [path = folder.path as String] in
        try StoreSystemChild.readOnlyDisk(path)
      }
      print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self), terminator: "")
    }

    @Test("Law 12: a record without permission is unavailable, and left alone")
    func noPermission() async throws {
      chmod(folder.file("tea.json"), 0)
      chmod(folder.path, 0o777)
      unlink(folder.file(".sandglass.lock"))
      let bytes = getuid() == 0 ? try folder.read("tea.json") : nil
      await #expect(processExitsWith: .success) { [path = folder.path as String] in
        try StoreSystemChild.noPermission(path)
      }
      #expect(try folder.names == ["milk.json", "tea.json"])
      if let bytes { #expect(try folder.read("tea.json") == bytes) }
      chmod(folder.file("tea.json"), 0o600)
    }

    @Test("Law 12: a folder without permission is unavailable, and no save goes through")
    func noPermissionForFolder() async throws {
      chmod(folder.path, 0)
      await #expect(processExitsWith: .success) { [path = folder.path as String] in
        try StoreSystemChild.noPermissionForFolder(path)
      }
      chmod(folder.path, 0o700)
      #expect(try folder.store.read("tea") == SampleRecord.make())
    }
  }
#endif
