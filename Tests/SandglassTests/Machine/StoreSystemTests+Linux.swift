#if os(Linux)
  import Foundation
  import Glibc
  import SandglassTestSupport
  import Testing

  @testable import Sandglass
  @testable import SandglassLedger
  @testable import SandglassStores

  /// Each test runs in a separate process, in which system calls fail.
  @Suite("Law 12: stores when system calls fail", .machine)
  struct StoreSystemTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder.made()
      try folder.store.save(SampleRecord.make())
    }

    @Test("signals do not disturb a save")
    func signals() async {
      await #expect(processExitsWith: .success) { [path = folder.path as String] in
        try StoreSystemChild.signals(path)
      }
    }

    @Test("Law 12: if a file cannot grow, the save fails, and the earlier record is intact")
    func limitedFileSize() async throws {
      await #expect(processExitsWith: .success) { [path = folder.path as String] in
        try StoreSystemChild.limitedFileSize(path)
      }
      #expect(try folder.names == ["tea.json"], "the draft is removed")
    }

    @Test("Law 12: if the disk is full, the save fails, and the earlier record is intact")
    func fullDisk() async throws {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) { [path = folder.path as String] in
        try StoreSystemChild.fullDisk(path)
      }
      print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self), terminator: "")
    }

    @Test("Law 12: on a read-only disk every change fails, and records can be read")
    func readOnlyDisk() async throws {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) { [path = folder.path as String] in
        try StoreSystemChild.readOnlyDisk(path)
      }
      print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self), terminator: "")
    }

    @Test("Law 12: a record without permission is unavailable, and is left as it is")
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

    @Test("Law 12: a folder without permission is unavailable, and no save succeeds")
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
