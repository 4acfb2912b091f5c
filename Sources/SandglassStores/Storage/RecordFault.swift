import Sandglass
import SandglassCore
import SandglassLedger

/// The reason why a file does not contain a valid record.
enum RecordFault: Error, Equatable {
  /// The file was once a record, and is damaged.
  case damaged(String)

  /// The file was never a record.
  case foreign(String)

  /// The file is a record from a later version of the library.
  case newer(Int)

  /// The file cannot be read, so its content is unknown.
  case unavailable(FileError)

  /// Returns the store error for this fault.
  ///
  /// - Parameters:
  ///   - id: The id of the record.
  ///   - name: The new name of the file, if it was damaged and has been set aside.
  ///   - versions: The supported versions.
  /// - Returns: The error, whose kind corresponds to this fault.
  func storeError(
    _ id: String, setAsideAs name: String? = nil, accepted versions: ClosedRange<Int>
  ) -> CountdownStoreError {
    let kind: CountdownStoreError.Kind =
      switch self {
      case .damaged(let reason): .damaged(reason: reason, setAsideAs: name)
      case .foreign(let reason): .foreign(reason: reason)
      case .newer(let version): .newer(version: version, accepted: versions)
      case .unavailable: .unavailable
      }
    let cause: FileError? = if case .unavailable(let error) = self { error } else { nil }
    return CountdownStoreError(kind, id: id, underlying: cause)
  }

  /// Returns the decoding error for this fault, which ``CountdownStoreError/init(decoding:id:)`` converts back.
  func decodingError(
    at path: [any CodingKey], accepted versions: ClosedRange<Int>
  ) -> DecodingError {
    let error = storeError("", accepted: versions)
    return .dataCorrupted(
      DecodingError.Context(
        codingPath: path, debugDescription: "\(error.kind)", underlyingError: error))
  }
}
