#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import SandglassCore

/// Records over any interface of keys and values, such as that of `UserDefaults`.
///
/// ```swift
/// let store = KeyValueCountdownStore(
///   identity: "defaults", read: { defaults.data(forKey: $0) },
///   write: { key, value in defaults.set(value, forKey: key) },
///   keys: { Array(defaults.dictionaryRepresentation().keys) })
/// ```
///
/// A record is as durable as the values: `UserDefaults` writes them later, and a crash of the system may lose the
/// latest. What is damaged is kept under another key before it is replaced.
public struct KeyValueCountdownStore: CountdownStore {
  /// What tells the values from those of other such stores.
  public let identity: String
  private let read: @Sendable (String) -> Data?
  private let write: @Sendable (String, Data?) -> Void
  private let keys: @Sendable () -> [String]

  /// Makes a store over an interface of keys and values, whose calls may come from any thread.
  ///
  /// - Parameters:
  ///   - identity: What tells the values from those of other such stores: the name of a suite.
  ///   - read: The value of a key; nil if there is none.
  ///   - write: Sets the value of a key, or removes it.
  ///   - keys: All keys; those of others are passed over. Ours begin with "sandglass ".
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

  /// Writes a record in place of an earlier one of the same id.
  ///
  /// - Throws: ``CountdownStoreError``: `foreign` or `newer` for what is there and is left alone; `invalidID`.
  public func save(_ record: CountdownRecord) throws(CountdownStoreError) {
    try put(record)
  }

  /// Reads the record of an id; nil if there is none.
  ///
  /// - Throws: ``CountdownStoreError``: `damaged`, `foreign`, `newer` or `invalidID`.
  public func record(_ id: String) throws(CountdownStoreError) -> CountdownRecord? {
    try stored(id)
  }

  /// Removes the record of an id; does nothing if there is none.
  ///
  /// - Throws: ``CountdownStoreError``: `foreign` or `newer` for what is there and is left alone; `invalidID`.
  public func remove(_ id: String) throws(CountdownStoreError) {
    try clear(id, of: CountdownRecord.self)
  }

  /// The ids of all records, sorted by their bytes.
  public func ids() -> [String] {
    keys().filter { $0.hasPrefix(Self.prefix) }
      .compactMap { RecordName.id(ofRecord: String($0.dropFirst(Self.prefix.count))) }
      .map(RecordID.init).sorted().map(\.text)
  }
}

extension KeyValueCountdownStore: StopwatchStore {
  /// Writes a stopwatch's record in place of an earlier one of the same id.
  ///
  /// - Throws: ``CountdownStoreError``: `foreign` or `newer` for what is there and is left alone; `invalidID`.
  public func save(_ stopwatch: StopwatchRecord) throws(CountdownStoreError) {
    try put(stopwatch)
  }

  /// Reads the stopwatch's record of an id; nil if there is none.
  ///
  /// - Throws: ``CountdownStoreError``: `damaged`, `foreign`, `newer` or `invalidID`.
  public func stopwatch(_ id: String) throws(CountdownStoreError) -> StopwatchRecord? {
    try stored(id)
  }

  /// Removes the stopwatch's record of an id; does nothing if there is none.
  ///
  /// - Throws: ``CountdownStoreError``: `foreign` or `newer` for what is there and is left alone; `invalidID`.
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
      throw CountdownStoreError(.foreign(reason: "it is that of \(record.id.shown)"), id: id)
    }
    return record
  }

  private func clear<Record: StoredRecord>(
    _ id: String, of type: Record.Type
  ) throws(CountdownStoreError) {
    try makeFree(id, of: type)
    write(try Self.key(id, of: Record.kind), nil)
  }

  /// Sets aside what is damaged, and throws what has to be left alone.
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

  /// A key of ASCII, by which ids that differ in a byte differ too.
  private static func key(
    _ id: String, of kind: RecordName.Kind
  ) throws(CountdownStoreError) -> String {
    prefix + (try RecordName(id: id, of: kind).record)
  }
}
