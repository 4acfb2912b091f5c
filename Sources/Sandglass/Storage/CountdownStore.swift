public import SandglassCore

/// A place where records of countdowns are kept, each by its id.
///
/// A record is replaced as a whole or not at all. Every method may be called from any thread.
public protocol CountdownStore: Sendable {
  /// What tells the store's place from those of other stores of its type: a path, the name of a suite.
  ///
  /// Two stores of one type with equal identities keep the same records. A class has an identity already: each of
  /// its objects is a place of its own. It has to be known without a wait.
  var identity: String { get }

  /// Writes a record in place of an earlier one of the same id; when it returns, the record
  /// outlives the process and the system. When it throws, the earlier record is intact.
  func save(_ record: CountdownRecord) throws(CountdownStoreError)

  /// Reads the record of an id; nil if there is none. It may wait, and may set a damaged record aside.
  func record(_ id: String) throws(CountdownStoreError) -> CountdownRecord?

  /// Reads the record of an id, and neither changes anything nor waits for others; nil if there is none.
  ///
  /// This is what whoever makes a kept countdown calls, on the main thread as well. It is the same as
  /// ``record(_:)`` unless a store says otherwise.
  func look(at id: String) throws(CountdownStoreError) -> CountdownRecord?

  /// Removes the record of an id; does nothing if there is none.
  func remove(_ id: String) throws(CountdownStoreError)

  /// Reads the record of an id, and changes it as `decide` says, as one step that no other change comes between.
  ///
  /// This is how processes agree on who runs a countdown and tells its end. Without an implementation of its own, a
  /// store reads first and changes then: that is right for a place that one process uses at a time.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - decide: Given the record, or nil if there is none or what was there was damaged, says what is to become of
  ///     it. It may be called more than once, of which the last call counts; it must not call the store.
  /// - Throws: As reading and saving do.
  func change(
    _ id: String, _ decide: (CountdownRecord?) -> RecordChange
  ) throws(CountdownStoreError)

  /// The ids of all records, sorted.
  func ids() throws(CountdownStoreError) -> [String]
}

/// What is to become of the record of an id.
public enum RecordChange: Sendable {
  /// It stays as it is.
  case none

  /// A record of that id is written in its place.
  case save(CountdownRecord)

  /// It is removed.
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
      // What is set aside has left its place free; what still stands there will refuse what it must.
      guard case .damaged = error.kind else { throw error }
      damage = error
    }
    switch decide(current) {
    case .save(let record): try save(record)
    case .remove where damage == nil: try remove(id)
    case .remove, .none: if let damage { throw damage }
    }
  }

  /// The same as ``record(_:)``.
  public func look(at id: String) throws(CountdownStoreError) -> CountdownRecord? {
    try record(id)
  }
}

extension CountdownStore where Self: AnyObject {
  /// That of the object.
  public var identity: String { "\(UInt(bitPattern: ObjectIdentifier(self)))" }
}
