import Sandglass

/// Shows lines that change: in place on a terminal, and one after the other elsewhere.
@MainActor
final class KeptScreen {
  typealias Size = (width: Int, height: Int)

  private let output: StandardStream
  private let terminal: Terminal?
  private var keyboard: Keyboard?
  private var hasEntered = false

  /// Returns the lines for a size.
  private var content: (Size) -> [String] = { _ in [] }

  /// The lines that were shown last; nil if none were, or if the terminal may have lost them.
  private var shown: [String]?

  /// Whether the lines are shown in place.
  var isOnTerminal: Bool { terminal != nil }

  /// Whether keys are read.
  var hasKeys: Bool { keyboard != nil }

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - output: The stream to write to.
  ///   - isPlain: Whether the lines are for programs, so that they are never shown in place.
  init(on output: StandardStream, isPlain: Bool = false) {
    self.output = output
    let isUnderstood = Escape.isUnderstood(terminalName: Environment.value("TERM"))
    terminal = isUnderstood && !isPlain ? Terminal(output.descriptor) : nil
  }

  /// Begins to handle signals, and keys if there are any.
  ///
  /// - Parameters:
  ///   - onKey: Called with each key on a terminal; nil for no keys.
  ///   - onEnd: Called with a signal that is to end the program. It may leave the screen first.
  func listen(
    onKey: (@MainActor (Key) -> Void)? = nil, onEnd: @escaping @MainActor (Signal) -> Void
  ) {
    if let onKey, terminal != nil, Keyboard.isPresent {
      keyboard = Keyboard(rescue: Escape.restore, onKey)
    }
    SignalPipe.listen { [weak self] signal in self?.receive(signal, onEnd) }
  }

  /// Shows the lines that `content` returns for the terminal's width in place of the former ones, unless
  /// they are the same. On a terminal without room for all of them, the last row says how many are
  /// missing.
  func showAll(_ content: @escaping (Int) -> [String]) {
    show { size in
      let lines = content(size.width)
      guard lines.count > size.height else { return lines }
      // A single row shows a line rather than how many there are.
      let room = size.height - 1
      guard room > 0 else { return Array(lines.prefix(1)) }
      return lines.prefix(room) + ["and \(lines.count - room) more"]
    }
  }

  /// Shows the lines that `content` returns for the terminal's size, and again after the size has
  /// changed.
  func show(_ content: @escaping (Size) -> [String]) {
    self.content = content
    update()
  }

  /// Leaves the terminal with these lines on it, or else with those that are shown, and the cursor
  /// below them.
  func leave(_ last: ((Size) -> [String])? = nil) {
    guard let terminal, terminal.isOurs else { return }
    keyboard?.leave()
    if let last {
      output.write(Escape.eraseBelow + last(size).map { $0 + "\n" }.joined())
    } else if let shown {
      output.write(String(repeating: "\n", count: shown.count))
    }
    if hasEntered { output.write((hasKeys ? Escape.markNoPastes : "") + Escape.showCursor) }
    hasEntered = false
  }

  /// Writes a line above those that are shown.
  func report(_ line: String) {
    if hasEntered { output.write(Escape.eraseBelow) }
    StandardStream.error.write(diagnostic: line)
    redraw()
  }

  private func update() {
    let lines = content(size)
    // Another job may have taken the terminal, or given it back.
    guard lines != shown || terminal?.isOurs != hasEntered else { return }
    guard let terminal else {
      if lines != shown { output.write(lines.map { $0 + "\n" }.joined()) }
      return shown = lines
    }
    guard terminal.isOurs else { return abandon() }
    if !hasEntered, hasKeys { output.write(Escape.hideCursor + Escape.markPastes) }
    if !hasEntered { keyboard?.enter() }
    hasEntered = true
    shown = lines
    output.write(Escape.draw(lines))
  }

  /// The terminal's size; without a terminal, there is no limit.
  private var size: Size { terminal?.size ?? (.max, .max) }

  private func redraw() {
    guard terminal != nil else { return }
    shown = nil
    update()
  }

  private func abandon() {
    hasEntered = false
    keyboard?.abandon()
  }

  private func receive(_ signal: Signal, _ onEnd: @MainActor (Signal) -> Void) {
    switch signal {
    case .interrupt, .end: onEnd(signal)
    case .suspend:
      leave()
      SignalPipe.stop()
      redraw()
    case .proceed:
      abandon()
      redraw()
    case .resize: redraw()
    }
  }
}
