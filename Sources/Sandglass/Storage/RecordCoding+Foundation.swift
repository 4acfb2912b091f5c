#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SandglassCore

extension RecordCoding {
  private struct Header: Codable {
    let format: String
    let version: Int
  }

  private struct Content: Codable {
    let format: String
    let version: Int
    let record: RecordJSON
  }

  /// A record as a JSON object, its keys sorted, each on a line.
  static func encode(_ record: CountdownRecord, version: Int) throws(FileError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let content = Content(
      format: RecordFile.format, version: version, record: RecordJSON(record))
    do {
      return Array(try encoder.encode(content))
    } catch {
      // Texts, numbers and truths can be encoded; nothing else is in a record.
      throw .invalid
    }
  }

  /// The record in a JSON object.
  static func decode(_ bytes: [UInt8]) throws(RecordFault) -> CountdownRecord {
    let header = try decode(Header.self, from: bytes)
    guard header.format == RecordFile.format else {
      throw .foreign("its format is \(header.format.shown)")
    }
    guard header.version <= RecordFile.versions.upperBound else { throw .newer(header.version) }
    guard header.version >= RecordFile.versions.lowerBound else {
      throw .damaged("its version is \(header.version)")
    }
    return try decode(Content.self, from: bytes).record.record()
  }

  private static func decode<Form: Decodable>(
    _ form: Form.Type, from bytes: [UInt8]
  ) throws(RecordFault) -> Form {
    do {
      return try JSONDecoder().decode(form, from: Data(bytes))
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
