#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The command lines that the user has saved by name, in JSON:
///
/// ```
/// {"presets": {"pomodoro": ["phases", "Work=25m", "Break=5m", "--rounds", "4"]}}
/// ```
struct Presets: Equatable {
  /// The words of each preset, without the program's name.
  private(set) var words: [String: [String]] = [:]

  /// The error for a text that has no presets, as the end of a sentence.
  struct Failure: Error, Equatable {
    let message: String

    fileprivate init(_ reason: String) {
      message = reason + #"; accepted: {"presets": {"tea": ["3m"]}}"#
    }
  }

  private static let key = "presets"

  init() {}

  /// Parses the text of a file.
  init(parsing text: String) throws(Failure) {
    let contents: [String: [String: [String]]]
    do {
      contents = try JSONDecoder().decode([String: [String: [String]]].self, from: Data(text.utf8))
    } catch {
      throw Failure(Self.reason(error))
    }
    if let other = contents.keys.sorted().first(where: { $0 != Self.key }) {
      throw Failure("has the key \"\(other)\"")
    }
    words = contents[Self.key] ?? [:]
    if let empty = names.first(where: { words[$0]?.isEmpty == true }) {
      throw Failure("has no words in \"\(empty)\"")
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .typeMismatch(_, let context)?, .valueNotFound(_, let context)?:
      let names = context.codingPath.map(\.stringValue).joined(separator: ".")
      return names.isEmpty ? "has no presets" : "has the wrong type in \"\(names)\""
    default:
      return "is not JSON"
    }
  }

  /// Adds a preset, or replaces the one of the same name.
  mutating func save(_ words: [String], as name: String) { self.words[name] = words }

  /// Removes a preset. Returns false if there is none of that name.
  mutating func remove(_ name: String) -> Bool { words.removeValue(forKey: name) != nil }

  /// The names, in alphabetical order.
  var names: [String] { words.keys.sorted() }

  /// Returns the text of the file.
  func text() throws(TextFile.Failure) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode([Self.key: words]), as: UTF8.self) + "\n"
    } catch {
      throw TextFile.Failure(message: "cannot be written as JSON: \(error)")
    }
  }
}
