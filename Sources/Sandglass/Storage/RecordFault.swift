import SandglassCore

/// Why a file holds no record that can be read.
enum RecordFault: Error, Hashable {
  /// It was a record once.
  case damaged(String)

  /// It never was one.
  case foreign(String)

  /// It is a record of a later version of the library.
  case newer(Int)

  /// Nothing is known of it.
  case unavailable(FileError)

  /// What a store says of it.
  ///
  /// - Parameters:
  ///   - id: The id of the record.
  ///   - name: The name that the file has been given, if it was damaged and has been set aside.
  ///   - versions: The versions that are read.
  /// - Returns: The error, whose kind is that of this fault.
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

  /// What decoding says of it: ``CountdownStoreError/init(decoding:id:)`` finds the fault again.
  func decodingError(
    at path: [any CodingKey], accepted versions: ClosedRange<Int>
  ) -> DecodingError {
    let error = storeError("", accepted: versions)
    return .dataCorrupted(
      DecodingError.Context(
        codingPath: path, debugDescription: "\(error.kind)", underlyingError: error))
  }
}
