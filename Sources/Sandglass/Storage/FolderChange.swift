import SandglassCore

/// The right to change a folder of records, which one thread of one process has at a time.
///
/// It is a lock on a file in the folder. The system gives it back when its holder dies. It is held
/// for one change, never for long.
struct FolderChange: ~Copyable {
  /// How long a change waits for another one, in nanoseconds: so long that nothing but a process
  /// that is stopped in the middle of a change can make it fail.
  static let patience: UInt64 = 10_000_000_000

  // No record has one of these names, as a point in an id is written otherwise, nor would anybody choose them.
  private static let lockName = ".sandglass.lock"

  /// The file that becomes a record when it is whole. There is one at most, as whoever writes it
  /// has the right to: one that is found was left by a crash.
  private static let draftName = ".sandglass.draft"

  let folder: RecordFolder
  private let lock: LockFile
  private let suspension: SuspensionGuard?

  /// Waits for the right to change a folder; throws if another process keeps it for too long, or if
  /// the system is about to suspend this one.
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
    let lock = try LockFile.taken(
      lockName, in: folder,
      waits: {
        guard SteadyClock.now < end, suspension?.isExpiring != true else { return false }
        FileCalls.rest()
        return true
      })
    guard let lock else { throw .timedOut }
    return lock
  }

  deinit {
    // While the guard is still there, which is released after this.
    lock.unlock()
  }

  /// Puts a file in the place of another of its name, or into an empty place: as a whole or not at
  /// all, and so that it outlives the system.
  func replace(_ name: String, with bytes: [UInt8]) throws(FileError) {
    try removeDraft()
    do throws(FileError) {
      try writeDraft(bytes)
      try checkLock()
      try FileCalls.rename(Self.draftName, to: name, in: folder.number)
    } catch {
      // The next change removes it if this cannot.
      try? removeDraft()
      throw error
    }
    try FileCalls.synchronizeFolder(folder.number)
  }

  /// Removes a file, and waits until it is gone from the disk.
  func remove(_ name: String) throws(FileError) {
    try checkLock()
    try FileCalls.remove(name, in: folder.number)
    try FileCalls.synchronizeFolder(folder.number)
  }

  /// Renames a damaged record to a name that is free, and answers with that.
  func setAside(_ name: RecordName) throws(FileError) -> String {
    var count = 1
    while try FileCalls.exists(name.damaged(count), in: folder.number) { count += 1 }
    try FileCalls.rename(name.record, to: name.damaged(count), in: folder.number)
    try FileCalls.synchronizeFolder(folder.number)
    return name.damaged(count)
  }

  /// Makes sure that nobody has removed the lock, as a cleaner may: another process could hold a new one.
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
