public import SandglassCore

/// The coded form that every store writes. It is readable, contains exact texts, and has a format and a version.
extension CountdownRecord: Codable {
  /// Decodes a record.
  ///
  /// - Throws: A `DecodingError`. ``CountdownStoreError/init(decoding:id:)`` converts it to an error for a damaged
  ///   record, a foreign one, or one of a later version.
  public init(from decoder: any Decoder) throws {
    do {
      self = try RecordJSON(from: decoder).record
    } catch let fault as RecordFault {
      throw fault.decodingError(at: decoder.codingPath, accepted: RecordFile.versions)
    }
  }

  /// Encodes a record.
  public func encode(to encoder: any Encoder) throws {
    try RecordJSON(self).encode(to: encoder)
  }
}

extension CountdownStoreError {
  /// Creates the store error for an error that was thrown when decoding a record.
  ///
  /// - Parameters:
  ///   - error: The error from decoding. A foreign record and one of a later version are reported as such. Every other
  ///     error means that the record is damaged.
  ///   - id: The id of the record.
  public init(decoding error: any Error, id: String) {
    if case .dataCorrupted(let context)? = error as? DecodingError,
      let known = context.underlyingError as? CountdownStoreError
    {
      self.init(known.kind, id: id)
    } else {
      self.init(
        .damaged(reason: "it cannot be decoded", setAsideAs: nil), id: id, underlying: error)
    }
  }
}
