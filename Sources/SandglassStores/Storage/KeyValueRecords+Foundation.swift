import Sandglass
import SandglassLedger
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SandglassCore

/// The records in a key-value store. See ``KeyValueCountdownStore``.
final class KeyValueRecords: CountdownRecordStore {
  let identity: String
  private let value: @Sendable (String) -> Data?
  private let write: @Sendable (String, Data?) -> Void
  private let keys: @Sendable () -> [String]

  /// The right to change values, which one thread at a time has.
  private let turn = Locked(())

  init(
    identity: String, read: @escaping @Sendable (String) -> Data?,
    write: @escaping @Sendable (String, Data?) -> Void, keys: @escaping @Sendable () -> [String]
  ) {
    self.identity = identity
    value = read
    self.write = write
    self.keys = keys
  }

  /// Reads the record with the given id; nil if there is none.
  ///
  /// - Throws: ``CountdownStoreError``: `damaged`, `foreign`, `newer` or `invalidID`.
  func read(_ id: String) throws(CountdownStoreError) -> CountdownRecord? {
    try stored(id)
  }

  /// Reads and changes records, one after the other.
  ///
  /// A key-value store cannot read and change a value atomically. The threads that use this store wait for each other,
  /// but only one process at a time may change the records.
  ///
  /// - Returns: An entry for each id; nil if its change has been made. The errors are `foreign` or `newer` for a value
  ///   that is not changed; `damaged` for a value that has been set aside and not replaced; `notSaved`; `invalidID`.
  func update(
    _ ids: [String], _ change: (_ id: String, _ record: CountdownRecord?) -> RecordChange
  ) -> [CountdownStoreError?] {
    ids.map { id in error(of: id) { change(id, $0) } }
  }

  /// The ids of all records, sorted by their UTF-8 bytes.
  func ids() -> [String] {
    keys().filter { $0.hasPrefix(Self.prefix) }
      .compactMap { RecordName.id(ofRecord: String($0.dropFirst(Self.prefix.count))) }
      .map(RecordID.init).sorted().map(\.text)
  }
}

extension KeyValueRecords: StopwatchRecordStore {
  /// Reads the stopwatch record with the given id; nil if there is none.
  ///
  /// - Throws: ``CountdownStoreError``: `damaged`, `foreign`, `newer` or `invalidID`.
  func readStopwatch(_ id: String) throws(CountdownStoreError) -> StopwatchRecord? {
    try stored(id)
  }

  /// Reads and changes stopwatch records, one after the other, in the same way as countdown records.
  func updateStopwatches(
    _ ids: [String], _ change: (_ id: String, _ stopwatch: StopwatchRecord?) -> StopwatchChange
  ) -> [CountdownStoreError?] {
    ids.map { id in error(of: id) { change(id, $0) } }
  }
}

// MARK: - Parts

extension KeyValueRecords {
  /// Reads a record and changes it. Returns the error, or nil.
  private func error<Record: StoredRecord>(
    of id: String, _ change: (Record?) -> StoredChange<Record>
  ) -> CountdownStoreError? {
    do throws(CountdownStoreError) {
      try turn.withLock { _ throws(CountdownStoreError) in try update(id, change) }
      return nil
    } catch {
      return error
    }
  }

  private func update<Record: StoredRecord>(
    _ id: String, _ change: (Record?) -> StoredChange<Record>
  ) throws(CountdownStoreError) {
    let key = try Self.key(id, of: Record.kind)
    var record: Record?
    var damage: CountdownStoreError?
    do throws(CountdownStoreError) {
      record = try stored(id)
    } catch {
      guard case .damaged(let reason, _) = error.kind else { throw error }
      let newKey = setAside(key)
      damage = CountdownStoreError(
        .damaged(reason: reason, setAsideAs: newKey), id: id, underlying: error.underlying)
    }
    switch change(record) {
    case .save(let record):
      do {
        write(key, try JSONEncoder().encode(record))
      } catch {
        throw CountdownStoreError(.notSaved, id: id, underlying: error)
      }
    case .remove where record != nil: write(key, nil)
    case .remove, .none: if let damage { throw damage }
    }
  }

  /// Moves a damaged value to an unused key, and returns that key.
  private func setAside(_ key: String) -> String {
    var number = 1
    while value("\(key) damaged \(number)") != nil { number += 1 }
    write("\(key) damaged \(number)", value(key))
    write(key, nil)
    return "\(key) damaged \(number)"
  }

  private func stored<Record: StoredRecord>(_ id: String) throws(CountdownStoreError) -> Record? {
    guard let value = value(try Self.key(id, of: Record.kind)) else { return nil }
    let record: Record
    do {
      record = try JSONDecoder().decode(Record.self, from: value)
    } catch {
      throw CountdownStoreError(decoding: error, id: id)
    }
    guard RecordID(record.id) == RecordID(id) else {
      throw CountdownStoreError(.foreign(reason: "it has the id \(record.id.quoted)"), id: id)
    }
    return record
  }

  private static let prefix = "sandglass "

  /// Returns the key for an id, in ASCII. Ids that differ in any byte have different keys.
  private static func key(
    _ id: String, of kind: RecordName.Kind
  ) throws(CountdownStoreError) -> String {
    prefix + (try RecordName(id: id, of: kind).record)
  }
}
