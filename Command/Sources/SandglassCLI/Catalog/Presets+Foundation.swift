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
///
/// The file belongs to the user, and other keys in it stay as they are.
struct Presets: Equatable {
  /// The words of each preset, without the program's name.
  private(set) var words: [String: [String]] = [:]

  /// The other keys of the file.
  private var others: [String: JSONValue] = [:]

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
    let value: JSONValue
    do { value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) } catch {
      throw Failure("is not JSON")
    }
    guard case .object(var keys) = value else { throw Failure("has no presets") }
    let presets = keys.removeValue(forKey: Self.key)
    others = keys
    guard let presets else { return }
    guard case .object(let all) = presets else { throw Failure("has presets without names") }
    for (name, value) in all { words[name] = try Self.words(value, of: name) }
  }

  private static func words(_ value: JSONValue, of name: String) throws(Failure) -> [String] {
    guard case .array(let values) = value else {
      throw Failure("has no list of words for \"\(name)\"")
    }
    if values.isEmpty { throw Failure("has no words for \"\(name)\"") }
    var words: [String] = []
    for value in values {
      guard case .string(let word) = value else {
        throw Failure("has no text as word \(words.count + 1) of \"\(name)\"")
      }
      words.append(word)
    }
    return words
  }

  /// Adds a preset, or replaces the one of the same name.
  mutating func save(_ words: [String], as name: String) { self.words[name] = words }

  /// Removes a preset. Returns false if there is none of that name.
  mutating func remove(_ name: String) -> Bool { words.removeValue(forKey: name) != nil }

  /// The names, in alphabetical order.
  var names: [String] { words.keys.sorted() }

  /// The other keys of the file, in alphabetical order.
  var unknownKeys: [String] { others.keys.sorted() }

  /// Returns the text of the file.
  func text() throws(TextFile.Failure) -> String {
    var keys = others
    keys[Self.key] = .object(words.mapValues { .array($0.map { .string($0) }) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(keys), as: UTF8.self) + "\n"
    } catch {
      throw TextFile.Failure(message: "cannot be written as JSON: \(error)")
    }
  }
}
