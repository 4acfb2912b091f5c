/// The widths of a frame's columns. The face has the highest priority, followed by the label, the
/// remark and the bar. Each of those is included only if there is room for it.
struct FrameLayout: Equatable {
  private(set) var gap = 0
  private(set) var label = 0
  private(set) var face = 0
  private(set) var bar = 0
  private(set) var remark = 0
  private(set) var ends = 0

  /// The bar is left out if it would be narrower than `leastBar`, or if the label would be narrower
  /// than `leastLabel`.
  private static let leastBar = 10
  private static let leastLabel = 12
  private static let greatestBar = 50

  /// The bar is not made narrower than this in order to say when a countdown ends.
  private static let leastBarBesideEnd = 20

  init(_ rows: [Row], width: Int) {
    gap = width < 24 ? 1 : 2
    face = min(width, rows.map(\.faceWidth).max() ?? 0)
    let room = width - face
    let longest = rows.map { DisplayWidth.of($0.label ?? "") }.max() ?? 0
    remark = Self.remark(rows, besides: longest, room: room - gap)
    let rest = room - gap - (remark > 0 ? remark + gap : 0)
    label = min(longest, width / 2, rest - gap - Self.leastBar)
    if label >= min(longest, Self.leastLabel) {
      let left = label > 0 ? rest - label - gap : rest
      let longestEnd = rows.map { DisplayWidth.of($0.ends ?? "") }.max() ?? 0
      ends = left - gap - longestEnd >= Self.leastBarBesideEnd ? longestEnd : 0
      let besideEnd = ends > 0 ? left - gap - ends : left
      bar = besideEnd >= Self.leastBar ? min(Self.greatestBar, besideEnd) : 0
    } else {
      label = rest >= min(longest, 2) ? min(longest, rest) : 0
    }
  }

  /// Returns the width of the longest remark that leaves room for the label, which has as many of its
  /// parts as fit, or zero if not even its first part fits.
  private static func remark(_ rows: [Row], besides label: Int, room: Int) -> Int {
    let widths = rows.flatMap(\.remarks).map(DisplayWidth.of)
    let most = label > 0 ? room - 1 - min(label, 4) : room
    if let fitting = widths.filter({ $0 <= most }).max() { return fitting }
    return label == 0 && room >= 2 && !widths.isEmpty ? room : 0
  }
}
