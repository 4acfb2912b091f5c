/// A text table in Markdown that is also readable in a terminal.
struct Table {
  private var rows: [[String]]

  /// Creates a table with the given column titles.
  init(_ titles: [String]) {
    rows = [titles]
  }

  /// Adds a row.
  mutating func add(_ cells: [String]) {
    rows.append(cells)
  }

  /// The table with aligned columns.
  var text: String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = rows.map { cells in
      let padded = zip(cells, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    let rules = widths.map { String(repeating: "-", count: $0) }
    lines.insert("| " + rules.joined(separator: " | ") + " |", at: 1)
    return lines.joined(separator: "\n")
  }
}
