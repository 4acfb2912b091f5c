/// The lines that display countdowns on a terminal. A frame is a pure value, so it can be tested as
/// text.
struct Frame {
  let rows: [Row]
  let width: Int
  let height: Int
  let style: Style

  /// What explains the keys, below the rows; nil if nothing does.
  var keys: KeyHelp?

  /// Whether large digits are shown above the rows, if there is room for them as well.
  var isBig = false

  /// The lines. No line is wider than the terminal, and there are no more lines than the terminal
  /// has.
  var lines: [String] {
    let mark = mark
    let layout = FrameLayout(rows, width: width - mark.width)
    var lines = visibleRows.map { mark.text($0) + line($0, layout) }
    if lines.count < rows.count, height > 1 { lines.append(more(rows.count - lines.count)) }
    let help = keys?.lines(for: rows, width: width, style: style) ?? []
    if height >= BigFace.height + 1 + lines.count + help.count { lines = bigLines + lines }
    return lines + help.prefix(max(0, height - lines.count))
  }

  /// The selected row, or else the one of the countdown that will end first, in large digits, with an
  /// empty line below. There are no lines if they are not wanted, or too wide.
  private var bigLines: [String] {
    guard isBig, let row = rows.first(where: \.isSelected) ?? first,
      let face = BigFace(row.face, style: style), face.width <= width
    else { return [] }
    return face.lines.map { style.paint($0, paint(row)) } + [""]
  }

  /// The row of the countdown that will end first; nil if all have ended.
  private var first: Row? { rows.filter(\.lasts).min { $0.remaining < $1.remaining } }

  /// The window title, which shows the countdown that will end first.
  var title: String {
    guard let first else { return "done" }
    let words = [first.status == .paused ? "paused" : nil, first.face, first.label.map(short)]
    return words.compactMap { $0 }.joined(separator: " ")
  }

  /// Shortens a label for the window title, because terminals limit the length of titles. A
  /// character may have any number of combining marks, so the number of scalars is limited too.
  private func short(_ label: String) -> String {
    let text = DisplayWidth.fit(label, in: 60, ellipsis: style.ellipsis)
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(240)))
  }

  /// What precedes each row: a mark before the selected one, if there is one and room for it.
  private var mark: (width: Int, text: (Row) -> String) {
    guard rows.contains(where: \.isSelected), width > 12 else { return (0, { _ in "" }) }
    let mark = style.hasUnicode ? "▸ " : "> "
    return (2, { $0.isSelected ? mark : "  " })
  }

  /// The rows that fit. Rows of ended countdowns are left out first. The selected row is among them.
  private var visibleRows: [Row] {
    guard rows.count > height else { return rows }
    // A single line shows a row rather than how many there are.
    let room = height > 1 ? height - 1 : max(0, height)
    let visible = rows(in: room)
    let lasting = rows.filter { $0.lasts || $0.isSelected }
    guard let place = lasting.firstIndex(where: \.isSelected), place >= room, room > 0 else {
      return visible
    }
    return Array(lasting[(place - room + 1)...place])
  }

  private func rows(in room: Int) -> [Row] {
    let ended = max(0, room - rows.count { $0.lasts })
    var endedLeft = ended
    var left = room
    return rows.filter { row in
      guard left > 0, row.lasts || endedLeft > 0 else { return false }
      left -= 1
      if !row.lasts { endedLeft -= 1 }
      return true
    }
  }

  private func line(_ row: Row, _ layout: FrameLayout) -> String {
    var columns: [String] = []
    if layout.label > 0 { columns.append(padded(row.label ?? "", to: layout.label)) }
    columns.append(face(row, layout.face))
    if layout.bar > 0 {
      columns.append(
        Bar(progress: row.progress, width: layout.bar, status: row.status, style: style).text)
    }
    let hasRemark = layout.remark > 0 && !row.remark.isEmpty
    if layout.ends > 0, hasRemark || row.ends != nil {
      columns.append(style.paint(padded(row.ends ?? "", to: layout.ends), .faint))
    }
    if hasRemark {
      let remark = row.remark(in: layout.remark, ellipsis: style.ellipsis)
      columns.append(style.paint(remark, row.status == .paused ? .sand : .faint))
    }
    return columns.joined(separator: String(repeating: " ", count: layout.gap))
  }

  private func face(_ row: Row, _ width: Int) -> String {
    let face = DisplayWidth.fit(row.face, in: width, ellipsis: style.ellipsis)
    let padding = String(repeating: " ", count: width - DisplayWidth.of(face))
    return padding + style.paint(face, paint(row))
  }

  private func paint(_ row: Row) -> Style.Paint {
    switch row.status {
    case .running where row.isUrgent: .urgent
    case .running, .paused, .kept: .strong
    case .done, .overtime: .good
    case .cancelled: .faint
    }
  }

  private func padded(_ text: String, to width: Int) -> String {
    let fitting = DisplayWidth.fit(text, in: width, ellipsis: style.ellipsis)
    return fitting + String(repeating: " ", count: width - DisplayWidth.of(fitting))
  }

  private func more(_ count: Int) -> String {
    style.paint(
      DisplayWidth.fit("and \(count) more", in: width, ellipsis: style.ellipsis), .faint)
  }
}
