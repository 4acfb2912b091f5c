/// The options for the output, and for the keys that a terminal's display has.
struct OutputOptions: Equatable {
  var isJSON = false
  var isQuiet = false

  /// Whether a terminal shows large digits.
  var isBig = false

  /// Whether what ends is written to the log.
  var isLogged = true

  /// By how much `+` and `-` change a countdown.
  var step = Duration.seconds(60)

  /// What else is done when something happens.
  var reactions = Reactions()
}

extension OutputOptions {
  /// Creates the display: JSON if requested, frames on a terminal that can draw them, and plain
  /// lines otherwise.
  ///
  /// - Parameters:
  ///   - captions: The text that identifies each countdown: its label, or else its caption.
  ///   - output: The stream to write to.
  ///   - terminal: The terminal; nil if the output is not a terminal.
  ///   - hasKeys: Whether the program reads keys.
  /// - Returns: The display.
  @MainActor
  func display(
    of captions: [String?], on output: StandardStream, _ terminal: Terminal?, hasKeys: Bool
  ) -> any Display {
    if isJSON { return LineDisplay(output, text: JSONLine.text) }
    let localTime = LocalTimeRule.system
    guard let terminal, Escape.isUnderstood(terminalName: Environment.value("TERM")) else {
      let lines = PlainLine(hasLabels: captions.count > 1, localTime: localTime)
      return LineDisplay(output, text: lines.text)
    }
    return LiveDisplay(
      output, terminal, labels: captions, style: Style(environment: Environment.value),
      step: hasKeys ? step : nil, isBig: isBig, rings: !isQuiet, localTime: localTime)
  }
}
