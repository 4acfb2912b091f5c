/// A progress bar.
struct Bar {
  let progress: Double
  let width: Int
  let status: Row.Status
  let style: Style

  var text: String {
    let parts = style.hasUnicode ? 2 : 1
    // Only the bar of a finished countdown is full.
    let most = status == .done || status == .overtime ? width * parts : max(0, width * parts - 1)
    let filled = min(most, max(0, Int(progress * Double(width * parts))))
    return style.hasUnicode ? line(halves: filled) : dashes(filled)
  }

  private var paint: Style.Paint {
    switch status {
    case .running: .sand
    case .done, .overtime: .good
    case .paused, .cancelled, .kept: .faint
    }
  }

  private func line(halves: Int) -> String {
    let heavy = String(repeating: "━", count: halves / 2) + (halves % 2 == 1 ? "╸" : "")
    let light = String(repeating: "─", count: width - (halves + 1) / 2)
    return style.paint(heavy, paint) + style.paint(light, .faint)
  }

  private func dashes(_ filled: Int) -> String {
    let rest = String(repeating: "-", count: width - filled)
    return style.paint(String(repeating: "=", count: filled), paint) + style.paint(rest, .faint)
  }
}
