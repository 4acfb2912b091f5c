import Yams

/// The command lines that the user has saved by name, in YAML:
///
/// ```
/// presets:
///   pomodoro: [phases, Work=25m, Break=5m, --rounds, 4]
/// ```
struct Presets: Equatable {
  /// The words of each preset, without the program's name.
  private(set) var words: [String: [String]] = [:]

  /// The error for a text that has no presets, as the end of a sentence.
  struct Failure: Error, Equatable {
    let message: String
  }

  init() {}

  /// Parses the text of a file.
  init(parsing text: String) throws(Failure) {
    guard let root = try Self.node(text) else { return }
    guard let mapping = root.mapping else {
      throw Failure(message: "is no mapping; accepted: presets: {tea: [3m]}")
    }
    for (key, value) in mapping {
      guard key.string == "presets" else {
        throw Failure(message: "has the key \"\(key.string ?? "?")\"; accepted: presets")
      }
      guard let presets = value.mapping else {
        if value.scalar?.string.isEmpty == true { continue }
        throw Failure(message: "has presets that are no mapping; accepted: presets: {tea: [3m]}")
      }
      for (name, words) in presets { self.words[name.string ?? ""] = try Self.list(words, name) }
    }
  }

  private static func node(_ text: String) throws(Failure) -> Node? {
    do {
      return try compose(yaml: text)
    } catch {
      let lines = "\(error)".split(separator: "\n").prefix(1)
      throw Failure(message: "is not YAML: " + lines.joined() + "; accepted: presets: {tea: [3m]}")
    }
  }

  private static func list(_ node: Node, _ name: Node) throws(Failure) -> [String] {
    let words = node.sequence?.compactMap(\.scalar?.string) ?? []
    guard !words.isEmpty, words.count == node.sequence?.count else {
      throw Failure(
        message: "has a preset \"\(name.string ?? "?")\" that is no list of words; accepted: [3m]")
    }
    return words
  }

  /// Adds a preset, or replaces the one of the same name.
  mutating func save(_ words: [String], as name: String) { self.words[name] = words }

  /// Removes a preset. Returns false if there is none of that name.
  mutating func remove(_ name: String) -> Bool { words.removeValue(forKey: name) != nil }

  /// The names, in alphabetical order.
  var names: [String] { words.keys.sorted() }

  /// Returns the text of the file. What the user has written beside the presets is not in it.
  func text() throws(TextFile.Failure) -> String {
    let presets = names.map { name in
      (Node(name), Node((words[name] ?? []).map { Self.scalar($0) }, .implicit, .flow))
    }
    let root = Node([(Node("presets"), Node(presets))])
    do {
      return try serialize(node: root, width: -1, allowUnicode: true)
    } catch {
      throw TextFile.Failure(message: "cannot be written as YAML: \(error)")
    }
  }

  /// A word is quoted, so that no other reader of the file takes it for a number or a time.
  private static func scalar(_ word: String) -> Node {
    Node(word, .implicit, .doubleQuoted)
  }
}
