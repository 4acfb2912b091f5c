public import SandglassCore

/// A stopwatch's record as every store writes it: readable, in exact texts, with its format and version.
extension StopwatchRecord: Codable {
  /// Reads a record.
  ///
  /// - Throws: A `DecodingError`. ``CountdownStoreError/init(decoding:id:)`` tells from it whether the record is
  ///   damaged, foreign or of a later version.
  public init(from decoder: any Decoder) throws {
    do {
      self = try StopwatchJSON(from: decoder).record
    } catch let fault as RecordFault {
      throw fault.decodingError(at: decoder.codingPath, accepted: StopwatchJSON.versions)
    }
  }

  /// Writes a record.
  public func encode(to encoder: any Encoder) throws {
    try StopwatchJSON(self).encode(to: encoder)
  }
}
