public import SandglassCore

/// The coded form that every store writes. It is readable, contains exact texts, and has a format and a version.
extension StopwatchRecord: Codable {
  /// Decodes a record.
  ///
  /// - Throws: A `DecodingError`. ``CountdownStoreError/init(decoding:id:)`` converts it to an error for a damaged
  ///   record, a foreign one, or one of a later version.
  public init(from decoder: any Decoder) throws {
    do {
      self = try StopwatchJSON(from: decoder).record
    } catch let fault as RecordFault {
      throw fault.decodingError(at: decoder.codingPath, accepted: StopwatchJSON.versions)
    }
  }

  /// Encodes a record.
  public func encode(to encoder: any Encoder) throws {
    try StopwatchJSON(self).encode(to: encoder)
  }
}
