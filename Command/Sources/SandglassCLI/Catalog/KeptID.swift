/// Derives the ids of kept countdowns from their names. The ids are easy to type.
enum KeptID {
  /// Returns the preferred id for a countdown: the letters and digits of its name in lower case,
  /// with dashes in place of everything else.
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

  /// Returns an id with a number, which distinguishes countdowns with the same name: `tea`,
  /// `tea-2`, `tea-3`.
  static func numbered(_ stem: String, _ number: Int) -> String {
    number == 1 ? stem : "\(stem)-\(number)"
  }

  /// The maximum number of bytes in a stem. Each byte takes at most three bytes in the file name. A
  /// store allows 224 bytes in a file name, and some of them are needed for a number.
  private static let limit = 64

  private static func trimmed(_ stem: String) -> String {
    let stem = stem.hasSuffix("-") ? String(stem.dropLast()) : stem
    return stem.isEmpty ? "countdown" : stem
  }
}
