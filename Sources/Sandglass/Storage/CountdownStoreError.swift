/// Why a store could not do what it was asked for: what was wrong, with the value, and what is
/// accepted.
public struct CountdownStoreError: Error, Sendable {
  /// The ways in which a store can fail. More may come; a switch over them needs a default.
  public enum Kind: Sendable, Hashable {
    /// The record was torn, cut short, or changed by something else than the store.
    ///
    /// It is kept under the name `setAsideAs`, and its id is free again. That is nil where it
    /// was only looked at, or could not be renamed, as in a folder that is read-only: then it still stands in its
    /// place.
    case damaged(reason: String, setAsideAs: String?)

    /// The file in the record's place is not a record; it is left alone.
    case foreign(reason: String)

    /// The record was written by a later version of the library; it is left alone.
    case newer(version: Int, accepted: ClosedRange<Int>)

    /// The record cannot be read for the moment: the device is locked, there is no permission, the disk
    /// does not answer. Nothing is known of it and it is left alone.
    case unavailable

    /// The change could not be written: the disk is full, the folder is read-only. The earlier record is intact.
    case notSaved

    /// Another process, of which this is the number, runs the countdown of the record; it is left alone.
    case claimed(by: Int32)

    /// The store cannot keep a record under that id.
    case invalidID(reason: String)
  }

  /// The id of the record in question; nil if the whole store is concerned.
  public let id: String?

  /// What was wrong.
  public let kind: Kind

  /// What the system or another library said; nil if it was the store that noticed.
  public let underlying: (any Error)?

  /// Makes the error of a store.
  ///
  /// - Parameters:
  ///   - kind: What was wrong.
  ///   - id: The id of the record in question; nil if the whole store is concerned.
  ///   - underlying: What the system or another library said, if that was the cause.
  public init(_ kind: Kind, id: String?, underlying: (any Error)? = nil) {
    self.kind = kind
    self.id = id
    self.underlying = underlying
  }
}

extension CountdownStoreError: Equatable {
  /// Whether two errors say the same of the same record. What lies under them is compared as texts.
  public static func == (left: CountdownStoreError, right: CountdownStoreError) -> Bool {
    left.id.map { Array($0.utf8) } == right.id.map { Array($0.utf8) } && left.kind == right.kind
      && left.cause == right.cause
  }
}

extension CountdownStoreError: CustomStringConvertible {
  /// One line that says what was wrong and what has become of the record.
  public var description: String {
    switch kind {
    case .damaged(let reason, let name?):
      "\(subject) is damaged: \(reason); it is set aside as \(name.debugDescription)"
    case .damaged(let reason, nil):
      "\(subject) is damaged: \(reason); it is left where it is"
    case .foreign(let reason):
      "the file of \(subject) is not such a record: \(reason); it is left alone"
    case .newer(let version, let accepted):
      "\(subject) has version \(version), from a later version of the library;"
        + " accepted: \(Self.text(of: accepted)); it is left alone"
    case .unavailable:
      "\(subject) cannot be read for the moment\(cause); it is left alone"
    case .notSaved:
      "\(subject) could not be written\(cause)"
    case .claimed(let process):
      "\(subject) is that of process \(process), which runs it; it is left alone"
    case .invalidID(let reason):
      "\((id ?? "").shown) is no id of a record: \(reason)"
    }
  }

  private var cause: String { underlying.map { ": \($0)" } ?? "" }

  private var subject: String {
    id.map { "the record \($0.shown)" } ?? "the folder of records"
  }

  private static func text(of versions: ClosedRange<Int>) -> String {
    versions.count == 1
      ? "\(versions.lowerBound)" : "\(versions.lowerBound) to \(versions.upperBound)"
  }
}
