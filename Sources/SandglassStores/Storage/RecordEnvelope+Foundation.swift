import Sandglass
import SandglassCore
import SandglassLedger
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RecordEnvelope {
  /// Encodes a value as a JSON object with sorted keys, each on its own line.
  static func encode(_ contents: some Encodable) throws(FileError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(contents))
    } catch {
      // A record contains only strings, numbers and Booleans, which can all be encoded.
      throw .invalid
    }
  }

  /// Decodes a value from a JSON object.
  static func decode<Contents: Decodable>(
    _ type: Contents.Type, from bytes: [UInt8]
  ) throws(RecordFault) -> Contents {
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch let fault as RecordFault {
      throw fault
    } catch let error as DecodingError {
      throw .damaged(describe(error))
    } catch {
      throw .damaged("it cannot be decoded")
    }
  }

  private static func describe(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      "it has no \(path(context.codingPath + [key]))"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "its \(path(context.codingPath)) has the wrong type: \(context.debugDescription)"
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      "its JSON is invalid: \(context.debugDescription)"
    case .dataCorrupted(let context):
      "its \(path(context.codingPath)) is \(context.debugDescription)"
    @unknown default:
      "it cannot be decoded"
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    let names = keys.map { key in key.intValue.map { String($0) } ?? key.stringValue }
    return names.isEmpty ? "JSON" : names.joined(separator: ".")
  }
}
