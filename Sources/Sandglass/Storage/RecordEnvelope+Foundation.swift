#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RecordEnvelope {
  /// What is written as a JSON object, its keys sorted, each on a line.
  static func encode(_ contents: some Encodable) throws(FileError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(contents))
    } catch {
      // Texts, numbers and truths can be encoded; nothing else is in a record.
      throw .invalid
    }
  }

  /// What is in a JSON object.
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
      "its \(path(context.codingPath)) is of another kind: \(context.debugDescription)"
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      "its JSON is wrong: \(context.debugDescription)"
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
