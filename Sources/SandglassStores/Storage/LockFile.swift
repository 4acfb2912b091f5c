package import Sandglass
import SandglassCore
import SandglassLedger
/// A locked file in a folder. Only one holder across all processes can lock it at a time.
///
/// The file is empty. A file that the library did not create is never locked, changed or removed, even if it has the
/// same name. The system releases the lock when its holder exits.
package struct LockFile: ~Copyable, Sendable {
  private let name: String
  private let file: Descriptor
  private let identity: FileStatus.Identity

  private init(_ name: String, _ file: consuming Descriptor, _ identity: FileStatus.Identity) {
    self.name = name
    self.file = file
    self.identity = identity
  }

  deinit {
    // Closing the file would not be sufficient if a process that is being spawned has inherited the file descriptor.
    FileCalls.unlock(file.number)
  }

  /// Locks the file with the given name, and creates it if it does not exist. Returns nil if another holder does not
  /// release the lock.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - folder: The open folder.
  ///   - waits: The closure to call while another holder has the lock. It waits for a short time, and returns whether
  ///     to try again.
  /// - Returns: The lock.
  /// - Throws: The system's error, or an error that says that the library did not create the file with this name.
  static func taken(
    _ name: String, in folder: Int32, waits: () -> Bool
  ) throws(FileError) -> LockFile? {
    // All attempts fail only if another program immediately removes the file each time.
    for _ in 0..<100 {
      let file = Descriptor(try FileCalls.openLock(name, in: folder))
      let status = try FileCalls.status(of: file.number)
      // The file may have additional names, which backup programs create, because it is never written.
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

  /// Returns whether the file still has its name. A lock on a removed file does not exclude other processes.
  func isInPlace(in folder: Int32) throws(FileError) -> Bool {
    try FileCalls.status(of: name, in: folder)?.identity == identity
  }

  /// Releases the lock immediately.
  func unlock() {
    FileCalls.unlock(file.number)
  }
}

extension LockFile {
  /// Locks the file with the given path, and creates it if it does not exist. Returns nil if another holder has the
  /// lock.
  package static func taken(atPath path: String) throws(FileError) -> LockFile? {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let parent = path.dropLast(name.count)
    let folder = Descriptor(try FileCalls.openFolder(parent.isEmpty ? "." : String(parent)))
    return try taken(String(name), in: folder.number) { false }
  }
}
