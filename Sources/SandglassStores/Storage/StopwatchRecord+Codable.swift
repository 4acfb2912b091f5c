import Sandglass
import SandglassCore
public import SandglassLedger

/// The encoded form that every store writes. It is human-readable, contains values as exact strings, and has a format
/// and a version.
extension StopwatchRecord: Codable {
  /// Decodes a record.
  ///
  /// - Throws: A `DecodingError`. ``CountdownStoreError/init(decoding:id:)`` converts it to an error that says whether
  ///   the record is damaged, foreign, or from a later version.
  public init(from decoder: any Decoder) throws {
    do {
      self = try RecordDocument<StopwatchRecord>(from: decoder).record
    } catch let fault as RecordFault {
      throw fault.decodingError(at: decoder.codingPath, accepted: Self.envelope.versions)
    }
  }

  /// Encodes a record.
  public func encode(to encoder: any Encoder) throws {
    try RecordDocument(self).encode(to: encoder)
  }
}
