/// What terminals are told, by the control sequences of ECMA-48 and xterm.
enum Escape {
  /// Whether a terminal is one that understands the sequences, by the value of `TERM`. Without
  /// one it may be anything.
  static func isUnderstood(terminalName name: String?) -> Bool {
    !["", "dumb", "unknown"].contains(name ?? "")
  }

  static let bell = "\u{7}"
  static let hideCursor = "\u{1B}[?25l"
  static let showCursor = "\u{1B}[?25h"

  /// Cuts off lines that are too long after all, since terminals differ on the width of some
  /// characters.
  static let noWrap = "\u{1B}[?7l"
  static let wrap = "\u{1B}[?7h"

  /// Erases from the start of the line to the end of the screen.
  static let eraseBelow = "\r\u{1B}[J"

  /// Has the terminal remember the title of its window.
  static let pushTitle = "\u{1B}[22;2t"

  /// Brings back the remembered title; a terminal that remembers none is left without one.
  static let popTitle = title("") + "\u{1B}[23;2t"

  /// Sets the title of the terminal's window.
  static func title(_ text: String) -> String {
    "\u{1B}]2;" + text + "\u{7}"
  }

  /// Draws lines from the cursor's line on, and goes back to where it began.
  static func draw(_ lines: [String]) -> String {
    guard !lines.isEmpty else { return eraseBelow }
    let last = lines.count - 1
    // A line is erased first: a full one leaves the cursor on its last character.
    var text = noWrap + lines[..<last].map { "\r\u{1B}[K" + $0 + "\n" }.joined()
    text += eraseBelow + lines[last] + wrap + "\r"
    return last == 0 ? text : text + "\u{1B}[\(last)A"
  }
}
