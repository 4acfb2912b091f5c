/// A file that one holder among all processes has locked.
///
/// It holds nothing but the number of a process. What is not ours is neither locked nor changed nor removed, whatever its
/// name. The system gives the lock back when its holder dies.
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
  ///   - mayHaveOtherNames: Whether the file may be linked elsewhere, as backups do: one that is never written.
  ///   - waits: Asked while another holder has it: whether to wait on, after some time has been let go by.
  /// - Returns: The lock.
  /// - Throws: What the system refuses, and what has the name and is not ours.
  static func taken(
    _ name: String, in folder: Int32, mayHaveOtherNames: Bool = false,
    waits: () -> Bool = { false }
  ) throws(FileError) -> LockFile? {
    // A cleaner that removes the file each time has to be quick.
    for _ in 0..<100 {
      let file = Descriptor(try FileCalls.openLock(name, in: folder))
      let status = try verified(name, file.number, in: folder)
      if status.hasOtherNames, !mayHaveOtherNames { throw .notOurs(name, "it has other names") }
      while try !FileCalls.lock(file.number) {
        guard waits() else { return nil }
      }
      FileCalls.makeUsableWhileLocked(file.number)
      // A lock on a file that has been removed since it was opened would keep nobody out.
      let present = try FileCalls.status(of: name, in: folder)
      let lock = LockFile(name, file, status.identity)
      if present?.identity == status.identity { return lock }
    }
    throw .timedOut
  }

  /// Writes the number of this process into the file.
  func noteProcess() throws(FileError) {
    try FileCalls.empty(file.number)
    try FileCalls.writeAll(Array("\(FileCalls.processID)\n".utf8), to: file.number)
  }

  /// The number of the process that has locked the file of a name; nil if nobody has. Throws if there is none.
  ///
  /// To ask is to have the lock for an instant.
  static func holder(_ name: String, in folder: Int32) throws(FileError) -> Int32? {
    let file = Descriptor(try FileCalls.openFile(name, in: folder))
    _ = try verified(name, file.number, in: folder)
    guard try !FileCalls.lock(file.number) else {
      FileCalls.unlock(file.number)
      return nil
    }
    return Int32(try content(of: file.number))
  }

  /// Removes the file, if the name is still its own.
  func remove(in folder: Int32) throws(FileError) {
    guard try FileCalls.status(of: name, in: folder)?.identity == identity else { return }
    try FileCalls.remove(name, in: folder)
  }

  /// Gives the lock back at once.
  func unlock() {
    FileCalls.unlock(file.number)
  }

  /// What the system says of an open file that can be ours; throws if it cannot.
  private static func verified(
    _ name: String, _ file: Int32, in folder: Int32
  ) throws(FileError) -> FileStatus {
    let status = try FileCalls.status(of: file)
    if let misfit = status.misfit(in: try FileCalls.status(of: folder)) {
      throw .notOurs(name, misfit)
    }
    let text = try content(of: file)
    guard text.isEmpty || Int32(text) != nil else {
      throw .notOurs(name, "it holds something else than the number of a process")
    }
    return status
  }

  /// What is in a file, without the end of the line. What a loss of power has left blank is empty.
  private static func content(of file: Int32) throws(FileError) -> String {
    var bytes = try FileCalls.readStart(file, atMost: 64)
    if bytes.allSatisfy({ $0 == 0 }) { return "" }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
