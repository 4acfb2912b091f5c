import SandglassCore

/// The exclusive right of one thread to change a folder of records, across all processes.
///
/// The right is a lock on a file in the folder. The system releases the lock when the process that holds it exits. The
/// lock is held for a single change, and therefore only for a short time.
struct FolderChange: ~Copyable {
  /// The maximum time for which a change waits for other changes, in nanoseconds. A change waits that long only if
  /// another process is suspended in the middle of a change, or if the disk takes seconds for the changes of others.
  static let patience: UInt64 = 10_000_000_000

  // No record has one of these names, because a dot in an id is encoded. The names are unlikely to collide with those
  // of other files.
  private static let lockName = ".sandglass.lock"

  /// The temporary file that is renamed to a record once it is complete. Only the holder of the lock writes this file,
  /// so there is at most one. A leftover file is the result of a crash.
  private static let draftName = ".sandglass.draft"

  let folder: RecordFolder
  private let lock: LockFile
  private let suspension: SuspensionGuard?

  /// Waits for the lock of a folder. Throws if another process holds the lock for too long, or if the system is about
  /// to suspend this process.
  init(
    in folder: consuming RecordFolder, patience: UInt64 = Self.patience
  ) throws(FileError) {
    let suspension = SuspensionGuard.forChange(inFolder: folder.number)
    let end = SteadyClock.now.advanced(byNanoseconds: patience)
    lock = try Self.lock(folder.number, until: end, suspension)
    self.folder = folder
    self.suspension = suspension
  }

  private static func lock(
    _ folder: Int32, until end: Moment, _ suspension: SuspensionGuard?
  ) throws(FileError) -> LockFile {
    func waits() -> Bool {
      guard SteadyClock.now < end, suspension?.isExpiring != true else { return false }
      FileCalls.rest()
      return true
    }
    // The change that is next holds a lock on the folder itself, for which all others wait. Without it, a process that
    // makes one change after another would take the lock again at once, each time before the others try again, and
    // these might wait for seconds. A file system that cannot lock a folder has no such order.
    while (try? FileCalls.lock(folder)) == false {
      guard waits() else { throw .timedOut }
    }
    defer { FileCalls.unlock(folder) }
    guard let lock = try LockFile.taken(lockName, in: folder, waits: waits) else { throw .timedOut }
    return lock
  }

  deinit {
    // The suspension guard still exists here. It is released after the lock.
    lock.unlock()
  }

  /// Writes a file, replacing an existing file with the same name. The file is replaced as a whole or not at all, and
  /// survives a crash of the system.
  func replace(_ name: String, with bytes: [UInt8]) throws(FileError) {
    try removeDraft()
    do throws(FileError) {
      try writeDraft(bytes)
      try checkLock()
      try FileCalls.rename(Self.draftName, to: name, in: folder.number)
    } catch {
      // If this fails, the next change removes the draft.
      try? removeDraft()
      throw error
    }
    try FileCalls.synchronizeFolder(folder.number)
  }

  /// Removes a file, and waits until the removal has been synchronised to disk.
  func remove(_ name: String) throws(FileError) {
    try checkLock()
    try FileCalls.remove(name, in: folder.number)
    try FileCalls.synchronizeFolder(folder.number)
  }

  /// Renames a damaged record to an unused name, and returns that name.
  func setAside(_ name: RecordName) throws(FileError) -> String {
    var count = 1
    while try FileCalls.exists(name.damaged(count), in: folder.number) { count += 1 }
    try FileCalls.rename(name.record, to: name.damaged(count), in: folder.number)
    try FileCalls.synchronizeFolder(folder.number)
    return name.damaged(count)
  }

  /// Checks that the lock file still exists. If a clean-up program has removed the file, another process may hold a
  /// lock on a new file.
  private func checkLock() throws(FileError) {
    guard try lock.isInPlace(in: folder.number) else { throw .lockRemoved(Self.lockName) }
  }

  private func writeDraft(_ bytes: [UInt8]) throws(FileError) {
    let file = Descriptor(try FileCalls.createFile(Self.draftName, in: folder.number))
    try FileCalls.writeAll(bytes, to: file.number)
    try FileCalls.synchronize(file.number)
  }

  private func removeDraft() throws(FileError) {
    guard let status = try FileCalls.status(of: Self.draftName, in: folder.number) else { return }
    let misfit = status.misfit(in: try FileCalls.status(of: folder.number))
    if let misfit { throw .notOurs(Self.draftName, misfit) }
    if status.hasOtherNames { throw .notOurs(Self.draftName, "it has other names") }
    try FileCalls.remove(Self.draftName, in: folder.number)
  }
}
