import Sandglass

/// Shows lines that change: in place on a terminal, and one after the other elsewhere.
@MainActor
final class KeptScreen {
  private let output: StandardStream
  private let terminal: Terminal?
  private var lines: [String] = []
  private var isShown = false

  init(on output: StandardStream) {
    self.output = output
    let isUnderstood = Escape.isUnderstood(terminalName: Environment.value("TERM"))
    terminal = isUnderstood ? Terminal(output.descriptor) : nil
    SignalPipe.listen { [weak self] signal in self?.receive(signal) }
  }

  /// Shows these lines in place of the former ones, unless they are the same.
  func show(_ lines: [String]) {
    guard lines != self.lines || !isShown else { return }
    self.lines = lines
    isShown = true
    draw()
  }

  private func draw() {
    guard let terminal else { return output.write(lines.map { $0 + "\n" }.joined()) }
    guard terminal.isOurs else { return }
    let height = max(1, terminal.size.height)
    var visible = Array(lines.prefix(height))
    if lines.count > height { visible[height - 1] = "and \(lines.count - height + 1) more" }
    output.write(Escape.draw(visible))
  }

  private func receive(_ signal: Signal) {
    switch signal {
    case .interrupt, .quit, .terminate, .hangUp:
      leave()
      exit(signal.exitStatus ?? 0)
    case .suspend:
      leave()
      SignalPipe.stop()
      draw()
    case .proceed, .resize: if terminal != nil { draw() }
    }
  }

  /// Leaves the lines on the terminal, with the cursor below them.
  private func leave() {
    guard let terminal, terminal.isOurs, !lines.isEmpty else { return }
    output.write(String(repeating: "\n", count: min(lines.count, terminal.size.height)))
  }
}
