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
/// and holds what we write. Beside the records there are `.sandglass.lock` and, for a moment, `.sandglass.draft`. A file of
/// another's with such a name has the call refused.
///
/// **On a phone** the folder and its files get the protection class "complete until first user
/// authentication": they can be read and written while the device is locked, from the first unlocking
/// after a boot on, even where the app's default is stricter. Keep the folder in the app's own
/// container if you can. In an app group's folder the system kills a process that it suspends with a
/// lock on a file; so each change there is an expiring activity, which holds the suspension off, and no lock is held
/// between changes. The article <doc:KeepingCountdowns> has more.
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
    try changeLocked(record.id) { (_: CountdownRecord?) in .save(record) }
  }

  /// Reads the record of an id, and changes nothing: one small file is read, and no lock is taken.
  ///
  /// - Returns: The record; nil if there is none.
  /// - Throws: ``CountdownStoreError``: `damaged` for a record that stays where it is; `foreign`, `newer`,
  ///   `unavailable`, `invalidID`.
  public func look(at id: String) throws(CountdownStoreError) -> CountdownRecord? {
    try stored(id)
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
      return try intactRecord(id, named: RecordName(id: id, of: CountdownRecord.kind), change)
    }
  }

  /// Removes the record of an id; does nothing if there is none.
  ///
  /// - Throws: ``CountdownStoreError``: `damaged` for a record that has been set aside instead;
  ///   `notSaved` where the system refuses, and the record is intact; `foreign`, `newer` or
  ///   `unavailable` for what is left alone; `invalidID`.
  public func remove(_ id: String) throws(CountdownStoreError) {
    try change(id) { $0 == nil ? .none : .remove }
  }

  /// Reads the record of an id, and changes it as `decide` says, as one step that no other process comes between.
  ///
  /// Waits while another thread or process changes a record in the folder, at most ten seconds; but for a look that
  /// decides on no change.
  ///
  /// - Throws: ``CountdownStoreError``, as from `save(_:)` and `remove(_:)`; `damaged` for a record that has been
  ///   set aside and that nothing was saved in place of.
  public func change(
    _ id: String, _ decide: (CountdownRecord?) -> RecordChange
  ) throws(CountdownStoreError) {
    // A record that is replaced as a whole can be looked at without the right to change it.
    do throws(CountdownStoreError) {
      if case .none = decide(try look(at: id)) { return }
    } catch {
      // What is damaged is set aside, for which the right is needed.
      guard case .damaged = error.kind else { throw error }
    }
    try changeLocked(id) { (current: CountdownRecord?) in StoredChange(decide(current)) }
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

// MARK: - Parts

extension FileCountdownStore {
  /// The record of an id; nil if there is none. This changes nothing and takes no lock.
  func stored<Record: StoredRecord>(_ id: String) throws(CountdownStoreError) -> Record? {
    let name = try RecordName(id: id, of: Record.kind)
    guard let folder = try openFolder(for: id) else { return nil }
    do throws(RecordFault) {
      return try folder.record(id, named: name)
    } catch {
      throw error.storeError(id, accepted: Record.versions)
    }
  }

  /// Reads the record of an id, and changes it, with the right to change the folder.
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
      // Once it is set aside, its place is free.
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
