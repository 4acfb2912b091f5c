import Sandglass

/// The lines that display a stopwatch on a terminal, a pure value.
struct StopwatchFrame {
  /// The name, which is safe to print.
  let name: String

  let reading: StopwatchReading
  let width: Int
  let style: Style

  /// Whether the keys are explained.
  var hasKeys = false

  /// Whether large digits are shown above the lines, if there is room for them as well.
  var isBig = false

  /// Returns the lines: the name and the time, the latest laps with the newest first, and the keys. No
  /// line is wider than the terminal, and there are no more lines than `height`.
  func lines(height: Int) -> [String] {
    // At least one lap has its place.
    let big = height >= BigFace.height + 4 ? bigLines : []
    let laps = laps.reversed().prefix(max(0, height - big.count - (hasKeys ? 2 : 1)))
    return (big + [title] + laps + (hasKeys ? [keys] : [])).prefix(height).map { $0 }
  }

  /// What stays on the terminal: the name and the time, and all laps in order.
  var lastLines: [String] { [title] + laps }

  private var bigLines: [String] {
    guard isBig, let face = BigFace(reading.clockFace, style: style), face.width <= width else {
      return []
    }
    return face.lines.map { style.paint($0, .strong) } + [""]
  }

  private var title: String {
    let state = reading.state == .stopped ? "stopped" : ""
    let room = width - DisplayWidth.of(reading.clockFace) - 2
    let name = DisplayWidth.fit(name, in: max(0, room), ellipsis: style.ellipsis)
    let time = (name.isEmpty ? "" : name + "  ") + style.paint(reading.clockFace, .strong)
    let isWide = room - DisplayWidth.of(name) >= state.count + 2
    return time + (state.isEmpty || !isWide ? "" : "  " + style.paint(state, .sand))
  }

  /// The laps, with the one in progress if there are others.
  private var laps: [String] {
    guard !reading.laps.isEmpty else { return [] }
    let laps = reading.laps + [reading.currentLap]
    let numberWidth = "\(laps.count)".count
    let faceWidth = laps.map { $0.clockFace.count }.max() ?? 0
    return laps.map { lap in
      let number = Self.padded("\(lap.number)", to: numberWidth)
      return fit("lap " + number + "  " + Self.padded(lap.clockFace, to: faceWidth))
    }
  }

  private var keys: String {
    let words = [
      reading.state == .running ? "space stops" : "space starts", "l lap", "r resets", "d leaves",
      "q ends",
    ]
    let line = words.joined(separator: style.separator)
    return style.paint(DisplayWidth.fit(line, in: width, ellipsis: style.ellipsis), .faint)
  }

  private func fit(_ line: String) -> String {
    DisplayWidth.fit(line, in: width, ellipsis: style.ellipsis)
  }

  private static func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: width - text.count) + text
  }
}

extension StopwatchFrame {
  /// Returns the lines that say to a pipe or a file what is new since an earlier reading.
  ///
  /// - Parameters:
  ///   - reading: The reading.
  ///   - former: The earlier reading; nil if this is the first.
  /// - Returns: A line for each new lap and for a new state, or else the time if its whole second is
  ///   new.
  static func news(_ reading: StopwatchReading, since former: StopwatchReading?) -> [String] {
    let face = reading.clockFace
    if reading.state != former?.state {
      switch reading.state {
      case .idle: return ["reset"]
      case .stopped: return [reading.elapsed == .zero ? "reset" : "stopped " + face]
      case .running: return [former == nil ? face : "running " + face]
      }
    }
    let laps = reading.laps.dropFirst(former?.laps.count ?? 0)
    if reading.elapsed == .zero, former?.elapsed != .zero { return ["reset"] }
    guard laps.isEmpty else { return laps.map { "lap \($0.number) \($0.clockFace)" } }
    let isNew = reading.elapsed.components.seconds != former?.elapsed.components.seconds
    return isNew ? [Duration.seconds(reading.elapsed.components.seconds).clockFace] : []
  }
}
