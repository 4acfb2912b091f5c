import SandglassCore

/// An error from a store, with the id of the record and the reason.
public struct CountdownStoreError: Error, Sendable {
  /// The ways in which a store can fail. More cases may be added, so a `switch` over them needs a `default`.
  public enum Kind: Sendable, Equatable {
    /// The record was only partly written, was truncated, or was changed by something other than the store.
    ///
    /// The damaged record has been renamed to `setAsideAs`, and its id is available again. If `setAsideAs` is `nil`, the
    /// record is still in its place, because it was only read, or because it could not be renamed, for example in a
    /// read-only folder.
    case damaged(reason: String, setAsideAs: String?)

    /// The file in the record's place is not a record. It is not changed.
    case foreign(reason: String)

    /// The record was written by a later version of the library. It is not changed.
    case newer(version: Int, accepted: ClosedRange<Int>)

    /// The record cannot be read at the moment. The device may be locked, permission may be missing, or the disk may
    /// not respond. If the record exists, it is not changed.
    case unavailable

    /// The change could not be written, for example because the disk is full or the folder is read-only. The earlier
    /// record is intact.
    case notSaved

    /// The change has been made and is visible, but the disk has not confirmed it. After a crash of the system, either the
    /// earlier record or the new one is there.
    case notDurable

    /// The store cannot save a record with this id.
    case invalidID(reason: String)
  }

  /// The id of the record; `nil` if the error concerns the whole store.
  public let id: String?

  /// The kind of the error.
  public let kind: Kind

  /// The error from the system or from another library that caused this one; `nil` if the store itself found the problem.
  public let underlying: (any Error)?

  /// Creates a store's error.
  ///
  /// - Parameters:
  ///   - kind: The kind of the error.
  ///   - id: The id of the record; `nil` if the error concerns the whole store.
  ///   - underlying: The error from the system or from another library that caused this one, if there is one.
  public init(_ kind: Kind, id: String?, underlying: (any Error)? = nil) {
    self.kind = kind
    self.id = id
    self.underlying = underlying
  }
}

extension CountdownStoreError: Equatable {
  /// Whether both errors are of the same kind and concern the same record. Underlying errors are compared by their
  /// descriptions.
  public static func == (left: CountdownStoreError, right: CountdownStoreError) -> Bool {
    left.id.map { Array($0.utf8) } == right.id.map { Array($0.utf8) } && left.kind == right.kind
      && left.cause == right.cause
  }
}

extension CountdownStoreError: CustomStringConvertible {
  /// One line that describes the problem and the state of the record.
  public var description: String {
    switch kind {
    case .damaged(let reason, let name?):
      "\(subject) is damaged: \(reason); it is set aside as \(name.debugDescription)"
    case .damaged(let reason, nil):
      "\(subject) is damaged: \(reason); it is left where it is"
    case .foreign(let reason):
      "the file of \(subject) is not a valid record: \(reason); it is left alone"
    case .newer(let version, let accepted):
      "\(subject) has version \(version), from a later version of the library;"
        + " accepted: \(Self.text(of: accepted)); it is left alone"
    case .unavailable:
      "\(subject) cannot be read for the moment\(cause); it is left alone"
    case .notSaved:
      "\(subject) could not be written\(cause)"
    case .notDurable:
      "\(subject) was written, but the disk has not confirmed it\(cause)"
    case .invalidID(let reason):
      "\((id ?? "").quoted) is not a valid record id: \(reason)"
    }
  }

  private var cause: String { underlying.map { ": \($0)" } ?? "" }

  private var subject: String {
    id.map { "the record \($0.quoted)" } ?? "the folder of records"
  }

  private static func text(of versions: ClosedRange<Int>) -> String {
    versions.count == 1
      ? "\(versions.lowerBound)" : "\(versions.lowerBound) to \(versions.upperBound)"
  }
}
