/// A locked file in a folder. Among all processes, only one holder can lock it.
///
/// The file is empty. A file that the library did not create is never locked, changed or removed, even if it has this
/// name. The system releases the lock when its holder ends.
struct LockFile: ~Copyable {
  private let name: String
  private let file: Descriptor
  private let identity: FileStatus.Identity

  private init(_ name: String, _ file: consuming Descriptor, _ identity: FileStatus.Identity) {
    self.name = name
    self.file = file
    self.identity = identity
  }

  deinit {
    // Closing the file would not suffice if a process that is being spawned has inherited it.
    FileCalls.unlock(file.number)
  }

  /// Locks the file with the given name, and creates it if it does not exist. Returns nil if another holder keeps the
  /// lock.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - folder: The open folder.
  ///   - waits: Called while another holder has the lock. It lets some time pass, and returns whether to continue
  ///     waiting.
  /// - Returns: The lock.
  /// - Throws: The error of the system, or an error if the library did not create the file with this name.
  static func taken(
    _ name: String, in folder: Int32, waits: () -> Bool
  ) throws(FileError) -> LockFile? {
    // All attempts fail only if some program removes the file immediately each time.
    for _ in 0..<100 {
      let file = Descriptor(try FileCalls.openLock(name, in: folder))
      let status = try FileCalls.status(of: file.number)
      // The file may have other names, which backups create, because it is never written.
      if let misfit = status.misfit(in: try FileCalls.status(of: folder)) {
        throw .notOurs(name, misfit)
      }
      guard try FileCalls.size(of: file.number) == 0 else {
        throw .notOurs(name, "it is not empty")
      }
      while try !FileCalls.lock(file.number) {
        guard waits() else { return nil }
      }
      FileCalls.makeUsableWhileLocked(file.number)
      let lock = LockFile(name, file, status.identity)
      if try lock.isInPlace(in: folder) { return lock }
    }
    throw .timedOut
  }

  /// Returns whether the file still has its name. A lock on a removed file excludes no other process.
  func isInPlace(in folder: Int32) throws(FileError) -> Bool {
    try FileCalls.status(of: name, in: folder)?.identity == identity
  }

  /// Releases the lock immediately.
  func unlock() {
    FileCalls.unlock(file.number)
  }
}
