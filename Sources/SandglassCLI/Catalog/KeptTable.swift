import Sandglass

/// The kept countdowns as a table for people.
enum KeptTable {
  private static let titles = ["ID", "LABEL", "LEFT", "STATE", "KNOWN", "RUN BY"]

  /// The column whose texts are set to the right, as digits are.
  private static let faceColumn = 2

  /// The lines of the table, its titles first; none if there is nothing in it.
  static func lines(_ countdowns: [KeptCountdown]) -> [String] {
    guard !countdowns.isEmpty else { return [] }
    let rows = [titles] + countdowns.map(cells)
    let widths = titles.indices.map { column in
      rows.map { DisplayWidth.of($0[column]) }.max() ?? 0
    }
    return rows.map { line($0, widths) }
  }

  private static func cells(_ kept: KeptCountdown) -> [String] {
    [
      VisibleText.of(kept.id), kept.label.map(VisibleText.of) ?? "-", kept.face, kept.stateWord,
      kept.certainty.rawValue, kept.process.map { "process \($0)" } ?? "nobody",
    ]
  }

  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    var parts: [String] = []
    for (column, cell) in cells.enumerated() {
      let padding = String(repeating: " ", count: widths[column] - DisplayWidth.of(cell))
      let isLast = column == cells.count - 1
      parts.append(column == faceColumn ? padding + cell : isLast ? cell : cell + padding)
    }
    return parts.joined(separator: "  ")
  }
}
