/// A table of text for people, with titles above its columns.
struct Table {
  /// A text that is safe to print.
  struct Cell {
    let text: String

    /// Whether it says what one expects. A column of such cells alone is left out.
    let isUsual: Bool

    init(_ text: String, isUsual: Bool) {
      self.text = text
      self.isUsual = isUsual
    }

    /// Creates the cell of a column that is always shown.
    init(_ text: String) { self.init(text, isUsual: false) }
  }

  let titles: [String]

  /// The cells of each row, which are safe to print.
  let rows: [[String]]

  /// The columns with the user's own words, which are cut short where there is not enough room.
  let names: [Int]

  /// The column that is aligned to the right.
  let right: Int

  /// Creates a table of the columns that have something to say.
  ///
  /// - Parameters:
  ///   - titles: The titles of all columns.
  ///   - rows: The cells of each row, one for each title.
  ///   - names: The columns with the user's own words.
  ///   - right: The column that is aligned to the right. It and those before it are always shown.
  init(_ titles: [String], _ rows: [[Cell]], names: [Int], right: Int) {
    let shown = titles.indices.filter { column in rows.contains { !$0[column].isUsual } }
    self.titles = shown.map { titles[$0] }
    self.rows = rows.map { row in shown.map { row[$0].text } }
    self.names = names
    self.right = right
  }

  private static let gap = 2

  /// The width of a name below which the last columns are left out instead.
  private static let leastName = 8

  /// Returns the lines, with the titles first, or no lines if there are no rows.
  ///
  /// - Parameters:
  ///   - width: The width that no line exceeds.
  ///   - ellipsis: What ends a text that is cut short.
  /// - Returns: The lines.
  func lines(width: Int, ellipsis: String) -> [String] {
    guard !rows.isEmpty else { return [] }
    let widths = widths(in: width)
    return ([titles] + rows).map { row in
      DisplayWidth.fit(line(row, widths, ellipsis), in: width, ellipsis: ellipsis)
    }
  }

  /// Returns the widths of the columns that are shown.
  private func widths(in width: Int) -> [Int] {
    var widths = titles.indices.map { column in
      ([titles] + rows).map { DisplayWidth.of($0[column]) }.max() ?? 0
    }
    while widths.count > right + 1, least(widths) > width { widths.removeLast() }
    // The longest name gives way first.
    while total(widths) > width, let longest = names.max(by: { widths[$0] < widths[$1] }),
      widths[longest] > 1
    {
      widths[longest] -= 1
    }
    return widths
  }

  private func total(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + Self.gap * (widths.count - 1)
  }

  /// Returns the least width of the whole table with these columns.
  private func least(_ widths: [Int]) -> Int {
    var widths = widths
    for column in names { widths[column] = min(widths[column], Self.leastName) }
    return total(widths)
  }

  private func line(_ cells: [String], _ widths: [Int], _ ellipsis: String) -> String {
    let parts = widths.indices.map { column in
      let cell = DisplayWidth.fit(cells[column], in: widths[column], ellipsis: ellipsis)
      let padding = String(repeating: " ", count: widths[column] - DisplayWidth.of(cell))
      if column == right { return padding + cell }
      return column == widths.count - 1 ? cell : cell + padding
    }
    return parts.joined(separator: String(repeating: " ", count: Self.gap))
  }
}
