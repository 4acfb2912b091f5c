import Sandglass

/// The lines that explain the keys.
struct KeyHelp: Equatable {
  /// By how much `+` and `-` change a countdown.
  let step: Duration

  /// Whether all keys are explained, and not only the most important ones.
  var isWhole = false

  /// Returns the lines that fit into the width.
  func lines(for rows: [Row], width: Int, style: Style) -> [String] {
    if isWhole { return table(rows, style).map { fit($0, width, style) } }
    let line = [words(rows), ["? keys", "q cancels"]]
      .map { $0.joined(separator: style.separator) }
      .first { DisplayWidth.of($0) <= width }
    return line.map { [style.paint($0, .faint)] } ?? []
  }

  private func words(_ rows: [Row]) -> [String] {
    let acted = rows.filter(\.isSelected).isEmpty ? rows : rows.filter(\.isSelected)
    // Overtime cannot be paused, and there is nothing to take from it.
    if acted.contains(where: { $0.status == .overtime }),
      !acted.contains(where: { $0.status == .running || $0.status == .paused })
    {
      return ["+ " + stepWord, "? keys", "q cancels"]
    }
    let isPaused =
      acted.contains { $0.status == .paused } && !acted.contains { $0.status == .running }
    return [isPaused ? "space resumes" : "space pauses", "+/- " + stepWord, "? keys", "q cancels"]
  }

  private var stepWord: String { step == .seconds(60) ? "a minute" : step.compactText }

  private func table(_ rows: [Row], _ style: Style) -> [String] {
    let arrows = style.hasUnicode ? "↑ ↓" : "j k"
    return Self.table(
      step: stepWord, arrows: rows.count > 1 ? arrows : nil,
      hasPhases: rows.contains(where: \.hasPhases))
  }

  /// Returns a line for each key, for this table and for the command's help. Where there is no room for all lines, the
  /// first ones are shown.
  ///
  /// - Parameters:
  ///   - step: By how much `+` and `-` change a countdown.
  ///   - arrows: The keys that select a row, or nil if there is nothing to select.
  ///   - hasPhases: Whether there are phases to skip.
  /// - Returns: The lines.
  static func table(step: String, arrows: String?, hasPhases: Bool = true) -> [String] {
    let selecting = arrows.map { [($0 + " 1-9", "select a row"), ("a", "select all rows")] }
    let keys =
      [
        ("?", "show all keys, or hide them"), ("space", "pause, or resume"),
        ("+ -", "add or take \(step)"),
      ] + (selecting ?? [])
      + (hasPhases ? [("s b", "skip the phase, or go back one")] : []) + [
        ("u", "undo the last change"),
        ("d", "leave it running in its record"), ("q", "cancel all, like Ctrl-C"),
      ]
    let width = keys.map(\.0.count).reduce(7, max) + 3
    return keys.map { $0 + String(repeating: " ", count: width - $0.count) + $1 }
  }

  private func fit(_ line: String, _ width: Int, _ style: Style) -> String {
    style.paint(DisplayWidth.fit(line, in: width, ellipsis: style.ellipsis), .faint)
  }
}
