public import SandglassCore

/// Records of countdowns in a folder, each in a file of its own as readable JSON.
///
/// ```swift
/// let store = FileCountdownStore(folder: folder)
/// try store.save(record)
/// ```
///
/// The folder is made at the first save, for its owner alone. Any number of threads and processes
/// may use one folder at a time, all of them on one machine.
///
/// **Saving** replaces a record as a whole or not at all: it is written to a file beside it, which
/// then takes its name, and both are on the disk before `save` returns. A crash at any instant
/// leaves the earlier record or the new one.
///
/// **Damage** is noticed, as each record ends in a checksum. A record that is torn or changed, be
/// it by hand, is renamed to `<name>.damaged-1.json`, or the next number that is free, and that is
/// reported: by an error to whoever reads or removes it, and by a `save`, which then goes on, to
/// the handler. What a later version of the library has written, what is no record at all, and what
/// cannot be read for the moment is left alone, and refuses to be saved over.
///
/// **What is not ours** is neither changed nor removed: a file of ours is a regular one of the same user, has one name,
/// and holds what we write. Beside the records there are `.sandglass.lock`, for a moment `.sandglass.draft`, and
/// `.sandglass-<name>.lock` for each ``RecordLock``. A file of another's with such a name has the call refused.
///
/// **On a phone** the folder and its files get the protection class "complete until first user
/// authentication": they can be read and written while the device is locked, from the first unlocking
/// after a boot on, even where the app's default is stricter. Keep the folder in the app's own
/// container if you can. In an app group's folder the system kills a process that it suspends with a
/// lock on a file; so each change there is an expiring activity, which holds the suspension off, and a
/// ``RecordLock`` must not outlast the app's time in front. The article <doc:KeepingCountdowns> has more.
///
/// **Ids** are told apart by the bytes of their UTF-8. In the file's name a small letter, a digit, `-`
/// and `_` take one byte, every other byte of the id takes three, and all together at most 224.
public struct FileCountdownStore: CountdownStore {
  /// The path of the folder.
  public let folder: String

  private let onDamage: (@Sendable (CountdownStoreError) -> Void)?

  /// Makes a store in a folder, which need not exist yet. This touches no file.
  ///
  /// - Parameters:
  ///   - folder: The path of a folder that is used for nothing else. In an app it lies in the app's
  ///     own container, or in an app group's if other processes need the records.
  ///   - onDamage: Told of each damaged record that a save has set aside, on the thread that saves.
  public init(
    folder: String, onDamage: (@Sendable (CountdownStoreError) -> Void)? = nil
  ) {
    self.folder = folder
    self.onDamage = onDamage
  }

  /// The path of the folder, without points and doubled slashes. Links are not followed.
  public var identity: String {
    let names = folder.split(separator: "/").filter { $0 != "." }
    return (folder.hasPrefix("/") ? "/" : "") + names.joined(separator: "/")
  }

  /// Writes a record in place of an earlier one of the same id; when it returns, the record
  /// outlives the process and the system.
  ///
  /// Waits while another thread or process changes a record in the folder, at most ten seconds.
  ///
  /// - Throws: ``CountdownStoreError``, and the earlier record is intact: `notSaved` where the
  ///   system refuses; `foreign`, `newer` or `unavailable` for what stands in its place; `damaged`
  ///   for a record that cannot be set aside; `invalidID`. One case apart: where the disk fails
  ///   when the record has been replaced already, `notSaved` says that it may not outlive the
  ///   system.
  public func save(_ record: CountdownRecord) throws(CountdownStoreError) {
    let id = record.id
    let name = try RecordName(id: id)
    let change = try saving(id) { () throws(FileError) in
      try FolderChange(in: RecordFolder(making: folder))
    }
    do throws(CountdownStoreError) {
      _ = try intactRecord(id, named: name, change)
    } catch {
      // Once it is set aside, its place is free.
      guard case .damaged(_, .some) = error.kind else { throw error }
      onDamage?(error)
    }
    try saving(id) { () throws(FileError) in
      try change.replace(name.record, with: RecordFile.bytes(of: record))
    }
  }

  /// Reads the record of an id, and changes nothing: one small file is read, and no lock is taken.
  ///
  /// - Returns: The record; nil if there is none.
  /// - Throws: ``CountdownStoreError``: `damaged` for a record that stays where it is; `foreign`, `newer`,
  ///   `unavailable`, `invalidID`.
  public func look(at id: String) throws(CountdownStoreError) -> CountdownRecord? {
    let name = try RecordName(id: id)
    guard let folder = try openFolder(for: id) else { return nil }
    do throws(RecordFault) {
      return try folder.record(id, named: name)
    } catch {
      throw error.storeError(id)
    }
  }

  /// Reads the record of an id, and sets it aside if it is damaged.
  ///
  /// - Returns: The record; nil if there is none.
  /// - Throws: ``CountdownStoreError``: `damaged` for a record that has then been set aside, so
  ///   that it is missing from now on; `foreign`, `newer`, `unavailable`, `invalidID`.
  public func record(_ id: String) throws(CountdownStoreError) -> CountdownRecord? {
    do throws(CountdownStoreError) {
      return try look(at: id)
    } catch {
      guard case .damaged = error.kind, let folder = try openFolder(for: id),
        let change = try? FolderChange(in: folder)
      else { throw error }
      // Another process may have set it aside meanwhile, and saved another.
      return try intactRecord(id, named: try RecordName(id: id), change)
    }
  }

