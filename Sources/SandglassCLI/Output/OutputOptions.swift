/// How to tell of countdowns.
struct OutputOptions: Equatable {
  var isJSON = false
  var isQuiet = false
}

extension OutputOptions {
  /// What shows the countdowns: JSON if it is asked for, frames on a terminal that can draw them,
  /// and plain lines elsewhere.
  ///
  /// - Parameters:
  ///   - captions: What a person is shown of each countdown: its label, or what stands for one.
  ///   - output: Where they are shown.
  ///   - terminal: The terminal that the output is, if it is one.
  ///   - hasKeys: Whether keys do anything.
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
      explainsKeys: hasKeys, rings: !isQuiet, localTime: localTime)
  }
}
