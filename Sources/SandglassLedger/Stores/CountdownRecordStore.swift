import SandglassCore

/// What reads and changes the records of countdowns, each of which is identified by its id.
///
/// Three methods are required: one reads a record, one changes records, and one lists their ids. Every method can be
/// called from any thread. The article StoresOfYourOwn of Sandglass contains an example.
public protocol CountdownRecordStore: Sendable {
  /// The location of the records, such as a path or the name of a suite. It distinguishes this store from other stores
  /// of the same type.
  ///
  /// Two stores of the same type with equal identities have the same records. For a class, the default identity is the
  /// identity of the object. Reading the identity must not block.
  var identity: String { get }

  /// Reads the record with the given id, without changing anything or waiting for other processes; `nil` if there is
  /// none.
  ///
  /// Creating a kept countdown calls this method, even on the main thread.
  func read(_ id: String) throws(CountdownStoreError) -> CountdownRecord?

  /// Reads and changes records. The change of each record is atomic across processes: the record is replaced or removed
  /// as a whole or not at all, and no other change is made between the reading and the writing.
  ///
  /// Processes use this to agree on the state of a countdown, and on which of them delivers its events. When this
  /// returns, the changes survive everything that the store promises to survive. Many changes in one call should cost
  /// little more than one, so a store waits for the disk once, and not for each record.
  ///
  /// A record that cannot be read at the moment, is from a later version of the library, or is foreign, is never passed
  /// to `change`. Its error is returned, and it stays as it is. A damaged record is set aside if the store can do that,
  /// and `change` is then called with `nil`. If nothing is saved in its place, its error is returned, which contains its
  /// new name. If the store cannot set it aside, the error is returned, and the record stays where it is.
  ///
  /// - Parameters:
  ///   - ids: The ids of the records. An id that is listed twice is changed twice.
  ///   - change: The closure that returns the change to make. It is called with the id and the record, or with `nil` if
  ///     there is no record. It may be called more than once for an id, in which case the last result counts. It must
  ///     not call the store. Removing a record that does not exist is no error.
  /// - Returns: An entry for each id, in the same order: `nil` if the change has been made, or the error. The failure of
  ///   one record does not affect the others. An error means that nothing of the record's change is visible, with one
  ///   exception: `notDurable` means that it is visible, but may not survive a crash of the system.
  func update(
    _ ids: [String], _ change: (_ id: String, _ record: CountdownRecord?) -> RecordChange
  ) -> [CountdownStoreError?]

  /// The ids of all records, readable or not, sorted by their UTF-8 bytes.
  func ids() throws(CountdownStoreError) -> [String]

  /// Calls `changed` soon after records may have been changed by any process, until the returned object is released.
  ///
  /// The default implementation returns `nil`.
  ///
  /// - Parameter changed: The closure to call, on any thread, with the ids of the records that may have been changed;
  ///   `nil` if they are unknown. An unnecessary call does no harm. A call may still be made soon after the object was
  ///   released.
  /// - Returns: The object that keeps the watch alive; `nil` if the store does not report changes.
  func watch(_ changed: @escaping @Sendable (_ ids: [String]?) -> Void) -> (any StoreWatch)?
}

extension CountdownRecordStore {
  /// Reads and changes one record. See ``update(_:_:)-([String],_)``.
  ///
  /// - Throws: The error that the update returns.
  public func update(
    _ id: String, _ change: (_ record: CountdownRecord?) -> RecordChange
  ) throws(CountdownStoreError) {
    if case .some(let error?) = update([id], { change($1) }).first { throw error }
  }

  /// Writes a record, replacing an earlier one with the same id.
  ///
  /// - Throws: The error that the update returns.
  public func save(_ record: CountdownRecord) throws(CountdownStoreError) {
    try update(record.id) { _ in .save(record) }
  }

  /// Removes the record with the given id. Does nothing if there is none.
  ///
  /// - Throws: The error that the update returns.
  public func remove(_ id: String) throws(CountdownStoreError) {
    try update(id) { _ in .remove }
  }

  /// Returns `nil`: the store does not report changes.
  public func watch(
    _ changed: @escaping @Sendable (_ ids: [String]?) -> Void
  ) -> (any StoreWatch)? { nil }
}

extension CountdownRecordStore where Self: AnyObject {
  /// The identity of the object.
  public var identity: String { "\(UInt(bitPattern: ObjectIdentifier(self)))" }
}
