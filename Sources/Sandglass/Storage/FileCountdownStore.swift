public import SandglassCore

/// A store of countdown records in a folder, each in its own file of human-readable JSON.
///
/// ```swift
/// let store = FileCountdownStore(folder: folder)
/// try store.save(record)
/// ```
///
/// The first save creates the folder, with access for its owner only. Any number of threads and processes on the same
/// machine can use the folder at the same time.
///
/// **Saving** replaces a record as a whole or not at all. The record is written to a temporary file, which is then
/// renamed. The file and the folder are synchronised to disk before `save` returns. After a crash at any time, either
/// the earlier record or the new one is in the folder.
///
/// **Damage** is detected, because each record ends with a checksum. A record that was only partly written or was
/// changed, even by hand, is renamed to `<name>.damaged-1.json`, or to the next number that is not in use. Reading or
/// removing such a record throws an error. A `save` reports the damage to the handler and continues. Three kinds of
/// files are not changed, and cannot be replaced by a save: records from a later version of the library, files that are
/// not records, and files that cannot be read at the moment.
///
/// **Other files** are neither changed nor removed. Apart from the records, the store's own files are `.sandglass.lock`
/// and, for a short time, `.sandglass.draft`. All of the store's files are regular files that belong to the same user,
/// have one name, and contain only data that the store has written. If any other file has one of these names, the call
/// fails.
///
/// **On a phone**, the folder and its files have the protection class "complete until first user authentication". Once
/// the device has been unlocked after a boot, they can be read and written even while it is locked, and even if the
/// app's default is stricter. Keep the folder in the app's own container if you can. If the folder is in an app group's
/// container, the system terminates a process that is suspended while it holds a lock on a file in the folder. Each
/// change in such a folder is therefore an expiring activity, which delays the suspension, and no lock is held between
/// changes. For details, see <doc:KeepingCountdowns>.
///
/// **Ids** are compared by their UTF-8 bytes. In a file name, lowercase letters, digits, `-` and `_` take one byte
/// each. Every other byte of the id takes three bytes. The limit is 224 bytes in total.
public struct FileCountdownStore: CountdownStore {
  /// The path of the folder.
  public let folder: String

  private let onDamage: (@Sendable (CountdownStoreError) -> Void)?

  /// Creates a store in a folder, which need not exist yet. This does not access any file.
  ///
  /// - Parameters:
  ///   - folder: The path of a folder that is not used for anything else. In an app, use a folder in the app's own
  ///     container, or in an app group's container if other processes need the records.
  ///   - onDamage: The closure to call when a save has set a damaged record aside. It is called with the error, on the
  ///     thread that saves.
  public init(
    folder: String, onDamage: (@Sendable (CountdownStoreError) -> Void)? = nil
  ) {
    self.folder = folder
    self.onDamage = onDamage
  }

  /// The path of the folder, without `.` components and repeated slashes. Links are not resolved.
  public var identity: String {
    let names = folder.split(separator: "/").filter { $0 != "." }
    return (folder.hasPrefix("/") ? "/" : "") + names.joined(separator: "/")
  }

  /// Writes a record, replacing an earlier one with the same id. When this returns, the record survives a crash of the
  /// process or the system.
  ///
  /// This waits at most ten seconds while another thread or process is changing a record in the folder.
  ///
  /// - Throws: ``CountdownStoreError``: `notSaved` if the system cannot write the record; `foreign`, `newer` or
  ///   `unavailable` if the file in its place cannot be replaced; `damaged` if a damaged record cannot be set aside;
  ///   `invalidID`. The earlier record is intact, with one exception: if the disk fails after the record has been
  ///   replaced, `notSaved` means that the new record may not survive a crash of the system.
  public func save(_ record: CountdownRecord) throws(CountdownStoreError) {
    try changeLocked(record.id) { (_: CountdownRecord?) in .save(record) }
  }

  /// Reads the record with the given id without changing anything. This reads one small file, and does not take a lock.
  ///
  /// - Returns: The record; nil if there is none.
  /// - Throws: ``CountdownStoreError``: `damaged` for a record that stays where it is; `foreign`, `newer`,
  ///   `unavailable`, `invalidID`.
  public func look(at id: String) throws(CountdownStoreError) -> CountdownRecord? {
    try stored(id)
  }

