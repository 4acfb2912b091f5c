/// Control sequences for terminals, from ECMA-48 and xterm.
enum Escape {
  /// Returns whether a terminal understands the sequences, according to the value of `TERM`.
  /// Returns false if there is no value, because the kind of terminal is then unknown.
  static func isUnderstood(terminalName name: String?) -> Bool {
    !["", "dumb", "unknown"].contains(name ?? "")
  }

  static let bell = "\u{7}"
  static let hideCursor = "\u{1B}[?25l"
  static let showCursor = "\u{1B}[?25h"

  /// Makes the terminal mark the beginning and the end of what is pasted.
  static let markPastes = "\u{1B}[?2004h"
  static let markNoPastes = "\u{1B}[?2004l"

  /// Undoes everything that a terminal may have been told, where it is not known what that was.
  static let restore = wrap + showCursor + markNoPastes

  /// Makes the terminal cut off lines that are too long. This is necessary because terminals
  /// disagree about the width of some characters, so a line may turn out to be too long.
  static let noWrap = "\u{1B}[?7l"
  static let wrap = "\u{1B}[?7h"

  /// Erases from the start of the line to the end of the screen.
  static let eraseBelow = "\r\u{1B}[J"

  /// Makes the terminal save its window title.
  static let pushTitle = "\u{1B}[22;2t"

  /// Restores the saved title. If the terminal does not save titles, the title is empty afterwards.
  static let popTitle = title("") + "\u{1B}[23;2t"

  /// Returns the sequence that sets the window title.
  static func title(_ text: String) -> String {
    "\u{1B}]2;" + text + "\u{7}"
  }

  /// Returns the sequence that draws lines from the cursor's line downwards and moves the cursor
  /// back to the start of the first line.
  static func draw(_ lines: [String]) -> String {
    guard !lines.isEmpty else { return eraseBelow }
    let last = lines.count - 1
    // Each line is erased before it is drawn. If a line fills the width, the cursor stays on its
    // last character, and erasing afterwards would remove that character.
    var text = noWrap + lines[..<last].map { "\r\u{1B}[K" + $0 + "\n" }.joined()
    text += eraseBelow + lines[last] + wrap + "\r"
    return last == 0 ? text : text + "\u{1B}[\(last)A"
  }
}
