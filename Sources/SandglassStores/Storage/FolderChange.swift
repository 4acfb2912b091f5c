import Sandglass
import SandglassCore
import SandglassLedger

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

  /// The first of the temporary files that are renamed to records once they are complete. Only the holder of the lock
  /// writes these files. A leftover file is the result of a crash.
  private static let draftName = ".sandglass.draft"

  /// A change to one file of the folder.
  enum FileChange {
    /// The file is replaced as a whole, or created.
    case replace([UInt8])

    /// The file is removed.
    case remove
  }

  /// The reason why a file has not been changed, or why the change may not survive a crash of the system.
  struct Failure {
    let error: FileError

    /// Whether the change has been made nevertheless.
    var isVisible = false
  }

  let folder: RecordFolder
  private let lock: LockFile
  private let suspension: SuspensionGuard?

  /// Whether a file has been set aside, and the folder not synchronised since.
  private var hasSetAside = false

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

  /// Changes files. Each file is changed as a whole or not at all, and all changes are synchronised to disk together.
  ///
  /// All contents are written to drafts first. They are renamed when they are on disk, so a crash at any time leaves
  /// either the earlier file or the new one. Drafts are renamed from the last to the first, so those that a crash leaves
  /// behind have the first names, and the next change finds them.
  ///
  /// - Parameter changes: The names of the files, which are distinct, and the changes.
  /// - Returns: An entry for each change, in the same order; nil if the change has been made and is on disk.
  mutating func make(_ changes: [(name: String, change: FileChange)]) -> [Failure?] {
    var failures = [Failure?](repeating: nil, count: changes.count)
    var drafts = writeDrafts(changes, &failures)
    do throws(FileError) {
      try checkLock()
    } catch {
      for index in changes.indices where failures[index] == nil {
        failures[index] = Failure(error: error)
      }
      drafts.reversed().forEach { remove(draft: $0.name) }
      drafts = []
    }
    var isChanged = hasSetAside
    for draft in drafts.reversed() {
      do throws(FileError) {
        try FileCalls.rename(draft.name, to: changes[draft.index].name, in: folder.number)
        isChanged = true
      } catch {
        failures[draft.index] = Failure(error: error)
        remove(draft: draft.name)
      }
    }
    for (index, (name, change)) in changes.enumerated() where failures[index] == nil {
      guard case .remove = change else { continue }
      do throws(FileError) {
        try FileCalls.remove(name, in: folder.number)
        isChanged = true
      } catch {
        failures[index] = Failure(error: error)
      }
    }
    guard isChanged else { return failures }
    do throws(FileError) {
      try FileCalls.synchronizeFolder(folder.number)
      hasSetAside = false
    } catch {
      for index in changes.indices where failures[index] == nil {
        failures[index] = Failure(error: error, isVisible: true)
      }
    }
    return failures
  }

  /// Renames a damaged record to an unused name, and returns that name. The next ``make(_:)`` synchronises the folder.
  mutating func setAside(_ name: RecordName) throws(FileError) -> String {
    var count = 1
    while try FileCalls.exists(name.damaged(count), in: folder.number) { count += 1 }
    try FileCalls.rename(name.record, to: name.damaged(count), in: folder.number)
    hasSetAside = true
    return name.damaged(count)
  }

  /// Checks that the lock file still exists. If a clean-up program has removed the file, another process may hold a
  /// lock on a new file.
  private func checkLock() throws(FileError) {
    guard try lock.isInPlace(in: folder.number) else { throw .lockRemoved(Self.lockName) }
  }
}

// MARK: - Drafts

extension FolderChange {
  /// Writes the contents of files to drafts, and waits until they are on disk.
  private func writeDrafts(
    _ changes: [(name: String, change: FileChange)], _ failures: inout [Failure?]
  ) -> [(name: String, index: Int)] {
    let contents = changes.enumerated().compactMap { index, change in
      if case .replace(let bytes) = change.change { (index: index, bytes: bytes) } else { nil }
    }
    // A file system may contain much that others have written, so a single file is synchronised alone.
    let isTogether = contents.count > 1 && FileCalls.synchronizesFileSystems
    var drafts: [(name: String, index: Int)] = []
    var number = 0
    for (index, bytes) in contents {
      do throws(FileError) {
        let name = try writeDraft(bytes, &number, isSynchronized: !isTogether)
        drafts.append((name, index))
      } catch {
        failures[index] = Failure(error: error)
      }
    }
    guard isTogether, !drafts.isEmpty else { return drafts }
    do throws(FileError) {
      try FileCalls.synchronizeFileSystem(of: folder.number)
      return drafts
    } catch {
      for draft in drafts.reversed() {
        failures[draft.index] = Failure(error: error)
        remove(draft: draft.name)
      }
      return []
    }
  }

  /// Writes a draft and returns its name, whose number is then used. A draft that cannot be completed is removed.
  private func writeDraft(
    _ bytes: [UInt8], _ number: inout Int, isSynchronized: Bool
  ) throws(FileError) -> String {
    let file = Descriptor(try createDraft(&number))
    let name = Self.draftName(number)
    do throws(FileError) {
      try FileCalls.writeAll(bytes, to: file.number)
      if isSynchronized { try FileCalls.synchronize(file.number) }
    } catch {
      remove(draft: name)
      throw error
    }
    number += 1
    return name
  }

  /// Creates the draft with the given number, or with the next one whose name is not in use by a file of others.
  private func createDraft(_ number: inout Int) throws(FileError) -> Int32 {
    while true {
      do throws(FileError) {
        return try FileCalls.createFile(Self.draftName(number), in: folder.number)
      } catch {
        guard error.isTaken else { throw error }
        if try isDraft(number) == false { number += 1 } else { try removeDrafts(from: number) }
      }
    }
  }

  /// Removes drafts that a crash has left behind.
  private func removeDrafts(from first: Int) throws(FileError) {
    var number = first
    while let isDraft = try isDraft(number) {
      if isDraft { try FileCalls.remove(Self.draftName(number), in: folder.number) }
      number += 1
    }
  }

  /// Returns whether the file with a draft's name is one that the library may have written; nil if there is no file.
  private func isDraft(_ number: Int) throws(FileError) -> Bool? {
    guard let status = try FileCalls.status(of: Self.draftName(number), in: folder.number) else {
      return nil
    }
    let misfit = status.misfit(in: try FileCalls.status(of: folder.number))
    return misfit == nil && !status.hasOtherNames
  }

  /// Removes a draft of this change. If this fails, the next change removes it.
  private func remove(draft: String) {
    try? FileCalls.remove(draft, in: folder.number)
  }

  private static func draftName(_ number: Int) -> String {
    number == 0 ? draftName : "\(draftName)-\(number)"
  }
}
