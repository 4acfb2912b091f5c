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
/// renamed. The file and the folder are synchronised to disk before `save` returns, or before `update` returns, once
/// for all of its records. After a crash at any time, either the earlier record or the new one is in the folder.
///
/// **Damage** is detected, because each record ends with a checksum. A record that was only partly written or was
/// changed, even by hand, is renamed to `<name>.damaged-1.json`, or to the next number that is not in use, when it is
/// updated. The update of such a record reports the damage to the handler if it saves a new record, and otherwise as an
/// error. Reading it throws an error, and changes nothing. Three kinds of files are not changed, and cannot be replaced
/// by a save: records from a later version of the library, files that are not records, and files that cannot be read at
/// the moment.
///
/// **Other files** are neither changed nor removed. Apart from the records, the store's own files are `.sandglass.lock`
/// and, for a short time, `.sandglass.draft`, `.sandglass.draft-1` and so on. All of the store's files are regular files
/// that belong to the same user, have one name, and contain only data that the store has written. If any other file has
/// the name of a record or of the lock, the call fails. If it has the name of a draft, another name is used.
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
  /// The path of the folder, as it was given.
  public let folder: String

  /// The canonical path of the folder: absolute, and without links. All paths of the folder have the same one.
  ///
  /// Links are resolved when the store is created. The part of the path that does not exist by then stays as it is.
  public let identity: String

  private let onDamage: (@Sendable (CountdownStoreError) -> Void)?
  private let countdowns = DecodedRecords<CountdownRecord>()
  let stopwatches = DecodedRecords<StopwatchRecord>()

  /// Creates a store in a folder, which need not exist yet. This resolves the links in its path, and reads no file.
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
    identity = FileCalls.canonicalPath(folder)
    self.onDamage = onDamage
  }

  /// Reads the record with the given id without changing anything. This reads one small file, and does not take a lock.
  ///
  /// - Returns: The record; nil if there is none.
  /// - Throws: ``CountdownStoreError``: `damaged` for a record that stays where it is; `foreign`, `newer`,
  ///   `unavailable`, `invalidID`.
  public func read(_ id: String) throws(CountdownStoreError) -> CountdownRecord? {
    try stored(id, countdowns)
  }

  /// Reads and changes records, each atomically across all processes.
  ///
  /// All changes are synchronised to disk together. On Linux, a thousand records take little longer than one. If no
  /// record is to be changed, this does not take the lock. Otherwise it waits at most ten seconds while another thread
  /// or process is changing records in the folder.
  ///
  /// - Returns: An entry for each id; nil if its change has been made and is on disk. The errors are `notSaved` if the
  ///   system cannot write or remove the record; `notDurable`; `foreign`, `newer` or `unavailable` for a file that is
  ///   not changed; `damaged` for a record that has been set aside and not replaced, or that cannot be set aside;
  ///   `invalidID`.
  public func update(
    _ ids: [String], _ change: (_ id: String, _ record: CountdownRecord?) -> RecordChange
  ) -> [CountdownStoreError?] {
    updateRecords(ids, countdowns, change)
  }

  /// The ids of all records, sorted by their UTF-8 bytes. The records are not read, so some may be unreadable.
  ///
  /// - Throws: ``CountdownStoreError``: `unavailable` if the folder cannot be read.
  public func ids() throws(CountdownStoreError) -> [String] {
    try ids(of: .countdown)
  }

  /// Calls `changed` soon after records in the folder may have been changed by any process. This does not poll.
  ///
  /// The folder need not exist yet, and may be removed and created again. On Linux, `changed` is called with the ids of
  /// the records. It is called with nil after the folder was created or removed, and always on Apple platforms.
  ///
  /// - Parameter changed: The closure to call, on a queue of the watch.
  /// - Returns: The object that keeps the watch alive; nil if the system refuses, for example because the process has
  ///   no file descriptors left.
  public func watch(
    _ changed: @escaping @Sendable (_ ids: [String]?) -> Void
  ) -> (any StoreWatch)? {
    watch(.countdown, changed)
  }
}

extension FolderWatch: StoreWatch {}

// MARK: - Parts

extension FileCountdownStore {
  /// Returns the record with the given id; nil if there is none. This does not change anything or take a lock.
  func stored<Record: StoredRecord>(
    _ id: String, _ decoded: DecodedRecords<Record>
  ) throws(CountdownStoreError) -> Record? {
    let name = try RecordName(id: id, of: Record.kind)
    guard let folder = try openFolder(for: id) else { return nil }
    do throws(RecordFault) {
      return try decoded.record(id, from: folder.contents(of: name.record))
    } catch {
      throw error.storeError(id, accepted: Record.envelope.versions)
    }
  }

  /// Reads and changes records.
  func updateRecords<Record: StoredRecord>(
    _ ids: [String], _ decoded: DecodedRecords<Record>, _ change: RecordUpdate<Record>.Change
  ) -> [CountdownStoreError?] {
    // An id that is listed twice is changed twice.
    guard ids.count == 1 || Set(ids.map(RecordID.init)).count == ids.count else {
      return ids.flatMap { updateRecords([$0], decoded, change) }
    }
    var update = RecordUpdate(of: ids, inFolder: identity, decoded, onDamage: onDamage)
    return update.make(change)
  }

  /// Calls `changed` soon after records of one kind may have been changed.
  func watch(
    _ kind: RecordName.Kind, _ changed: @escaping @Sendable ([String]?) -> Void
  ) -> (any StoreWatch)? {
    FolderWatch(of: identity) { names in
      guard let names else { return changed(nil) }
      let ids = names.compactMap { RecordName.id(ofRecord: $0, of: kind) }
      if !ids.isEmpty { changed(ids) }
    }
  }

  /// The ids of all records of one kind, sorted by their UTF-8 bytes.
  func ids(of kind: RecordName.Kind) throws(CountdownStoreError) -> [String] {
    guard let folder = try openFolder(for: nil) else { return [] }
    do {
      return try FileCalls.names(in: folder.number)
        .compactMap { RecordName.id(ofRecord: $0, of: kind) }
        .map(RecordID.init).sorted().map(\.text)
    } catch {
      throw CountdownStoreError(.unavailable, id: nil, underlying: error)
    }
  }

  /// Opens the folder; nil if it does not exist.
  private func openFolder(for id: String?) throws(CountdownStoreError) -> RecordFolder? {
    do throws(FileError) {
      return try RecordFolder(identity)
    } catch {
      if error.isMissing { return nil }
      throw CountdownStoreError(.unavailable, id: id, underlying: error)
    }
  }
}
