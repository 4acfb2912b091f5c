/// The file of a folder that one holder among all processes has locked.
///
/// It is empty. What is not ours is neither locked nor changed nor removed, whatever its name. The system gives the lock
/// back when its holder dies.
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
    // To close the file would not do where a process that is being made has it too.
    FileCalls.unlock(file.number)
  }

  /// Locks the file of a name, which is made if there is none; nil if another holder has it.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - folder: The open folder.
  ///   - waits: Asked while another holder has it: whether to wait on, after some time has been let go by.
  /// - Returns: The lock.
  /// - Throws: What the system refuses, and what has the name and is not ours.
  static func taken(
    _ name: String, in folder: Int32, waits: () -> Bool
  ) throws(FileError) -> LockFile? {
    // A cleaner that removes the file each time has to be quick.
    for _ in 0..<100 {
      let file = Descriptor(try FileCalls.openLock(name, in: folder))
      let status = try FileCalls.status(of: file.number)
      // It may have other names, as backups give it: it is never written.
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

  /// Whether the file still has its name. A lock on a file that somebody has removed keeps nobody out.
  func isInPlace(in folder: Int32) throws(FileError) -> Bool {
    try FileCalls.status(of: name, in: folder)?.identity == identity
  }

  /// Gives the lock back at once.
  func unlock() {
    FileCalls.unlock(file.number)
  }
}
