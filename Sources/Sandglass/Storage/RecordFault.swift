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
  /// - Returns: The error, whose kind is that of this fault.
  func storeError(_ id: String, setAsideAs name: String? = nil) -> CountdownStoreError {
    let kind: CountdownStoreError.Kind =
      switch self {
      case .damaged(let reason): .damaged(reason: reason, setAsideAs: name)
      case .foreign(let reason): .foreign(reason: reason)
      case .newer(let version): .newer(version: version, accepted: RecordFile.versions)
      case .unavailable: .unavailable
      }
    let cause: FileError? = if case .unavailable(let error) = self { error } else { nil }
    return CountdownStoreError(kind, id: id, underlying: cause)
  }
}
