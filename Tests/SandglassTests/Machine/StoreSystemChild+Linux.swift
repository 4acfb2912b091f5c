#if os(Linux)
  import Foundation
  import Glibc
  import SandglassTestSupport
  import Testing

  @testable import Sandglass
  @testable import SandglassStores

  /// The work of a process in which system calls fail.
  enum StoreSystemChild {
    /// Signals interrupt all calls.
    static func signals(_ path: String) throws {
      DifficultSystem.interrupt(everyMicroseconds: 50)
      let store = FileRecords(folder: path)
      for number in 0..<repetitions(300, atLeast: 60) {
        let record = SampleRecord.make(label: "\(number)")
        try store.save(record)
        #expect(try store.read("tea") == record)
      }
      DifficultSystem.interrupt(everyMicroseconds: 0)
    }

    /// No file can grow beyond 100 bytes.
    static func limitedFileSize(_ path: String) throws {
      DifficultSystem.limitFiles(toBytes: 100)
      let store = FileRecords(folder: path)
      let kind = storeError { try store.save(SampleRecord.make(label: "new")) }
      #expect(kind == .notSaved(code: EFBIG))
      let earlier = try store.read("tea")
      #expect(earlier == SampleRecord.make())
    }

    /// The disk is full, or becomes full during a save.
    static func fullDisk(_ path: String) throws {
      guard DifficultSystem.mountDisk(at: path, pages: 16) else {
        print("not run: a full disk (this needs the right to mount one)")
        return
      }
      let store = FileRecords(folder: path)
      try store.save(SampleRecord.make())
      // The record is larger than the disk, so the disk becomes full while writing.
      let large = SampleRecord.make(label: String(repeating: "a", count: 100_000))
      #expect(storeError { try store.save(large) } == .notSaved(code: ENOSPC))
      #expect(try store.read("tea") == SampleRecord.make())
      // The disk is full from the start.
      let filler = open(path + "/filler", O_WRONLY | O_CREAT, 0o600)
      let page = [UInt8](repeating: 1, count: 4096)
      while write(filler, page, page.count) > 0 {}
      let record = SampleRecord.make(label: "new")
      #expect(storeError { try store.save(record) } == .notSaved(code: ENOSPC))
      #expect(try store.read("tea") == SampleRecord.make())
      let names = try FileManager.default.contentsOfDirectory(atPath: path)
      #expect(!names.contains(".sandglass.draft"), "the draft is removed")
      unlink(path + "/filler")
      close(filler)
      try store.save(record)
      #expect(try store.read("tea") == record)
    }

    /// The disk is read-only.
    static func readOnlyDisk(_ path: String) throws {
      guard DifficultSystem.mountDisk(at: path, pages: 64) else {
        print("not run: a read-only disk (this needs the right to mount one)")
        return
      }
      let store = FileRecords(folder: path)
      try store.save(SampleRecord.make())
      try store.save(SampleRecord.make("milk"))
      truncate(path + "/milk.json", 50)
      #expect(DifficultSystem.makeReadOnly(path))

      let record = SampleRecord.make(label: "new")
      #expect(storeError { try store.save(record) } == .notSaved(code: EROFS))
      #expect(storeError { try store.remove("tea") } == .notSaved(code: EROFS))
      #expect(try store.read("tea") == SampleRecord.make())
      #expect(try store.ids() == ["milk", "tea"])
      try store.remove("nothing")
      // A damaged record is reported, and stays in its place.
      guard case .damaged(_, nil)? = errorKind({ try store.remove("milk") }) else {
        Issue.record("it is not told")
        return
      }
      #expect(try store.ids() == ["milk", "tea"])
    }

    /// The record may not be read.
    static func noPermission(_ path: String) throws {
      DifficultSystem.becomeNobody()
      let store = FileRecords(folder: path)
      let unavailable = ErrorKind.unavailable(code: EACCES)
      #expect(storeError { _ = try store.read("tea") } == unavailable)
      #expect(storeError { try store.save(SampleRecord.make()) } == unavailable)
      #expect(storeError { try store.remove("tea") } == unavailable)
      #expect(try store.ids() == ["tea"])
      try store.save(SampleRecord.make("milk"))
    }

    /// The folder may not be accessed.
    static func noPermissionForFolder(_ path: String) throws {
      DifficultSystem.becomeNobody()
      let store = FileRecords(folder: path)
      let unavailable = ErrorKind.unavailable(code: EACCES)
      #expect(storeError { _ = try store.read("tea") } == unavailable)
      #expect(storeError { _ = try store.ids() } == unavailable)
      #expect(storeError { try store.save(SampleRecord.make()) } == unavailable)
    }
  }
#endif
