/// The ids under which countdowns are kept: what people call them, made easy to type.
enum RecordID {
  /// The first id for a countdown that people know by `name`: its letters and digits, small, with
  /// a dash for whatever stands between them.
  static func stem(of name: String) -> String {
    var stem = ""
    for word in name.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
      for part in [stem.isEmpty ? "" : "-", word.lowercased()].joined() {
        guard stem.utf8.count + part.utf8.count <= limit else { return trimmed(stem) }
        stem.append(part)
      }
    }
    return trimmed(stem)
  }

  /// The id with a number, for names that are alike: `tea`, `tea-2`, `tea-3`.
  static func numbered(_ stem: String, _ number: Int) -> String {
    number == 1 ? stem : "\(stem)-\(number)"
  }

  /// The most bytes of a stem: each takes at most three in the name of a file, of which a store
  /// allows 224, and there must be room for a number.
  private static let limit = 64

  private static func trimmed(_ stem: String) -> String {
    let stem = stem.hasSuffix("-") ? String(stem.dropLast()) : stem
    return stem.isEmpty ? "countdown" : stem
  }
}
