public import SandglassCore

/// A record as every store writes it: readable, in exact texts, with its format and version.
extension CountdownRecord: Codable {
  /// Reads a record.
  ///
  /// - Throws: A `DecodingError`. ``CountdownStoreError/init(decoding:id:)`` tells from it whether the record is
  ///   damaged, foreign or of a later version.
  public init(from decoder: any Decoder) throws {
    do {
      self = try RecordJSON(from: decoder).record
    } catch let fault as RecordFault {
      throw fault.decodingError(at: decoder.codingPath, accepted: RecordFile.versions)
    }
  }

  /// Writes a record.
  public func encode(to encoder: any Encoder) throws {
    try RecordJSON(self).encode(to: encoder)
  }
}

extension CountdownStoreError {
  /// Makes the error of a store from what decoding a record has thrown.
  ///
  /// - Parameters:
  ///   - error: What decoding has thrown: a record that is foreign or of a later version is told apart; all else is
  ///     damage.
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
