/// The capabilities of a terminal: whether it has colours, and whether it can display more than
/// ASCII.
struct Style: Equatable {
  var hasColor: Bool
  var hasUnicode: Bool

  /// The colour or weight of a piece of text.
  enum Paint: String {
    case plain = ""
    case strong = "1"
    case sand = "33"

    /// Not the bright black of palettes, which some of them show like their background.
    case faint = "2"
    case good = "32"
    case urgent = "1;31"
  }

  init(hasColor: Bool, hasUnicode: Bool) {
    self.hasColor = hasColor
    self.hasUnicode = hasUnicode
  }

  /// Creates the style from `NO_COLOR` and the locale's encoding.
  init(environment: (String) -> String?) {
    let locales = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(environment)
    let encoding = (locales.first { !$0.isEmpty } ?? "").lowercased()
    hasColor = (environment("NO_COLOR") ?? "").isEmpty
    hasUnicode = encoding.hasSuffix("utf-8") || encoding.hasSuffix("utf8")
  }

  var ellipsis: String { hasUnicode ? "…" : "..." }
  var separator: String { hasUnicode ? " · " : ", " }

  /// Returns the text in a colour or weight, if there are colours.
  func paint(_ text: String, _ paint: Paint) -> String {
    guard hasColor, paint != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m"
  }
}