  /// Reads the record with the given id, and sets it aside if it is damaged.
  ///
  /// - Returns: The record; nil if there is none.
  /// - Throws: ``CountdownStoreError``: `damaged` for a record that has been set aside, so that there is no longer a
  ///   record; `foreign`, `newer`, `unavailable`, `invalidID`.
  public func record(_ id: String) throws(CountdownStoreError) -> CountdownRecord? {
    do throws(CountdownStoreError) {
      return try look(at: id)
    } catch {
      guard case .damaged = error.kind, let folder = try openFolder(for: id),
        let change = try? FolderChange(in: folder)
      else { throw error }
      // Another process may have set the record aside and saved a new one in the meantime.
      return try intactRecord(id, named: RecordName(id: id, of: CountdownRecord.kind), change)
    }
  }

  /// Removes the record with the given id. Does nothing if there is none.
  ///
  /// - Throws: ``CountdownStoreError``: `damaged` for a record that has been set aside instead; `notSaved` if the
  ///   system cannot remove the record, which is then intact; `foreign`, `newer` or `unavailable` for a file that is
  ///   not changed; `invalidID`.
  public func remove(_ id: String) throws(CountdownStoreError) {
    try change(id) { $0 == nil ? .none : .remove }
  }

  /// Reads the record with the given id and changes it according to `decide`, atomically across all processes.
  ///
  /// This waits at most ten seconds while another thread or process is changing a record in the folder. If `decide`
  /// returns no change for an intact record, this does not wait.
  ///
  /// - Throws: ``CountdownStoreError``, in the same cases as `save(_:)` and `remove(_:)`; `damaged` for a record that
  ///   has been set aside and not replaced.
  public func change(
    _ id: String, _ decide: (CountdownRecord?) -> RecordChange
  ) throws(CountdownStoreError) {
    // Records are replaced as a whole, so they can be read without the lock.
    do throws(CountdownStoreError) {
      if case .none = decide(try look(at: id)) { return }
    } catch {
      // Setting a damaged record aside requires the lock.
      guard case .damaged = error.kind else { throw error }
    }
    try changeLocked(id) { (current: CountdownRecord?) in StoredChange(decide(current)) }
  }

  /// The ids of all records, sorted by their UTF-8 bytes. The records are not read, so some may be unreadable.
  ///
  /// - Throws: ``CountdownStoreError``: `unavailable` if the folder cannot be read.
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

// MARK: - Parts

extension FileCountdownStore {
  /// Returns the record with the given id; nil if there is none. This does not change anything or take a lock.
  func stored<Record: StoredRecord>(_ id: String) throws(CountdownStoreError) -> Record? {
    let name = try RecordName(id: id, of: Record.kind)
    guard let folder = try openFolder(for: id) else { return nil }
    do throws(RecordFault) {
      return try folder.record(id, named: name)
    } catch {
      throw error.storeError(id, accepted: Record.versions)
    }
  }

  /// Reads the record with the given id and changes it, while holding the folder's lock.
  func changeLocked<Record: StoredRecord>(
    _ id: String, _ decide: (Record?) -> StoredChange<Record>
  ) throws(CountdownStoreError) {
    let name = try RecordName(id: id, of: Record.kind)
    let change = try saving(id) { () throws(FileError) in
      try FolderChange(in: RecordFolder(making: folder))
    }
    var current: Record?
    var damage: CountdownStoreError?
    do throws(CountdownStoreError) {
      current = try intactRecord(id, named: name, change)
    } catch {
      // A damaged record that was set aside can be ignored.
      guard case .damaged(_, .some) = error.kind else { throw error }
      damage = error
    }
    switch decide(current) {
    case .save(let record):
      if let damage { onDamage?(damage) }
      try saving(id) { () throws(FileError) in
        try change.replace(name.record, with: record.bytes())
      }
    case .remove where current != nil:
      try saving(id) { () throws(FileError) in try change.remove(name.record) }
    case .remove, .none:
      if let damage { throw damage }
    }
  }

  /// Opens the folder; nil if it does not exist.
  private func openFolder(for id: String?) throws(CountdownStoreError) -> RecordFolder? {
    do throws(FileError) {
      return try RecordFolder(folder)
    } catch {
      if error.isMissing { return nil }
      throw CountdownStoreError(.unavailable, id: id, underlying: error)
    }
  }

  /// Returns the record with the given id; nil if there is none. Sets a damaged record aside, and throws its error.
  private func intactRecord<Record: StoredRecord>(
    _ id: String, named name: RecordName, _ change: borrowing FolderChange
  ) throws(CountdownStoreError) -> Record? {
    do throws(RecordFault) {
      return try change.folder.record(id, named: name)
    } catch {
      var newName: String?
      if case .damaged = error { newName = try? change.setAside(name) }
      throw error.storeError(id, setAsideAs: newName, accepted: Record.versions)
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
