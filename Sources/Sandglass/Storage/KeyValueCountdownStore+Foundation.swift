#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import SandglassCore

/// A store that saves records in any key-value store, such as `UserDefaults`.
///
/// ```swift
/// let store = KeyValueCountdownStore(
///   identity: "defaults", read: { defaults.data(forKey: $0) },
///   write: { key, value in defaults.set(value, forKey: key) },
///   keys: { Array(defaults.dictionaryRepresentation().keys) })
/// ```
///
/// A record is as durable as the underlying values. `UserDefaults` writes its values to disk later, so the latest
/// records may be lost if the system crashes. A damaged record is saved under a different key before it is replaced.
public struct KeyValueCountdownStore: CountdownStore {
  /// The identity of the key-value store, which distinguishes it from other stores of the same kind.
  public let identity: String
  private let read: @Sendable (String) -> Data?
  private let write: @Sendable (String, Data?) -> Void
  private let keys: @Sendable () -> [String]

  /// Creates a store on top of a key-value store. The closures may be called on any thread.
  ///
  /// - Parameters:
  ///   - identity: The identity of the key-value store, such as the name of a suite. It distinguishes the key-value
  ///     store from others.
  ///   - read: The closure that returns the value for a key; nil if there is none.
  ///   - write: The closure that sets the value for a key, or removes it if the value is nil.
  ///   - keys: The closure that returns all keys. Keys that do not begin with "sandglass " are ignored.
  public init(
    identity: String,
    read: @escaping @Sendable (_ key: String) -> Data?,
    write: @escaping @Sendable (_ key: String, _ value: Data?) -> Void,
    keys: @escaping @Sendable () -> [String]
  ) {
    self.identity = identity
    self.read = read
    self.write = write
    self.keys = keys
  }

  /// Writes a record, replacing an earlier one with the same id.
  ///
  /// - Throws: ``CountdownStoreError``: `foreign` or `newer` for a value that is not changed; `invalidID`.
  public func save(_ record: CountdownRecord) throws(CountdownStoreError) {
    try put(record)
  }

  /// Reads the record with the given id; nil if there is none.
  ///
  /// - Throws: ``CountdownStoreError``: `damaged`, `foreign`, `newer` or `invalidID`.
  public func record(_ id: String) throws(CountdownStoreError) -> CountdownRecord? {
    try stored(id)
  }

  /// Removes the record with the given id. Does nothing if there is none.
  ///
  /// - Throws: ``CountdownStoreError``: `foreign` or `newer` for a value that is not changed; `invalidID`.
  public func remove(_ id: String) throws(CountdownStoreError) {
    try clear(id, of: CountdownRecord.self)
  }

  /// The ids of all records, sorted by their UTF-8 bytes.
  public func ids() -> [String] {
    keys().filter { $0.hasPrefix(Self.prefix) }
      .compactMap { RecordName.id(ofRecord: String($0.dropFirst(Self.prefix.count))) }
      .map(RecordID.init).sorted().map(\.text)
  }
}

extension KeyValueCountdownStore: StopwatchStore {
  /// Writes a stopwatch record, replacing an earlier one with the same id.
  ///
  /// - Throws: ``CountdownStoreError``: `foreign` or `newer` for a value that is not changed; `invalidID`.
  public func save(_ stopwatch: StopwatchRecord) throws(CountdownStoreError) {
    try put(stopwatch)
  }

  /// Reads the stopwatch record with the given id; nil if there is none.
  ///
  /// - Throws: ``CountdownStoreError``: `damaged`, `foreign`, `newer` or `invalidID`.
  public func stopwatch(_ id: String) throws(CountdownStoreError) -> StopwatchRecord? {
    try stored(id)
  }

  /// Removes the stopwatch record with the given id. Does nothing if there is none.
  ///
  /// - Throws: ``CountdownStoreError``: `foreign` or `newer` for a value that is not changed; `invalidID`.
  public func removeStopwatch(_ id: String) throws(CountdownStoreError) {
    try clear(id, of: StopwatchRecord.self)
  }
}

// MARK: - Parts

extension KeyValueCountdownStore {
  private func put<Record: StoredRecord>(_ record: Record) throws(CountdownStoreError) {
    try makeFree(record.id, of: Record.self)
    do {
      write(try Self.key(record.id, of: Record.kind), try JSONEncoder().encode(record))
    } catch {
      throw CountdownStoreError(.notSaved, id: record.id, underlying: error)
    }
  }

  private func stored<Record: StoredRecord>(_ id: String) throws(CountdownStoreError) -> Record? {
    guard let value = read(try Self.key(id, of: Record.kind)) else { return nil }
    let record: Record
    do {
      record = try JSONDecoder().decode(Record.self, from: value)
    } catch {
      throw CountdownStoreError(decoding: error, id: id)
    }
    guard RecordID(record.id) == RecordID(id) else {
      throw CountdownStoreError(.foreign(reason: "it has the id \(record.id.shown)"), id: id)
    }
    return record
  }

  private func clear<Record: StoredRecord>(
    _ id: String, of type: Record.Type
  ) throws(CountdownStoreError) {
    try makeFree(id, of: type)
    write(try Self.key(id, of: Record.kind), nil)
  }

  /// Sets a damaged value aside. Throws if the value must not be changed.
  private func makeFree<Record: StoredRecord>(
    _ id: String, of type: Record.Type
  ) throws(CountdownStoreError) {
    do throws(CountdownStoreError) {
      _ = try stored(id) as Record?
    } catch {
      guard case .damaged = error.kind else { throw error }
      let key = try Self.key(id, of: Record.kind)
      guard let value = read(key) else { return }
      var number = 1
      while read("\(key) damaged \(number)") != nil { number += 1 }
      write("\(key) damaged \(number)", value)
    }
  }

  private static let prefix = "sandglass "

  /// Returns the key for an id, in ASCII. Ids that differ in any byte have different keys.
  private static func key(
    _ id: String, of kind: RecordName.Kind
  ) throws(CountdownStoreError) -> String {
    prefix + (try RecordName(id: id, of: kind).record)
  }
}
