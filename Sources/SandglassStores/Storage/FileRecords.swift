import Sandglass
import SandglassCore
package import SandglassLedger

/// The records in a folder. See ``FileCountdownStore``.
package final class FileRecords: CountdownRecordStore {
  /// The path of the folder, as it was given.
  package let folder: String

  /// The canonical path of the folder: absolute, and without links. All paths of the folder have the same one.
  ///
  /// Links are resolved when the store is created. The part of the path that does not exist by then stays as it is.
  package let identity: String

  private let onDamage: (@Sendable (CountdownStoreError) -> Void)?
  private let countdowns = DecodedRecords<CountdownRecord>()
  private let stopwatches = DecodedRecords<StopwatchRecord>()

  package init(folder: String, onDamage: (@Sendable (CountdownStoreError) -> Void)? = nil) {
    self.folder = folder
    identity = FileCalls.canonicalPath(folder)
    self.onDamage = onDamage
  }

  /// Reads the record with the given id without changing anything. This reads one small file, and does not take a lock.
  ///
  /// - Returns: The record; nil if there is none.
  /// - Throws: ``CountdownStoreError``: `damaged` for a record that stays where it is; `foreign`, `newer`,
  ///   `unavailable`, `invalidID`.
  package func read(_ id: String) throws(CountdownStoreError) -> CountdownRecord? {
    var lastFolder: FolderIdentity?
    return try read(id, lastIn: &lastFolder)
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
  package func update(
    _ ids: [String], _ change: (_ id: String, _ record: CountdownRecord?) -> RecordChange
  ) -> [CountdownStoreError?] {
    var lastFolders = [FolderIdentity?](repeating: nil, count: ids.count)
    return update(ids, lastIn: &lastFolders, change)
  }

  /// The ids of all records, sorted by their UTF-8 bytes. The records are not read, so some may be unreadable.
  ///
  /// - Throws: ``CountdownStoreError``: `unavailable` if the folder cannot be read.
  package func ids() throws(CountdownStoreError) -> [String] {
    try ids(of: .countdown)
  }

  /// The damaged records that were set aside: the ids that they had, and the names of their files, sorted by name.
  ///
  /// - Throws: ``CountdownStoreError``: `unavailable` if the folder cannot be read.
  package func namesSetAside() throws(CountdownStoreError) -> [(id: String, name: String)] {
    try names().sorted().compactMap { name in RecordName.id(setAsideAs: name).map { ($0, name) } }
  }

  /// Calls `changed` soon after records in the folder may have been changed by any process. This does not poll.
  ///
  /// The folder need not exist yet, and may be removed and created again. On Linux, `changed` is called with the ids of
  /// the records. It is called with nil after the folder was created or removed, and always on Apple platforms.
  ///
  /// - Parameter changed: The closure to call, on a queue of the watch.
  /// - Returns: The object that keeps the watch alive; nil if the system refuses, for example because the process has
  ///   no file descriptors left.
  package func watch(
    _ changed: @escaping @Sendable (_ ids: [String]?) -> Void
  ) -> (any StoreWatch)? {
    watch(.countdown, changed)
  }
}

// MARK: - Stopwatches

// Stopwatch records are in the same folder as countdown records, as `<name>.stopwatch.json`. `ids()` does not list
// them.

extension FileRecords: StopwatchRecordStore {
  /// Reads the stopwatch record with the given id without changing anything. This reads one small file, and does not
  /// take a lock.
  ///
  /// - Returns: The record; nil if there is none.
  /// - Throws: ``CountdownStoreError``: `damaged` for a record that stays where it is; `foreign`, `newer`,
  ///   `unavailable`, `invalidID`.
  package func readStopwatch(_ id: String) throws(CountdownStoreError) -> StopwatchRecord? {
    var lastFolder: FolderIdentity?
    return try readStopwatch(id, lastIn: &lastFolder)
  }

  /// The ids of all stopwatch records, sorted by their UTF-8 bytes. The records are not read.
  ///
  /// - Throws: ``CountdownStoreError``: `unavailable` if the folder cannot be read.
  package func stopwatchIDs() throws(CountdownStoreError) -> [String] { try ids(of: .stopwatch) }

  /// Reads and changes stopwatch records, each atomically across all processes, with the same guarantees and errors as
  /// for countdown records.
  package func updateStopwatches(
    _ ids: [String], _ change: (_ id: String, _ stopwatch: StopwatchRecord?) -> StopwatchChange
  ) -> [CountdownStoreError?] {
    var lastFolders = [FolderIdentity?](repeating: nil, count: ids.count)
    return updateStopwatches(ids, lastIn: &lastFolders, change)
  }

  /// Calls `changed` soon after stopwatch records in the folder may have been changed by any process. This does not
  /// poll.
  ///
  /// - Parameter changed: The closure to call, on a queue of the watch.
  /// - Returns: The object that keeps the watch alive; nil if the system refuses.
  package func watchStopwatches(
    _ changed: @escaping @Sendable (_ ids: [String]?) -> Void
  ) -> (any StoreWatch)? {
    watch(.stopwatch, changed)
  }
}

extension FolderWatch: StoreWatch {}

// MARK: - Records that were seen before

// If the folder in which a record was last seen is missing, or another one is in its place, the store does not answer:
// the error is `unavailable`, and nothing is created or changed.

extension FileRecords {
  func read(
    _ id: String, lastIn lastFolder: inout FolderIdentity?
  ) throws(CountdownStoreError) -> CountdownRecord? {
    try stored(id, countdowns, lastIn: &lastFolder)
  }

  func readStopwatch(
    _ id: String, lastIn lastFolder: inout FolderIdentity?
  ) throws(CountdownStoreError) -> StopwatchRecord? {
    try stored(id, stopwatches, lastIn: &lastFolder)
  }

  func update(
    _ ids: [String], lastIn lastFolders: inout [FolderIdentity?],
    _ change: (_ id: String, _ record: CountdownRecord?) -> RecordChange
  ) -> [CountdownStoreError?] {
    updateRecords(ids, countdowns, lastIn: &lastFolders, change)
  }

  func updateStopwatches(
    _ ids: [String], lastIn lastFolders: inout [FolderIdentity?],
    _ change: (_ id: String, _ stopwatch: StopwatchRecord?) -> StopwatchChange
  ) -> [CountdownStoreError?] {
    updateRecords(ids, stopwatches, lastIn: &lastFolders, change)
  }
}

// MARK: - Parts

extension FileRecords {
  /// Returns the record with the given id; nil if there is none. This does not change anything or take a lock.
  private func stored<Record: StoredRecord>(
    _ id: String, _ decoded: DecodedRecords<Record>, lastIn lastFolder: inout FolderIdentity?
  ) throws(CountdownStoreError) -> Record? {
    let name = try RecordName(id: id, of: Record.kind)
    guard let folder = try openFolder(for: id) else {
      guard lastFolder != nil else { return nil }
      throw CountdownStoreError(.unavailable, id: id, underlying: FileError.folderMissing)
    }
    do throws(RecordFault) {
      let bytes = try folder.contents(of: name.record, lastIn: lastFolder)
      lastFolder = bytes == nil ? nil : folder.identity
      return try decoded.record(id, from: bytes)
    } catch {
      throw error.storeError(id, accepted: Record.envelope.versions)
    }
  }

  /// Reads and changes records.
  private func updateRecords<Record: StoredRecord>(
    _ ids: [String], _ decoded: DecodedRecords<Record>, lastIn lastFolders: inout [FolderIdentity?],
    _ change: RecordUpdate<Record>.Change
  ) -> [CountdownStoreError?] {
    // An id that is listed twice is changed twice.
    guard ids.count == 1 || Set(ids.map(RecordID.init)).count == ids.count else {
      return ids.indices.flatMap { index in
        var lastFolder = [lastFolders[index]]
        defer { lastFolders[index] = lastFolder[0] }
        return updateRecords([ids[index]], decoded, lastIn: &lastFolder, change)
      }
    }
    var update = RecordUpdate(
      of: ids, inFolder: identity, lastIn: lastFolders, decoded, onDamage: onDamage)
    let errors = update.make(change)
    lastFolders = update.lastFolders
    return errors
  }

  /// Calls `changed` soon after records of one kind may have been changed.
  private func watch(
    _ kind: RecordName.Kind, _ changed: @escaping @Sendable ([String]?) -> Void
  ) -> (any StoreWatch)? {
    FolderWatch(of: identity) { names in
      guard let names else { return changed(nil) }
      let ids = names.compactMap { RecordName.id(ofRecord: $0, of: kind) }
      if !ids.isEmpty { changed(ids) }
    }
  }

  /// The ids of all records of one kind, sorted by their UTF-8 bytes.
  private func ids(of kind: RecordName.Kind) throws(CountdownStoreError) -> [String] {
    try names().compactMap { RecordName.id(ofRecord: $0, of: kind) }
      .map(RecordID.init).sorted().map(\.text)
  }

  /// The names of all files in the folder.
  private func names() throws(CountdownStoreError) -> [String] {
    guard let folder = try openFolder(for: nil) else { return [] }
    do {
      return try FileCalls.names(in: folder.number)
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
