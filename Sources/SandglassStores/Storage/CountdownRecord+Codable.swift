import Sandglass
import SandglassCore
public import SandglassLedger

/// The encoded form that every store writes. It is human-readable, contains values as exact strings, and has a format
/// and a version.
extension CountdownRecord: Codable {
  /// Decodes a record.
  ///
  /// - Throws: A `DecodingError`. ``CountdownStoreError/init(decoding:id:)`` converts it to an error that says whether
  ///   the record is damaged, foreign, or from a later version.
  public init(from decoder: any Decoder) throws {
    do {
      self = try RecordDocument<CountdownRecord>(from: decoder).record
    } catch let fault as RecordFault {
      throw fault.decodingError(at: decoder.codingPath, accepted: Self.envelope.versions)
    }
  }

  /// Encodes a record.
  public func encode(to encoder: any Encoder) throws {
    try RecordDocument(self).encode(to: encoder)
  }
}

extension CountdownStoreError {
  /// Creates the store error for an error that was thrown while a record was being decoded.
  ///
  /// - Parameters:
  ///   - error: The error from decoding. A foreign record and a record from a later version are reported as such. Every
  ///     other error means that the record is damaged.
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
