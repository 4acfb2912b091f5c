import Sandglass
import SandglassCore
import SandglassLedger

/// An update of records in a folder: what becomes of each, and why some of them are not changed.
///
/// Records are replaced as a whole, so they can be read without the folder's lock. The changes are chosen and encoded
/// before the lock is taken, and a record whose change is `none` does not need the lock. While the lock is held, the
/// other files are read again. A change is chosen again only if its file has been changed since.
struct RecordUpdate<Record: StoredRecord> {
  typealias Change = (_ id: String, Record?) -> StoredChange<Record>

  /// What becomes of one record.
  private struct Entry {
    let id: String
    let name: RecordName

    /// The folder in which the record was last seen, also by this update; nil if it was not.
    var lastFolder: FolderIdentity?

    /// Whether the change has been chosen.
    var isChosen = false

    /// The file's bytes for which the change was chosen; nil if there was no file.
    var bytes: [UInt8]?

    /// The change to the file; nil for none.
    var change: FolderChange.FileChange?

    /// The error to report in spite of the change: of a damaged record, or of a change that may not be durable.
    var error: CountdownStoreError?

    /// Whether the folder has to be changed, or the change cannot be chosen without the lock.
    var isPending: Bool { change != nil || !isChosen }
  }

  private typealias Result = Swift.Result<Entry, CountdownStoreError>

  private let folder: String
  private let decoded: DecodedRecords<Record>
  private let onDamage: (@Sendable (CountdownStoreError) -> Void)?
  private var results: [Result]

  /// The folder in which each record was last seen, also by this update; nil for a record that is not there.
  private(set) var lastFolders: [FolderIdentity?]

  /// Creates an update of records with distinct ids, in the folder with the given path.
  init(
    of ids: [String], inFolder folder: String, lastIn lastFolders: [FolderIdentity?],
    _ decoded: DecodedRecords<Record>, onDamage: (@Sendable (CountdownStoreError) -> Void)?
  ) {
    self.lastFolders = lastFolders
    self.folder = folder
    self.decoded = decoded
    self.onDamage = onDamage
    results = zip(ids, lastFolders).map { id, lastFolder in
      Result { () throws(CountdownStoreError) in
        Entry(id: id, name: try RecordName(id: id, of: Record.kind), lastFolder: lastFolder)
      }
    }
  }

  /// Chooses and makes the changes. Creates the folder if there is something to save.
  ///
  /// - Returns: An entry for each id, in the same order; nil if its change has been made.
  mutating func make(_ change: Change) -> [CountdownStoreError?] {
    chooseWithoutLock(change)
    do throws(FileError) {
      try changeFolder(change)
    } catch {
      forEachPending { entry in
        // The change of a damaged record that cannot be set aside is never chosen.
        .failure((entry.isChosen ? nil : entry.error) ?? Self.notSaved(entry.id, error))
      }
    }
    return results.indices.map { index in
      switch results[index] {
      case .success(let entry):
        lastFolders[index] = entry.lastFolder
        return entry.error
      case .failure(let error): return error
      }
    }
  }

  private mutating func chooseWithoutLock(_ change: Change) {
    do throws(FileError) {
      let files = try RecordFolder(folder)
      let decoded = decoded
      forEachPending { entry in Self.chosenWithoutLock(entry, change, files, decoded) }
    } catch {
      forEachPending { entry in
        let isNew = error.isMissing && entry.lastFolder == nil
        if isNew { return Self.chosen(entry, nil, for: nil, change) }
        return .failure(
          CountdownStoreError(
            .unavailable, id: entry.id, underlying: error.isMissing ? .folderMissing : error))
      }
    }
  }

  private static func chosenWithoutLock(
    _ entry: Entry, _ change: Change, _ files: borrowing RecordFolder,
    _ decoded: DecodedRecords<Record>
  ) -> Result {
    var entry = entry
    do throws(RecordFault) {
      let bytes = try files.contents(of: entry.name.record, lastIn: entry.lastFolder)
      entry.lastFolder = bytes == nil ? nil : files.identity
      return chosen(entry, try decoded.record(entry.id, from: bytes), for: bytes, change)
    } catch {
      let storeError = error.storeError(entry.id, accepted: Record.envelope.versions)
      guard case .damaged = error else { return .failure(storeError) }
      // Setting a damaged record aside requires the lock.
      entry.error = storeError
      return .success(entry)
    }
  }

