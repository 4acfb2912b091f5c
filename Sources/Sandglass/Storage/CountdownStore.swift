public import SandglassCore

/// A store of countdown records, each of which is identified by its id.
///
/// A record is replaced as a whole or not at all. Every method can be called from any thread.
public protocol CountdownStore: Sendable {
  /// The location of the records, such as a path or the name of a suite. It distinguishes this store from other stores
  /// of the same type.
  ///
  /// Two stores of the same type with equal identities have the same records. For a class, the default identity is the
  /// identity of the object. Reading the identity must not block.
  var identity: String { get }

  /// Writes a record, replacing an earlier one with the same id.
  ///
  /// When this returns, the record survives a crash of the process or the system. When it throws, the earlier record is
  /// intact.
  func save(_ record: CountdownRecord) throws(CountdownStoreError)

  /// Reads the record with the given id; nil if there is none. This may block, and may set a damaged record aside.
  func record(_ id: String) throws(CountdownStoreError) -> CountdownRecord?

  /// Reads the record with the given id, without changing anything or waiting for other processes; nil if there is
  /// none.
  ///
  /// Creating a kept countdown calls this method, even on the main thread. The default implementation calls
  /// ``record(_:)``.
  func look(at id: String) throws(CountdownStoreError) -> CountdownRecord?

  /// Removes the record with the given id. Does nothing if there is none.
  func remove(_ id: String) throws(CountdownStoreError)

  /// Atomically reads the record with the given id and changes it according to `decide`.
  ///
  /// Processes use this to agree on which of them runs a countdown and reports its end. The default implementation
  /// first reads the record and then changes it. This is correct only for a store that is used by one process at a
  /// time.
  ///
  /// - Parameters:
  ///   - id: The id of the record.
  ///   - decide: The closure that returns the change to make. It is called with the record, or with nil if there is no
  ///     record or it was damaged. It may be called more than once, in which case the result of the last call is used.
  ///     It must not call the store.
  /// - Throws: The errors that reading and saving throw.
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

  /// The record is replaced with this one.
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
      // A damaged record that was set aside can be ignored. If it is still in its place, the save below fails.
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
