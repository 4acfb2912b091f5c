/// What a terminal can show: whether colours, and whether more than ASCII.
struct Style: Equatable {
  var hasColor: Bool
  var hasUnicode: Bool

  /// How a piece of text is painted.
  enum Paint: String {
    case plain = ""
    case strong = "1"
    case sand = "33"
    case faint = "90"
    case good = "32"
  }

  init(hasColor: Bool, hasUnicode: Bool) {
    self.hasColor = hasColor
    self.hasUnicode = hasUnicode
  }

  /// The style that the environment asks for: `NO_COLOR`, and the locale's encoding.
  init(environment: (String) -> String?) {
    let locales = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(environment)
    let encoding = (locales.first { !$0.isEmpty } ?? "").lowercased()
    hasColor = (environment("NO_COLOR") ?? "").isEmpty
    hasUnicode = encoding.hasSuffix("utf-8") || encoding.hasSuffix("utf8")
  }

  var ellipsis: String { hasUnicode ? "…" : "..." }
  var separator: String { hasUnicode ? " · " : ", " }

  /// The text in a paint, if there are colours.
  func paint(_ text: String, _ paint: Paint) -> String {
    guard hasColor, paint != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m"
  }
}