  /// Removes the record of an id; does nothing if there is none.
  ///
  /// - Throws: ``CountdownStoreError``: `damaged` for a record that has been set aside instead;
  ///   `notSaved` where the system refuses, and the record is intact; `foreign`, `newer` or
  ///   `unavailable` for what is left alone; `invalidID`.
  public func remove(_ id: String) throws(CountdownStoreError) {
    let name = try RecordName(id: id)
    guard let folder = try openFolder(for: id) else { return }
    // A missing record needs no removal, even in a folder that is read-only.
    if (try? FileCalls.exists(name.record, in: folder.number)) == false { return }
    let change = try saving(id) { () throws(FileError) in
      try FolderChange(in: RecordFolder(self.folder))
    }
    // Anything else found there is reported as it is to a reader.
    guard try intactRecord(id, named: name, change) != nil else { return }
    try saving(id) { () throws(FileError) in try change.remove(name.record) }
  }

  /// The ids of all records, sorted by their bytes; whether they can be read shows when they are.
  ///
  /// - Throws: ``CountdownStoreError``: `unavailable` where the folder cannot be read.
  public func ids() throws(CountdownStoreError) -> [String] {
    guard let folder = try openFolder(for: nil) else { return [] }
    do {
      return try FileCalls.names(in: folder.number).compactMap(RecordName.id(ofRecord:))
        .map(RecordID.init).sorted().map(\.text)
    } catch {
      throw CountdownStoreError(.unavailable, id: nil, underlying: error)
    }
  }
}

// MARK: - Who runs a countdown

extension FileCountdownStore {
  /// Takes the right to run the countdown of an id, whether or not it has a record yet.
  ///
  /// Saving and reading do not ask for it: it is for those who run a countdown to agree. In an app
  /// group's folder on a phone it must not be held while the app may be suspended; see
  /// ``RecordLock``.
  ///
  /// - Returns: The lock; nil if another process, or another holder in this one, has it.
  /// - Throws: ``CountdownStoreError``: `notSaved` where the system refuses, `invalidID`.
  public func lock(_ id: String) throws(CountdownStoreError) -> RecordLock? {
    let name = try RecordName(id: id).lock
    return try saving(id) { () throws(FileError) in
      let change = try FolderChange(in: RecordFolder(making: folder))
      guard let file = try LockFile.taken(name, in: change.folder.number) else { return nil }
      try file.noteProcess()
      return RecordLock(id, file: file, folder: folder)
    }
  }

  /// Removes what processes that were killed have left of their locks. Where another process changes the folder at
  /// this moment, that is left to the next time.
  package func removeStaleLocks() {
    guard let folder = try? RecordFolder(folder),
      let change = try? FolderChange(in: folder, patience: 0),
      let names = try? FileCalls.names(in: change.folder.number)
    else { return }
    for name in names where RecordName.isLock(name) {
      // While nobody can take a lock: that takes the right to change the folder.
      if let stale = try? LockFile.taken(name, in: change.folder.number) {
        try? stale.remove(in: change.folder.number)
      }
    }
  }

  /// The process that has the right to run the countdown of an id; nil if nobody has.
  ///
  /// - Returns: The process's number, as in its own namespace of processes.
  /// - Throws: ``CountdownStoreError``: `unavailable` where that cannot be read, `invalidID`.
  public func holder(of id: String) throws(CountdownStoreError) -> Int32? {
    let name = try RecordName(id: id).lock
    guard let folder = try openFolder(for: id) else { return nil }
    do throws(FileError) {
      return try holder(of: name, in: folder)
    } catch {
      if error.isMissing { return nil }
      throw CountdownStoreError(.unavailable, id: id, underlying: error)
    }
  }
}

// MARK: - Parts

extension FileCountdownStore {
  private func holder(
    of name: String, in folder: borrowing RecordFolder
  ) throws(FileError) -> Int32? {
    // Probing the lock takes it for an instant, so nobody may ask for it meanwhile. A folder that is read-only
    // gives no right to change it, but nobody takes locks there.
    let change = try? FolderChange(in: RecordFolder(self.folder))
    defer { extendLifetime(change) }
    return try LockFile.holder(name, in: folder.number)
  }

  /// The folder; nil if it does not exist.
  private func openFolder(for id: String?) throws(CountdownStoreError) -> RecordFolder? {
    do throws(FileError) {
      return try RecordFolder(folder)
    } catch {
      if error.isMissing { return nil }
      throw CountdownStoreError(.unavailable, id: id, underlying: error)
    }
  }

  /// The record of an id, or nil; what is damaged is set aside, and thrown like all else.
  private func intactRecord(
    _ id: String, named name: RecordName, _ change: borrowing FolderChange
  ) throws(CountdownStoreError) -> CountdownRecord? {
    do throws(RecordFault) {
      return try change.folder.record(id, named: name)
    } catch {
      guard case .damaged = error else { throw error.storeError(id) }
      throw error.storeError(id, setAsideAs: try? change.setAside(name))
    }
  }

  private func saving<Result: ~Copyable>(
    _ id: String, _ change: () throws(FileError) -> Result
  ) throws(CountdownStoreError) -> Result {
    do throws(FileError) {
      return try change()
    } catch {
      throw CountdownStoreError(.notSaved, id: id, underlying: error)
    }
  }
}