  /// Makes the changes while holding the folder's lock.
  private mutating func changeFolder(_ change: Change) throws(FileError) {
    guard results.contains(where: { (try? $0.get())?.isPending == true }) else { return }
    // A folder that has only been moved away must find its path free when it comes back.
    let isNew = results.contains { result in
      if let entry = try? result.get() { entry.isPending && entry.lastFolder == nil } else { false }
    }
    var changing = try FolderChange(
      in: isNew ? RecordFolder(making: folder) : RecordFolder(folder))
    let decoded = decoded
    let lastFolder = changing.folder.identity
    forEachPending { entry in Self.chosenWithLock(entry, change, &changing, decoded) }
    let onDamage = onDamage
    var changes: [(name: String, change: FolderChange.FileChange)] = []
    forEachPending { entry in
      if case .replace? = entry.change, let damage = entry.error { onDamage?(damage) }
      if let change = entry.change { changes.append((entry.name.record, change)) }
      return .success(entry)
    }
    var failures = changing.make(changes)[...]
    forEachPending { entry in
      let failure = failures.removeFirst()
      if let failure, !failure.isVisible { return .failure(Self.notSaved(entry.id, failure.error)) }
      var entry = entry
      switch entry.change {
      case .replace?:
        entry.lastFolder = lastFolder
        // The record has been saved in spite of the damage, which was reported to the handler.
        entry.error = nil
      case .remove?: entry.lastFolder = nil
      case nil: break
      }
      if let failure {
        entry.error = CountdownStoreError(.notDurable, id: entry.id, underlying: failure.error)
      }
      return .success(entry)
    }
  }

  private static func chosenWithLock(
    _ entry: Entry, _ change: Change, _ changing: inout FolderChange,
    _ decoded: DecodedRecords<Record>
  ) -> Result {
    var entry = entry
    entry.error = nil
    do throws(RecordFault) {
      let bytes = try changing.folder.contents(of: entry.name.record, lastIn: entry.lastFolder)
      // The file has not been changed in the meantime.
      if entry.isChosen, entry.bytes == bytes { return .success(entry) }
      entry.lastFolder = bytes == nil ? nil : changing.folder.identity
      return chosen(entry, try decoded.record(entry.id, from: bytes), for: bytes, change)
    } catch {
      var newName: String?
      if case .damaged = error { newName = try? changing.setAside(entry.name) }
      let storeError = error.storeError(
        entry.id, setAsideAs: newName, accepted: Record.envelope.versions)
      guard newName != nil else { return .failure(storeError) }
      entry.error = storeError
      return chosen(entry, nil, for: nil, change)
    }
  }

  /// Chooses the change for a record, and encodes the new one.
  private static func chosen(
    _ entry: Entry, _ record: Record?, for bytes: [UInt8]?, _ change: Change
  ) -> Result {
    var entry = entry
    (entry.isChosen, entry.bytes, entry.change) = (true, bytes, nil)
    switch change(entry.id, record) {
    case .none: break
    case .remove: if record != nil { entry.change = .remove }
    case .save(let record):
      do throws(FileError) {
        entry.change = .replace(try record.bytes())
      } catch {
        return .failure(notSaved(entry.id, error))
      }
    }
    return .success(entry)
  }

  private static func notSaved(_ id: String, _ error: FileError) -> CountdownStoreError {
    CountdownStoreError(.notSaved, id: id, underlying: error)
  }

  /// Replaces the results that are pending, in the order of the ids.
  private mutating func forEachPending(_ body: (Entry) -> Result) {
    for index in results.indices {
      guard case .success(let entry) = results[index], entry.isPending else { continue }
      results[index] = body(entry)
    }
  }
}
