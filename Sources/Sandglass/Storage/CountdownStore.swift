public import SandglassCore

/// A store of countdown records, each under its id.
///
/// A record is replaced as a whole or not at all. Every method may be called from any thread.
public protocol CountdownStore: Sendable {
  /// The location of the records, such as a path or the name of a suite. It distinguishes this store from other stores
  /// of its type.
  ///
  /// Two stores of one type with equal identities have the same records. For a class, the default identity is that of
  /// the object. Reading the identity must not wait.
  var identity: String { get }

  /// Writes a record, replacing an earlier one with the same id.
  ///
  /// When this returns, the record outlives the process and the system. When it throws, the earlier record is intact.
  func save(_ record: CountdownRecord) throws(CountdownStoreError)

  /// Reads the record with the given id; nil if there is none. This may wait, and may set a damaged record aside.
  func record(_ id: String) throws(CountdownStoreError) -> CountdownRecord?

  /// Reads the record with the given id, without changing anything or waiting for other processes; nil if there is
  /// none.
  ///
  /// Creating a kept countdown calls this method, also on the main thread. The default implementation calls
  /// ``record(_:)``.
  func look(at id: String) throws(CountdownStoreError) -> CountdownRecord?

  /// Removes the record with the given id. Does nothing if there is none.
  func remove(_ id: String) throws(CountdownStoreError)

  /// Reads the record with the given id, and changes it according to `decide`, atomically.
  ///
  /// Processes use this to agree on which of them runs a countdown and reports its end. The default implementation
  /// reads first and then changes, which is correct only for a store that one process uses at a time.
  ///
  /// - Parameters:
  ///   - id: The id of the record.
  ///   - decide: Called with the record, or with nil if there is none or it was damaged. Returns the change to make. It
  ///     may be called more than once, and the last call counts. It must not call the store.
  /// - Throws: The errors of reading and saving.
  func change(
    _ id: String, _ decide: (CountdownRecord?) -> RecordChange
  ) throws(CountdownStoreError)

  /// The ids of all records, sorted.
  func ids() throws(CountdownStoreError) -> [String]
}

/// The change to make to a record.
public enum RecordChange: Sendable {
  /// The record is not changed.
  case none

  /// This record is written in its place.
  case save(CountdownRecord)

  /// The record is removed.
  case remove
}

extension CountdownStore {
  /// Reads the record, and then saves or removes it.
  public func change(
    _ id: String, _ decide: (CountdownRecord?) -> RecordChange
  ) throws(CountdownStoreError) {
    var current: CountdownRecord?
    var damage: CountdownStoreError?
    do throws(CountdownStoreError) {
      current = try record(id)
    } catch {
      // A damaged record that was set aside no longer stands in the way. One that is still in its place makes the save
      // fail.
      guard case .damaged = error.kind else { throw error }
      damage = error
    }
    switch decide(current) {
    case .save(let record): try save(record)
    case .remove where damage == nil: try remove(id)
    case .remove, .none: if let damage { throw damage }
    }
  }

  /// Calls ``record(_:)``.
  public func look(at id: String) throws(CountdownStoreError) -> CountdownRecord? {
    try record(id)
  }
}

extension CountdownStore where Self: AnyObject {
  /// The identity of the object.
  public var identity: String { "\(UInt(bitPattern: ObjectIdentifier(self)))" }
}
